// The window's state of a live run that advances step by step.
#pragma once

#include <cstddef>
#include <optional>

namespace locklab::app {

struct SteppedRun {
  bool held = false;          ///< its time is frozen, and everything that it has recorded is shown
  std::size_t ordered = 0;    ///< number of steps ordered and not reported yet
  bool until_broken = false;  ///< it continues until a promise is broken
  /// The number of added faults before the ordered one; nullopt if no ordered fault is pending.
  std::optional<std::size_t> struck_before = {};
};

}  // namespace locklab::app
