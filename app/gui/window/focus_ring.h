// Tab goes from widget to widget, in the order in which they are drawn; Enter does what a click
// would. The widget has a ring around it until somebody clicks or presses Esc.
#pragma once

#include <string_view>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

class FocusRing {
 public:
  /// What is pressed to reach widgets and to use them, or is a menu's; false: it means something
  /// else. `covered`: a dialog is open.
  bool takes(int glfw_key, int modifiers, const std::vector<NamedRectangle>& named, bool covered);
  /// To the next widget (by > 0) or the one before; a field that is reached can be typed in.
  void move(int by, const std::vector<NamedRectangle>& named);
  /// As a click would.
  void activate() const;
  void leave() { id_ = 0; }
  bool is_shown() const { return id_ != 0; }
  /// The widget it is around; empty: none.
  std::string_view widget(const std::vector<NamedRectangle>& named) const;
  /// After everything else of the frame. A widget that is gone has none.
  void draw(const std::vector<NamedRectangle>& named, const Theme& theme, float scale);

  /// Before a frame: in menus arrows, Space and Enter belong to ImGui.
  static void hand_keys_to_menus();

 private:
  unsigned id_ = 0;
};

}  // namespace locklab::app
