// The parts of the panel for faults and branches.
#pragma once

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// The size of a fault in plain words: "450 ms", "10 % fast". Empty if `size` is nullopt.
std::string plain_size(const View& view, const BreakingTool& tool, std::optional<double> size);

/// Draws the tools in one row.
void tool_palette(const View& view);

float branch_row_height(const View& view);
/// Draws the added faults and the branches in the rest of the row, or a hint on how to add a fault.
void branch_row(const View& view);

}  // namespace locklab::app
