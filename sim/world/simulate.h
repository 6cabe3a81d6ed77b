// Runs a scenario in the simulated world, from start to end.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The progress of a run, which another thread can read and cancel.
struct RunProgress {
  std::atomic<std::uint64_t> events = 0;
  std::atomic<bool> cancelled = false;  ///< the run ends soon after; its trace must not be used
};

/// Runs `scenario`: the same scenario with the same seed gives a byte-identical trace. `run` is the
/// name that reproduces the run, and is stored in the trace.
Trace simulate(const Scenario& scenario, const std::string& run = {},
               RunProgress* progress = nullptr);

}  // namespace locklab::sim
