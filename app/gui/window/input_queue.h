// Mouse and keyboard input in order, split into frames. On a slow machine several inputs arrive
// between two frames. If ImGui saw only the latest state, it would miss a button pressed and
// released in between, and handle a click where the mouse went later.
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
struct Key {  ///< as reported by GLFW
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

  /// Starts the next frame, whose inputs next() returns.
  void begin_frame() { is_full_ = is_begun_ = has_turned_ = false; }
  /// The next input of this frame, in order; nullopt if the queue is empty, or the rest belongs to
  /// later frames. A press or release of a mouse button or a command key has a frame to itself. A
  /// mouse movement after a scroll begins the next frame, so that the scroll applies where the
  /// mouse was.
  std::optional<input::Event> next();

 private:
  std::deque<input::Event> events_;
  bool is_begun_ = false;    ///< the frame has an input
  bool has_turned_ = false;  ///< the wheel has turned in this frame
  bool is_full_ = false;     ///< the frame takes no more input
};

}  // namespace locklab::app
