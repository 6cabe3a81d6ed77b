// Ignores the second press of a double click whose first press opened another screen, since that
// press was meant for the previous screen.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

/// Hides the second press of such a double click from everything drawn later in this frame. Must be
/// called in each frame, in the window that fills the screen.
void take_stray_click(Screen shown);

}  // namespace locklab::app
