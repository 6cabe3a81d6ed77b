// What a player may do, and why not, in words.
#pragma once

#include "sim/game/moves.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// "alice's SET lock … arrives at n1".
Sentence due_words(const sim::Scenario& scenario, const Trace& trace, const sim::Due& due);

/// "pause alice, for 200 ms at most".
Sentence strike_words(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults);

/// What is blocked, and why.
struct Refusal {
  Sentence what, why;
  bool operator==(const Refusal&) const = default;
};
Refusal refusal_words(const sim::Scenario& scenario, const sim::Budget& budget, const Trace& trace,
                      const sim::Blocked& blocked);

/// "pause": a kind of fault, as the budget counts it.
Sentence kind_words(sim::StrikeKind kind);

}  // namespace locklab::app
