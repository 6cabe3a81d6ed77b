// The second press of a double click, where the first has opened another screen: it was meant for
// what was there before.
#pragma once

#include "app/gui/model/model.h"

namespace locklab::app {

/// Takes such a press away from all that is drawn later in this frame. To be called in each frame,
/// in the window that fills the screen.
void take_stray_click(Screen shown);

}  // namespace locklab::app
