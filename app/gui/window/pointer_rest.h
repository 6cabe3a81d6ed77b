// When a tooltip may be shown: only what the mouse looks for is told. A pointer that stood still
// while keys were pressed says nothing, since it would cover what is being read; nor does one that
// has clicked, until it goes elsewhere.
#pragma once

#include <imgui/imgui.h>

#include <cmath>

#include "app/gui/window/input_queue.h"

namespace locklab::app {

class PointerRest {
 public:
  static constexpr double rest_s = 0.5;    ///< after which a pointer looks at a lane
  static constexpr float least_moved = 3;  ///< pixels; less is a hand on the table
  static constexpr float elsewhere = 24;   ///< pixels from a click

  /// `now` in seconds.
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
  /// Whether the pointer has moved since the last key.
  bool looks() const { return looks_; }
  /// Whether it has moved and then stood still for a while.
  bool rests(double now) const { return looks_ && now - moved_at_ >= rest_s; }
  /// The seconds until it rests; 0: it does already, or it will not.
  double due(double now) const { return looks_ && !rests(now) ? moved_at_ + rest_s - now : 0; }

 private:
  ImVec2 at_{-1, -1};
  double moved_at_ = 0;
  bool looks_ = false;
  bool clicked_ = false;
};

}  // namespace locklab::app
