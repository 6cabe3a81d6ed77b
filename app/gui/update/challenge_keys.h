// Keys on the challenges screen.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

/// The key that makes the choice with this number, from 0: a digit, then a letter that means
/// nothing else on the board. 0: there are no more keys.
char choice_key(std::size_t number);

/// None: the key does what it does on every screen.
std::optional<Intent> challenge_key(const KeyPress& press, const Model& model);

}  // namespace locklab::app
