// What a trace says of the run that it records, from the run's scenario: the same for both worlds.
#pragma once

#include <string>
#include <string_view>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// `world`: "simulated" or "live". `run`: the name that reproduces it; empty for none.
TraceInfo describe(const Scenario& scenario, std::string_view world, const std::string& run);

/// Why a run ended whose trace grew too long.
std::string stopped_at(std::size_t events);

}  // namespace locklab::sim
