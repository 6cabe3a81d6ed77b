// A key press, independent of the window library.
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
  page_up,
  page_down,
  enter,
  backspace,
  escape,
  f1,
  f11
};

struct KeyPress {
  Key key = Key::other;
  char32_t character = 0;  ///< the typed character: '+', '?', 'f'; 0 if none
  bool shift = false;
  bool control = false;
};

}  // namespace locklab::app
