// The screens of the window: the lab for a single run, and others for many. Each is an entry in
// screens.cpp, a case in window/shell.cpp, and the texts "screen.<name>" and "screen.<name>.tip".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The screen's id: "matrix".
std::string_view name(Screen screen);
/// The screen of the next tab; the first follows the last.
Screen next_screen(Screen screen);
/// Switches the screen. A hidden run does not play.
void show_screen(Model& model, Screen screen);

/// What the window shows first: the run that was asked for; without one the example, and the lesson
/// that was open last. Whoever starts it for the first time sees the example where it breaks.
std::vector<Intent> first_wishes(const Settings& settings, const std::string& name);

}  // namespace locklab::app
