// Reentrancy: a holder that acquires again enters without waiting for itself.
#pragma once

#include <optional>

#include "sim/check/situation.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Reentrancy {
 public:
  /// Processes an attempt, with the situation before it.
  void on_attempt(const Event& event, std::size_t index, const Situation& now);
  /// Processes acquired, refused or gave_up, with the situation before it.
  void on_outcome(const Event& event, std::size_t index, const Situation& now) {
    if (pending_ > 0) decide(event, index, now);
  }
  void on_crash(const Event& event);
  Verdict verdict(const Trace& trace) const;
  /// Whether the promise is broken so far. A search uses it with fingerprint().
  bool is_broken() const { return breach_.has_value(); }
  void fingerprint(Fingerprint& print) const;

 private:
  struct Nested {
    std::size_t attempt = 0;
  };
  void decide(const Event& event, std::size_t index, const Situation& now);

  OpenTable<Nested> open_;     ///< nested attempts without a result
  std::uint32_t pending_ = 0;  ///< number of such attempts
  std::uint64_t nested_ = 0;
  std::uint64_t granted_ = 0;
  std::optional<Breach> breach_;
};

}  // namespace locklab::sim
