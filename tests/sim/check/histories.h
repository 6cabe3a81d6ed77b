// Histories with the verdict that each must get, as rows of tables.
#pragma once

#include <gmock/gmock.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tests/support/verdicts.h"

namespace locklab::sim {

/// What happens, and the verdict on it. Without a claim it happens after the row before.
struct History {
  const char* claim;
  Kept kept;
  void (*forge)(Forged&);
  std::optional<std::size_t> event{}, other{};  ///< of the verdict, where they matter
};

inline constexpr const char* then = nullptr;
inline constexpr std::size_t last_event = SIZE_MAX;

/// Judges each history. `begin` is what they all begin with.
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
