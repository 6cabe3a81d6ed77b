// Translates keys of the window system into key presses of the lab.
#pragma once

#include <optional>

#include "app/gui/update/keys.h"

namespace locklab::app {

/// Translates a key of GLFW with its modifiers: a key with a name in Key, or a command key with
/// Ctrl. nullopt for all other keys; the characters that they type arrive separately.
std::optional<KeyPress> press_of_key(int glfw_key, int modifiers);

/// Whether an open menu takes the key, such as an arrow, Enter, Space or Tab, so that the lab does
/// not.
bool moves_in_menus(int glfw_key);
bool is_enter(int glfw_key);
/// Whether a text field with the focus takes the key: all keys but Esc, Tab, Up, Down, the function
/// keys and Ctrl+Q.
bool belongs_to_a_field(int glfw_key, int modifiers);

}  // namespace locklab::app
