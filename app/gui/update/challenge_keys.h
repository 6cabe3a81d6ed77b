// Keys on the challenges screen.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

/// None: the key does what it does on every screen.
std::optional<Intent> challenge_key(const KeyPress& press, const Model& model);

}  // namespace locklab::app
