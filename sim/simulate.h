// Runs a scenario in the simulated world, from start to end.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "lock/trace.h"
#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// What another thread may see of a run that is being made, and how it ends it.
struct RunProgress {
  std::atomic<std::uint64_t> events = 0;
  std::atomic<bool> cancelled = false;  ///< the run ends soon after; its trace is not to be used
};

/// The same scenario (with its seed) gives the same trace to the byte. `run` is the name that
/// reproduces it.
Trace simulate(const Scenario& scenario, const std::string& run = {},
               RunProgress* progress = nullptr);

/// What a trace says of a run of this scenario in `world` ("simulated" or "live").
TraceInfo describe(const Scenario& scenario, std::string_view world, const std::string& run);

/// Why a run ended whose trace grew too long.
std::string stopped_at(std::size_t events);

}  // namespace locklab::sim
