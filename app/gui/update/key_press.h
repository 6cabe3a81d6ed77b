// A key that was pressed, whatever library tells of it.
#pragma once

#include <cstdint>

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

}  // namespace locklab::app
