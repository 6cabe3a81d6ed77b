// A live run that goes step by step, as the window knows it.
#pragma once

#include <cstddef>

namespace locklab::app {

struct SteppedRun {
  bool held = false;          ///< its time stands still, and all that it has recorded is shown
  std::size_t ordered = 0;    ///< steps to come
  bool until_broken = false;  ///< it goes until it breaks a promise
};

}  // namespace locklab::app
