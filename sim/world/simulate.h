// Runs a scenario in the simulated world, from start to end.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A run in the making, as another thread sees it and may end it.
struct RunProgress {
  std::atomic<std::uint64_t> events = 0;
  std::atomic<bool> cancelled = false;  ///< the run ends soon after; its trace is not to be used
};

/// The same scenario (with its seed) gives the same trace to the byte. `run` is the name that
/// reproduces it.
Trace simulate(const Scenario& scenario, const std::string& run = {},
               RunProgress* progress = nullptr);

}  // namespace locklab::sim
