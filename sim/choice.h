// The only source of chance and of order in a simulated world: dice, an exhaustive search, a
// replay, or the user.
#pragma once

namespace locklab::sim {

class Choice {
 public:
  virtual ~Choice() = default;
  /// Picks one of `options` (>= 1): 0 .. options-1. `why` names the decision in traces and in the
  /// window.
  virtual unsigned pick(unsigned options, const char* why) = 0;
};

}  // namespace locklab::sim
