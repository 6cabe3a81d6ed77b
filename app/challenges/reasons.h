// Why a move is not possible now, in words that say what stands in its way and until when.
#pragma once

#include "app/challenges/move_words.h"

namespace locklab::app {

/// A move that is not possible, and why.
struct Refusal {
  Sentence what, why;
  bool operator==(const Refusal&) const = default;
};
Refusal refusal_words(const sim::Scenario& scenario, const sim::Budget& budget,
                      const sim::Trace& trace, const sim::DisabledMove& blocked);

/// What a client is about: "alice waits for n1's reply to SET".
Sentence doing_words(const sim::Scenario& scenario, const sim::Trace& trace, ClientId client,
                     const sim::Doing& doing);

}  // namespace locklab::app
