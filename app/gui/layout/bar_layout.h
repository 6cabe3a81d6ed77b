// Fits a row of widgets into a bar: the width of each, and those that move into the overflow menu.
// Numbers only.
#pragma once

#include <vector>

namespace locklab::app {

/// A widget of the bar. Widths and gap are in pixels.
struct BarItem {
  float least = 0;  ///< smallest width
  float most = 0;   ///< preferred width; at least `least`
  int keep = 0;     ///< the lowest value moves into the menu first; among equals, the last item
  float gap = 0;    ///< gap before the item
};

struct BarFit {
  std::vector<float> widths;  ///< by item; 0 if in the menu
  bool menu = false;          ///< the menu has items
};

/// Fits the items into `room` pixels. `menu`: width of the menu's button with the gap before it.
BarFit fit_bar(const std::vector<BarItem>& items, float room, float menu);

}  // namespace locklab::app
