#include "app/gui/window/input_queue.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace locklab::app {

namespace {

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

/// Whether a key only types a character, which arrives as a separate input. Space does not count,
/// since it is also a command.
bool types(const input::Key& key) {
  return key.key > GLFW_KEY_SPACE && key.key < GLFW_KEY_ESCAPE &&
         (key.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) == 0;
}

bool needs_a_frame(const input::Event& event) {
  if (std::holds_alternative<input::Button>(event)) return true;
  const auto* key = std::get_if<input::Key>(&event);
  return key && key->action != GLFW_REPEAT && !is_modifier(key->key) && !types(*key);
}

}  // namespace

std::optional<input::Event> InputQueue::next() {
  if (is_full_ || events_.empty()) return std::nullopt;
  const input::Event event = events_.front();
  const bool alone = needs_a_frame(event);
  const bool leads_away = std::holds_alternative<input::Moved>(event) && has_turned_;
  is_full_ = alone || leads_away;
  if ((alone && is_begun_) || leads_away) return std::nullopt;
  is_begun_ = true;
  has_turned_ = has_turned_ || std::holds_alternative<input::Wheel>(event);
  events_.pop_front();
  return event;
}

}  // namespace locklab::app
