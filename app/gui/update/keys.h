// What each key wants. The list that the window shows of them is assets/i18n's "help.*".
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

std::optional<Intent> intent_of(const KeyPress& press, const Model& model);

}  // namespace locklab::app
