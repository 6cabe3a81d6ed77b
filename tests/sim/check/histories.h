// Histories with their expected verdicts, as rows of tables.
#pragma once

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tests/support/verdicts.h"

namespace locklab::sim {

/// A history and its expected verdict. Without a claim, it continues the history of the row before.
struct History {
  const char* claim;
  Kept kept;
  void (*forge)(Forged&);
  std::optional<std::size_t> event{}, other{};  ///< of the verdict, if they matter
};

inline constexpr const char* then = nullptr;
inline constexpr std::size_t last_event = SIZE_MAX;

/// Judges each history. `begin` forges the common beginning of all histories with a claim.
inline void judge(
    Property property, std::span<const History> histories,
    Forged (*begin)() = [] { return Forged(); }) {
  Forged f;
  std::string claim;
  for (const History& history : histories) {
    if (history.claim) f = begin();
    claim = history.claim ? history.claim : claim + ", then";
    SCOPED_TRACE(claim);
    history.forge(f);
    const Verdict verdict = judged(f, property);
    EXPECT_THAT(verdict, golden_verdict(history.kept, claim));
    if (history.event) {
      EXPECT_EQ(verdict.event, *history.event == last_event ? f.last() : *history.event);
    }
    if (history.other) {
      EXPECT_EQ(verdict.other, *history.other);
    }
  }
}

}  // namespace locklab::sim
