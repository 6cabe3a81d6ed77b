// A row of widgets at the top of the window. Those for which there is no room stand in a menu at
// its end, under the same names.
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
  bool right = false;   ///< it and all that follow stand at the right end
  bool wanted = false;  ///< from the menu too, now: somebody asked for it by key
};

/// As wide as a button with that label is.
float button_width(std::string_view label);

/// `name`: of the menu's button.
void bar(const View& view, std::string_view name, const std::vector<BarWidget>& widgets);

}  // namespace locklab::app
