// Fairness: those who wait for a lock get in in the order of their first attempts. Who crashes or
// gives up leaves the queue. Those who asked at the same time have no order.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Fairness {
 public:
  /// An `acquired`, with the situation before it.
  void on_acquired(const Event& event, std::size_t index, const Situation& now);
  Verdict verdict(const Trace& trace) const;
  /// For searches: whether it is broken by now. Beyond that it keeps nothing that decides anything.
  bool is_broken() const { return breach_.has_value(); }

 private:
  /// Those who ask less apart have asked at the same time: no queue could tell them apart, since
  /// their claims cross on the way. (Live clients that start together are never at the same
  /// microsecond.)
  static constexpr std::int64_t same_moment_us = 1000;

  std::uint64_t contended_ = 0;  ///< acquisitions while two waited at least
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim
