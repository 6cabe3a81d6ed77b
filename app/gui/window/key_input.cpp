#include "app/gui/window/key_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace locklab::app {

namespace {

/// The character of a command key pressed together with Ctrl; 0 if it is not a command.
char32_t with_control(int key) {
  switch (key) {
    case GLFW_KEY_Q:
    case GLFW_KEY_P:
    case GLFW_KEY_Z:
    case GLFW_KEY_Y:
    case GLFW_KEY_O:
    case GLFW_KEY_S:
    case GLFW_KEY_C:
    case GLFW_KEY_V:
    case GLFW_KEY_N:
    case GLFW_KEY_B:
      return static_cast<char32_t>('a' + (key - GLFW_KEY_A));
    case GLFW_KEY_EQUAL:
    case GLFW_KEY_KP_ADD:
      return '+';
    case GLFW_KEY_MINUS:
    case GLFW_KEY_KP_SUBTRACT:
      return '-';
    default:
      return key >= GLFW_KEY_1 && key <= GLFW_KEY_9
                 ? static_cast<char32_t>('1' + (key - GLFW_KEY_1))
                 : 0;
  }
}

Key named_key(int key) {
  switch (key) {
    case GLFW_KEY_SPACE:
      return Key::space;
    case GLFW_KEY_LEFT:
      return Key::left;
    case GLFW_KEY_RIGHT:
      return Key::right;
    case GLFW_KEY_UP:
      return Key::up;
    case GLFW_KEY_DOWN:
      return Key::down;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return Key::enter;
    case GLFW_KEY_HOME:
      return Key::home;
    case GLFW_KEY_END:
      return Key::end;
    case GLFW_KEY_PAGE_UP:
      return Key::page_up;
    case GLFW_KEY_PAGE_DOWN:
      return Key::page_down;
    case GLFW_KEY_ESCAPE:
      return Key::escape;
    case GLFW_KEY_BACKSPACE:
      return Key::backspace;
    case GLFW_KEY_F1:
      return Key::f1;
    case GLFW_KEY_F11:
      return Key::f11;
    default:
      return Key::other;
  }
}

}  // namespace

std::optional<KeyPress> press_of_key(int glfw_key, int modifiers) {
  KeyPress press;
  press.shift = modifiers & GLFW_MOD_SHIFT;
  press.key = named_key(glfw_key);
  if (press.key != Key::other) return press;
  if (!(modifiers & GLFW_MOD_CONTROL)) return std::nullopt;
  press.control = true;
  press.character = with_control(glfw_key);
  return press.character ? std::optional(press) : std::nullopt;
}

bool is_enter(int glfw_key) { return named_key(glfw_key) == Key::enter; }

bool moves_in_menus(int glfw_key) {
  switch (named_key(glfw_key)) {
    case Key::other:
    case Key::escape:
    case Key::f1:
    case Key::f11:
      return glfw_key == GLFW_KEY_TAB;
    default:
      return true;
  }
}

bool belongs_to_a_field(int glfw_key, int modifiers) {
  const bool function = glfw_key >= GLFW_KEY_F1 && glfw_key <= GLFW_KEY_F25;
  const bool quits = glfw_key == GLFW_KEY_Q && (modifiers & GLFW_MOD_CONTROL);
  // Up and Down do nothing in a one-line field. A multi-line field still gets them, because no
  // screen that has one uses these keys.
  const bool leads_out = glfw_key == GLFW_KEY_ESCAPE || glfw_key == GLFW_KEY_TAB ||
                         glfw_key == GLFW_KEY_UP || glfw_key == GLFW_KEY_DOWN;
  return !leads_out && !function && !quits;
}

}  // namespace locklab::app
