// Decides what a simulated world leaves open, such as the order of events and latencies: by dice,
// an exhaustive search, a replay, or the user.
#pragma once

#include <cstddef>
#include <cstdint>

namespace locklab::sim {

class Choice {
 public:
  virtual ~Choice() = default;
  /// Picks one of `options` (>= 1): 0 .. options-1. `why` names the decision: "order".
  virtual unsigned pick(unsigned options, const char* why) = 0;

  /// Picks an amount 0 .. `most`, such as a latency. Dice draw it; other choices take `usual`
  /// unless their schedule prescribes an amount.
  virtual std::uint64_t amount(std::uint64_t most, std::uint64_t usual, const char* why) = 0;
  /// Whether random durations are left open until they make a difference (OpenTimes). If so,
  /// amount() is not called for them.
  virtual bool leaves_open() const { return false; }
  /// If random durations are left open: they may also end at every multiple of this, in us; 0 if
  /// they end only where that makes a difference.
  virtual std::int64_t ends_every() const { return 0; }
  /// Decides whether a retry delay that may exceed its client's deadline does so. Called only if
  /// durations are left open.
  virtual bool too_long() { return false; }
  /// Called for each retry delay that was drawn from a fixed series, although durations are left
  /// open.
  virtual void drew_from_series() {}

  /// Whether this choice orders the events that are due at the same instant. Otherwise the event
  /// scheduled first happens first.
  virtual bool orders() const { return false; }
  /// Whether this choice also orders events whose order cannot matter (see Ties).
  virtual bool all_orders() const { return false; }
  /// Whether a replay has met a decision that does not match its recorded choices.
  virtual bool left_the_path() const { return false; }
  /// The number of a replay's recorded choices not followed so far.
  virtual std::size_t not_followed() const { return 0; }
};

}  // namespace locklab::sim
