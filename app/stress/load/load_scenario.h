// Converts a load to a scenario with the same lock, settings and faults, but few enough clients to
// show. The simulator's timeline then explains the load's findings.
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
