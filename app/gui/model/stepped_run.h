// A live run that goes step by step, as the window knows it.
#pragma once

#include <cstddef>
#include <optional>

namespace locklab::app {

struct SteppedRun {
  bool held = false;          ///< its time stands still, and all that it has recorded is shown
  std::size_t ordered = 0;    ///< steps to come
  bool until_broken = false;  ///< it goes until it breaks a promise
  /// A fault was ordered to strike: how many had been added by then.
  std::optional<std::size_t> struck_before = {};
};

}  // namespace locklab::app
