// Widgets, by name, of a window drawn without a display.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/gui/window/shell/unseen_window.h"

namespace locklab::test {

inline std::optional<app::NamedRectangle> widget_named(const app::UnseenWindow& window,
                                                       std::string_view name) {
  for (const app::NamedRectangle& one : window.named())
    if (one.name == name) return one;
  return std::nullopt;
}

/// All widgets whose names begin with `beginning`, in drawing order.
inline std::vector<app::NamedRectangle> widgets_named(const app::UnseenWindow& window,
                                                      std::string_view beginning) {
  std::vector<app::NamedRectangle> found;
  for (const app::NamedRectangle& one : window.named())
    if (one.name.starts_with(beginning)) found.push_back(one);
  return found;
}

/// True if the rectangles overlap by more than `slack` pixels in both directions.
inline bool overlap(const app::NamedRectangle& a, const app::NamedRectangle& b, float slack = 0) {
  return a.from.x + slack < b.to.x && b.from.x + slack < a.to.x && a.from.y + slack < b.to.y &&
         b.from.y + slack < a.to.y;
}

}  // namespace locklab::test
