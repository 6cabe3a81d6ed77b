// Why the shown run cannot be run live, determined before the user tries, and the order that
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

/// Why the shown run cannot be run on the target chosen in the form; nullopt if it can, or the form
/// names no valid target.
std::optional<LiveProblem> refused_live(const Model& model);

/// Why the shown run could no longer be run live with a fault of this tool on the selected lane;
/// nullopt if it could.
std::optional<LiveProblem> refused_live(const Model& model, const BreakingTool& tool);

/// The order that injects the last fault of a run's name into the stepped live run, or a sentence
/// that says why that is impossible.
std::variant<LiveOrder, Sentence> strike_order(const sim::Library& library,
                                               const std::string& name);

}  // namespace locklab::app
