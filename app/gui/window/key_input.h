// The keys of the window system as presses that mean something to the lab.
#pragma once

#include <optional>

#include "app/gui/update/keys.h"

namespace locklab::app {

/// A key that GLFW names, with its modifiers. Nothing: it means nothing here, or what it types
/// comes as a character.
std::optional<KeyPress> press_of_key(int glfw_key, int modifiers);

/// Up, Down, Enter and so on: with a menu open they are the menu's.
bool moves_in_menus(int glfw_key);
bool is_enter(int glfw_key);
/// Whether it must not reach the lab while somebody writes into a field.
bool belongs_to_a_field(int glfw_key, int modifiers);

}  // namespace locklab::app
