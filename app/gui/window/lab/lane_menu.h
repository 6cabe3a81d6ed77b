// The context menu of a lane's name: move, hide, show or pin lanes and, in a stepped live run,
// inject a fault now.
#pragma once

#include <cstdint>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws the menu, which a right click on the last widget opens.
void lane_menu(const View& view, std::uint16_t lane);

}  // namespace locklab::app
