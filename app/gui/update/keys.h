// What each key wants. The list that the window shows of them is assets/i18n's "help.*".
#pragma once

#include <cstdint>
#include <optional>

#include "app/gui/model/intent.h"

namespace locklab::app {

enum class Key : std::uint8_t {
  other,
  space,
  left,
  right,
  up,
  down,
  home,
  end,
  enter,
  backspace,
  escape,
  f11
};

struct KeyPress {
  Key key = Key::other;
  char32_t character = 0;  ///< what it types: '+', '?', 'f'; 0: nothing
  bool shift = false;
  bool control = false;
};

std::optional<Intent> intent_of(const KeyPress& press, const Model& model);

}  // namespace locklab::app
