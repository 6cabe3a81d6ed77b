// Converts a load to a scenario with the same lock, settings and faults, but only a few clients, so
// that the simulator's timeline can show and explain it.
#pragma once

#include <string>
#include <variant>

#include "app/load/stress_work.h"
#include "app/words/language.h"
#include "sim/scenario/library.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// Text of the scenario file, with comments on the differences from the load. The file expects the
/// verdicts that the simulator reaches.
std::variant<std::string, sim::Problem> scenario_of(const sim::Library& library,
                                                    const StressWork& work, Language language);

}  // namespace locklab::app
