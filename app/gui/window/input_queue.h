// What came from mouse and keyboard, in its order. Each frame gets of it what can be seen in one
// frame: on a slow machine several presses come between two of them, and what went down and up in
// between would never have been; a click would be where the mouse went afterwards.
#pragma once

#include <deque>
#include <optional>
#include <variant>

namespace locklab::app {

namespace input {

struct Moved {
  float x = 0;
  float y = 0;
};
struct Entered {
  bool inside = false;
};
struct Button {
  int button = 0;
  bool down = false;
};
struct Wheel {
  double x = 0;
  double y = 0;
};
struct Focused {
  bool focused = false;
};
struct Key {  ///< as GLFW tells of it
  int key = 0;
  int code = 0;
  int action = 0;
  int modifiers = 0;
};
struct Typed {
  unsigned character = 0;
};

using Event = std::variant<Moved, Entered, Button, Wheel, Focused, Key, Typed>;

}  // namespace input

class InputQueue {
 public:
  void push(const input::Event& event) { events_.push_back(event); }
  bool is_empty() const { return events_.empty(); }

  /// The next frame: what may come in it is what next() gives from here on.
  void begin_frame() { is_full_ = is_begun_ = has_turned_ = false; }
  /// In its order; nothing: the rest is for later frames. A button, and a key that does something
  /// rather than types, have a frame of their own; the wheel turns where the mouse was.
  std::optional<input::Event> next();

 private:
  std::deque<input::Event> events_;
  bool is_begun_ = false;    ///< something has come in this frame
  bool has_turned_ = false;  ///< the wheel has
  bool is_full_ = false;     ///< nothing more comes in it
};

}  // namespace locklab::app
