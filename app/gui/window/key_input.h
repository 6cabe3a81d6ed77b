// Translates keys of the window system into key presses of the lab.
#pragma once

#include <optional>

#include "app/gui/update/keys.h"

namespace locklab::app {

/// Translates a key of GLFW with its modifiers. nullopt if the key has no function, or types a
/// character that arrives separately.
std::optional<KeyPress> press_of_key(int glfw_key, int modifiers);

/// Whether an open menu uses the key, such as Up, Down, Enter or Tab.
bool moves_in_menus(int glfw_key);
bool is_enter(int glfw_key);
/// Whether a field with the focus uses the key.
bool belongs_to_a_field(int glfw_key, int modifiers);

}  // namespace locklab::app
