// A load as a scenario: the same lock with the same settings and the same faults, with so few
// clients that the simulator can show them. What the load has found, its timeline explains.
#pragma once

#include <string>
#include <variant>

#include "app/load/stress_work.h"
#include "app/words/language.h"
#include "sim/scenario/library.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// The text of the scenario's file, with comments that say what differs from the load. It expects
/// what happens in the simulator.
std::variant<std::string, sim::Problem> scenario_of(const sim::Library& library,
                                                    const StressWork& work, Language language);

}  // namespace locklab::app
