// Fairness: waiters acquire a lock in the order of their first attempts. A client that crashes,
// finishes or gives up leaves the queue. Clients that asked within a millisecond have no order.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Fairness {
 public:
  /// Processes an `acquired`, with the situation before it.
  void on_acquired(const Event& event, std::size_t index, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. No other state here affects the future, so there is no
  /// fingerprint.
  bool is_broken() const { return breach_.has_value(); }

 private:
  /// Attempts less than this apart count as simultaneous: their claims cross in the network, so no
  /// queue could order them. (Live clients that start together never ask in the same microsecond.)
  static constexpr std::int64_t same_moment_us = 1000;

  std::uint64_t contended_ = 0;  ///< acquisitions with at least two waiters
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim
