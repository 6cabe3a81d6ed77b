// The context menu of a lane's name: the lane's position and, in a stepped live run, the faults
// that can be injected now.
#pragma once

#include <cstdint>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Opens on the last widget.
void lane_menu(const View& view, std::uint16_t lane);

}  // namespace locklab::app
