// Decides when a tooltip may be shown: only where the mouse was moved deliberately. After a key
// press there is none until the pointer moves, since it would cover what is being read; after a
// click there is none until the pointer moves away.
#pragma once

#include <imgui/imgui.h>

#include <cmath>

#include "app/gui/window/input_queue.h"

namespace locklab::app {

class PointerRest {
 public:
  static constexpr double rest_s = 0.5;    ///< in seconds; time at rest before a lane's tooltip
  static constexpr float least_moved = 3;  ///< in pixels; after a key press, less does not count
  static constexpr float elsewhere = 24;   ///< the same after a click, in pixels

  /// Records an input at `now`, in seconds.
  void came(const input::Event& event, double now) {
    if (const auto* moved = std::get_if<input::Moved>(&event)) {
      const float far = std::abs(moved->x - at_.x) + std::abs(moved->y - at_.y);
      if (!looks_ && far < (clicked_ ? elsewhere : least_moved)) return;
      clicked_ = false;
      at_ = {moved->x, moved->y};
      looks_ = true;
      moved_at_ = now;
    } else if (const auto* key = std::get_if<input::Key>(&event); key && key->action != 0) {
      looks_ = false;
    } else if (const auto* button = std::get_if<input::Button>(&event); button && button->down) {
      looks_ = false;
      clicked_ = true;
    }
  }
  /// Whether the pointer has moved since the last key press, or away from the last click.
  bool looks() const { return looks_; }
  /// Whether the pointer has moved, and then rested for `rest_s`.
  bool rests(double now) const { return looks_ && now - moved_at_ >= rest_s; }
  /// The seconds until the pointer rests; 0 if it already does, or must move first.
  double due(double now) const { return looks_ && !rests(now) ? moved_at_ + rest_s - now : 0; }

 private:
  ImVec2 at_{-1, -1};
  double moved_at_ = 0;
  bool looks_ = false;
  bool clicked_ = false;
};

}  // namespace locklab::app
