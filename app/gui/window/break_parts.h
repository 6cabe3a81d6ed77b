// The parts of the panel that breaks a run.
#pragma once

#include "app/gui/window/view.h"

namespace locklab::app {

/// The tools in one row.
void tool_palette(const View& view);

/// The branches and the added faults in the rest of the row.
float branch_row_height(const View& view);
void branch_row(const View& view);

}  // namespace locklab::app
