// A keyboard focus that Tab moves from widget to widget in drawing order; Enter acts like a click.
// The focused widget has a ring until the user clicks or presses Esc.
#pragma once

#include <string_view>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

class FocusRing {
 public:
  /// Handles a key of the ring. Returns true if the key belongs to the ring or to an open menu.
  /// `covered`: a dialog is open.
  bool takes(int glfw_key, int modifiers, const std::vector<NamedRectangle>& named, bool covered);
  /// Moves to the next (by > 0) or previous widget, from the last one to the first and back; a text
  /// field starts to take input.
  void move(int by, const std::vector<NamedRectangle>& named);
  /// Acts like a click on the focused widget.
  void activate() const;
  void leave() { id_ = 0; }
  bool is_shown() const { return id_ != 0; }
  /// The name of the focused widget; empty if none.
  std::string_view widget(const std::vector<NamedRectangle>& named) const;
  /// Draws the ring, or removes it after a click or if its widget is gone. Must be called after all
  /// widgets of the frame.
  void draw(const std::vector<NamedRectangle>& named, const Theme& theme, float scale);

  /// Lets ImGui handle arrows, Space and Enter while a menu is open, or while a widget activated by
  /// key, such as a slider, is active. Must be called before each frame.
  static void hand_keys_to_menus();

 private:
  unsigned id_ = 0;
};

}  // namespace locklab::app
