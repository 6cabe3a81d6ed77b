// Words for what a player may do, and for why a move is not possible.
#pragma once

#include "app/words/sentence.h"
#include "sim/game/moves.h"

namespace locklab::app {

/// A pending event in words: "alice's SET lock … arrives at n1".
Sentence due_words(const sim::Scenario& scenario, const sim::Trace& trace,
                   const sim::PendingEvent& due);

/// A fault in words: "pause alice, for 200 ms at most".
Sentence strike_words(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults);

/// A move that is not possible, and why.
struct Refusal {
  Sentence what, why;
  bool operator==(const Refusal&) const = default;
};
Refusal refusal_words(const sim::Scenario& scenario, const sim::Budget& budget,
                      const sim::Trace& trace, const sim::DisabledMove& blocked);

/// A kind of fault as the budget counts it: "pause".
Sentence kind_words(sim::StrikeKind kind);

}  // namespace locklab::app
