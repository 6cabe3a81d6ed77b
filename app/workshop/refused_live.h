// What the shown run cannot do live, said before anybody tries.
#pragma once

#include <optional>

#include "app/changes/fault_tools.h"
#include "app/gui/model/model.h"
#include "app/runs/live_problem.h"

namespace locklab::app {

/// Why the shown run cannot be made where the form says. None: it can, or nobody has said where.
std::optional<LiveProblem> refused_live(const Model& model);

/// Why the shown run could not be made there any more with a fault of this tool on the selected
/// lane.
std::optional<LiveProblem> refused_live(const Model& model, const BreakingTool& tool);

}  // namespace locklab::app
