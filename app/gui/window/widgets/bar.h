// A bar of widgets in one row. Widgets that do not fit move into a menu after the left-aligned
// ones; there they have the same names for tests.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "app/gui/layout/bar_layout.h"
#include "app/gui/window/view.h"

namespace locklab::app {

struct BarWidget {
  BarItem item;
  std::function<void(float width)> draw;
  bool right = false;   ///< this widget and all later ones are right-aligned
  bool wanted = false;  ///< requested by a key: the menu opens if the widget is in it
  std::function<void()> in_menu = {};  ///< draws it in the menu; empty to use `draw`
  bool grows = false;  ///< a text that may be narrower than the width reserved for it
};

float button_width(std::string_view label);

/// Draws the bar; `name` is the name of the menu's button.
void bar(const View& view, std::string_view name, const std::vector<BarWidget>& widgets);

}  // namespace locklab::app
