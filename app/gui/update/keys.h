// The intent of each key. The help lists the keys, with texts "help.*" of assets/i18n.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/update/key_press.h"

namespace locklab::app {

std::optional<Intent> intent_of(const KeyPress& press, const Model& model);

}  // namespace locklab::app
