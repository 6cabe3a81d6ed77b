// What keys do while challenges are shown.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

/// None: what it does on every screen.
std::optional<Intent> challenge_key(const KeyPress& press, const Model& model);

}  // namespace locklab::app
