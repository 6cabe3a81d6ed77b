// Sleep sets (Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996).
// Let two steps a and b be independent, and let a be tried first. Then b followed by a leads to the
// same state as a followed by b, and a need not be tried right after b: a "sleeps" until a step
// happens that depends on it.
//
// Only an asynchronous search uses them. A step is then the first message of a link in one
// direction or the end of a client's sleep, and has the same bit on every path. A world with more
// steps than bits does without sleep sets.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"

namespace locklab::sim {

class Timer;

class SleepSets {
 public:
  explicit SleepSets(const Scenario& scenario);

  /// The bit of the timer's step; 0 if the step has none and never sleeps.
  std::uint32_t bit_of(const Timer& timer) const;
  /// The part of `asleep` that still sleeps after step `bit`.
  std::uint32_t after(std::uint32_t asleep, std::uint32_t bit) const;

 private:
  std::uint32_t places_;                    ///< number of nodes, plus the resource
  std::uint32_t sleeps_;                    ///< first bit of the clients' sleeps
  bool fits_;                               ///< whether there are enough bits
  std::vector<std::uint32_t> independent_;  ///< for each bit, the bits independent of it
};

}  // namespace locklab::sim
