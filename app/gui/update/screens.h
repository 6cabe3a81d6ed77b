// The screens of the window. Each is an entry in screens.cpp, a case in window/shell/shell.cpp, and
// the texts "screen.<name>" and "screen.<name>.tip".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The screen's id: "matrix".
std::string_view name(Screen screen);
/// The screen of the next tab; wraps around to the first.
Screen next_screen(Screen screen);
/// Switches the screen. A hidden run does not play.
void show_screen(Model& model, Screen screen);

/// The intents that open the window's first content: the requested run or lesson, or else the
/// example and, if a lesson was open when the window closed, that lesson. For a newcomer who has
/// not dismissed the hints, the example at its violation.
std::vector<Intent> first_wishes(const Settings& settings, const std::string& name);

}  // namespace locklab::app
