// The only source of chance and of order in a simulated world: dice, an exhaustive search, a
// replay, or the user.
#pragma once

#include <cstddef>
#include <cstdint>

namespace locklab::sim {

class Choice {
 public:
  virtual ~Choice() = default;
  /// Picks one of `options` (>= 1): 0 .. options-1. `why` names the decision in traces and in the
  /// window.
  virtual unsigned pick(unsigned options, const char* why) = 0;

  /// Picks an amount 0 .. `most`, such as a latency. Dice take any; others the `usual` one unless
  /// they are told.
  virtual std::uint64_t amount(std::uint64_t most, std::uint64_t usual, const char* why) = 0;
  /// Whether it leaves open how long something takes that chance decides, until that makes a
  /// difference (OpenTimes). It is then asked for no amount.
  virtual bool leaves_open() const { return false; }
  /// Whether a pause that may be longer than its client's patience is (only where times are left
  /// open).
  virtual bool too_long() { return false; }

  /// Whether this choice orders the events that are due at the same instant. Otherwise the event
  /// that was set first happens first.
  virtual bool orders() const { return false; }
  /// Whether this choice also orders events whose order cannot matter (see Ties).
  virtual bool all_orders() const { return false; }
  /// Whether a replay has met a decision that its recorded choices do not fit.
  virtual bool left_the_path() const { return false; }
  /// How many of a replay's recorded choices have not been followed so far.
  virtual std::size_t not_followed() const { return 0; }
};

}  // namespace locklab::sim
