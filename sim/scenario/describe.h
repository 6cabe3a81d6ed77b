// Describes a run in its trace's header, from the run's scenario. The simulated and the live world
// use it.
#pragma once

#include <string>
#include <string_view>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The header of a run's trace. `world`: "simulated" or "live". `run`: the name that reproduces the
/// run, or empty.
TraceInfo describe(const Scenario& scenario, std::string_view world, const std::string& run);

/// The reason for the end of a run whose trace grew too long.
std::string stopped_at(std::size_t events);

}  // namespace locklab::sim
