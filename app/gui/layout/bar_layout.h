// A row of widgets that may be too long for the window: who stands in it and how wide, and who has
// to go into the menu at its end. Numbers alone.
#pragma once

#include <vector>

namespace locklab::app {

/// All in pixels.
struct BarItem {
  float least = 0;  ///< it needs so much
  float most = 0;   ///< and takes so much where there is room; at least `least`
  int keep = 0;     ///< who has the least goes first; of the same, the last one
  float gap = 0;    ///< before it
};

struct BarFit {
  std::vector<float> widths;  ///< by item; 0: it is in the menu
  bool menu = false;          ///< somebody is
};

/// `menu`: what the button of the menu takes, with the gap before it.
BarFit fit_bar(const std::vector<BarItem>& items, float room, float menu);

}  // namespace locklab::app
