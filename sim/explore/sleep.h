// Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996):
// of two things that do not depend on each other, say a and b, where a was tried first, a need not
// be tried again right after b, for that is b right after a. It "sleeps" until something happens on
// which it depends.
//
// Only where time stands still. What may be next is then the first message of a link in one
// direction, or a client's nap, so a bit for each of these names it on every path.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

class Timer;

class SleepSets {
 public:
  explicit SleepSets(const Scenario& scenario);

  /// The bit of what is next there; 0: it has none, and never sleeps.
  std::uint32_t bit_of(const Timer& timer) const;
  /// Of what slept before `bit` happened, what still does.
  std::uint32_t after(std::uint32_t asleep, std::uint32_t bit) const;

 private:
  std::uint32_t places_;                    ///< nodes and the resource
  std::uint32_t sleeps_;                    ///< the first bit of these
  bool fits_;                               ///< all bits are there
  std::vector<std::uint32_t> independent_;  ///< of each bit
};

}  // namespace locklab::sim
