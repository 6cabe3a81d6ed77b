// The context menu of a lane's name: where the lane is and, while a live run goes step by step,
// what can be done to it now.
#pragma once

#include <cstdint>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Of the last widget.
void lane_menu(const View& view, std::uint16_t lane);

}  // namespace locklab::app
