// The longest time of a load in which a lock had waiters, but no client inside.
#pragma once

#include <cstdint>

#include "lock/time.h"

namespace locklab::app {

struct LoadLockout {
  std::uint64_t lock = 0;
  Duration from{0};  ///< since measuring began
  Duration to{0};
  bool to_the_end = false;  ///< lasted until measuring ended

  Duration length() const { return to - from; }
  bool operator==(const LoadLockout&) const = default;
};

}  // namespace locklab::app
