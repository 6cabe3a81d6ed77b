// Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996):
// where a and b do not depend on each other and a was tried first, a need not be tried right after
// b, because that is the same as b right after a. So a "sleeps" until something happens that it
// depends on.
//
// They are used only where time stands still. A step is then the first message of a link in one
// direction or the end of a client's nap, and has the same bit on every path. A world with more of
// them than there are bits goes without.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

class Timer;

class SleepSets {
 public:
  explicit SleepSets(const Scenario& scenario);

  /// The bit of the step that this timer brings; 0: it has none and never sleeps.
  std::uint32_t bit_of(const Timer& timer) const;
  /// The part of `asleep` that still sleeps after `bit` has happened.
  std::uint32_t after(std::uint32_t asleep, std::uint32_t bit) const;

 private:
  std::uint32_t places_;                    ///< nodes and the resource
  std::uint32_t sleeps_;                    ///< the first bit of these
  bool fits_;                               ///< there are enough bits
  std::vector<std::uint32_t> independent_;  ///< of each bit
};

}  // namespace locklab::sim
