// The screens of the window, of which one is shown: the lab, where one run is looked at, and what
// looks at many. Each is a line of the list in screens.cpp, a case in window/shell.cpp, and the
// texts "screen.<name>" and "screen.<name>.tip".
#pragma once

#include <string_view>

#include "app/gui/model/model.h"

namespace locklab::app {

/// "matrix".
std::string_view name(Screen screen);
/// The one whose tab stands to the right; after the last one, the first.
Screen next_screen(Screen screen);
/// Playing stops: nobody would see it.
void show_screen(Model& model, Screen screen);

}  // namespace locklab::app
