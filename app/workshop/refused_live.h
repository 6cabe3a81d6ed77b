// Checks whether the shown run can be run live, before the user tries, and makes the order that
// injects a fault into a stepped live run.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/changes/fault_tools.h"
#include "app/gui/model/model.h"
#include "app/runs/live_problem.h"
#include "app/runs/step_order.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The problem that prevents a live run of the shown run on the target chosen in the form; nullopt
/// if there is none, no run is shown, or the form's servers are not valid.
std::optional<LiveProblem> refused_live(const Model& model);

/// The problem that prevents a fault of this tool on the selected lane in a live run of the shown
/// run; nullopt if there is none, no run is shown, or the form's servers are not valid.
std::optional<LiveProblem> refused_live(const Model& model, const BreakingTool& tool);

/// The order that injects the last fault of the run named `name` into the stepped live run, or a
/// sentence that says why that is impossible.
std::variant<LiveOrder, Sentence> strike_order(const sim::Library& library,
                                               const std::string& name);

}  // namespace locklab::app
