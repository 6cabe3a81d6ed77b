// Keys on the challenges screen.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

/// The key for choice `number`, from 0: a digit, then a capital letter. 0 if there are no more
/// keys.
char choice_key(std::size_t number);

/// The intent of a key; nullopt if it has its usual meaning.
std::optional<Intent> challenge_key(const KeyPress& press, const Model& model);

}  // namespace locklab::app
