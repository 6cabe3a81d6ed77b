// What the shown run cannot do live, said before anybody tries.
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

/// Why the shown run cannot be made where the form says. None: it can, or nobody has said where.
std::optional<LiveProblem> refused_live(const Model& model);

/// Why the shown run could not be made there any more with a fault of this tool on the selected
/// lane.
std::optional<LiveProblem> refused_live(const Model& model, const BreakingTool& tool);

/// The order that lets the last fault of a run's name strike the live run that goes step by step.
/// A sentence: why it cannot.
std::variant<LiveOrder, Sentence> strike_order(const sim::Library& library,
                                               const std::string& name);

}  // namespace locklab::app
