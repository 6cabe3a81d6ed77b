// The parts of the panel for faults and branches.
#pragma once

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// A size in plain words: "450 ms", "10 % fast". Empty if there is none.
std::string plain_size(const View& view, const BreakingTool& tool, std::optional<double> size);

/// The tools in one row.
void tool_palette(const View& view);

float branch_row_height(const View& view);
/// The added faults and the branches in the rest of the row; without any, a hint.
void branch_row(const View& view);

}  // namespace locklab::app
