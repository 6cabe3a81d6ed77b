// Explains why a move is impossible now: the obstacle, and its end if that is known.
#pragma once

#include "app/challenges/move_words.h"

namespace locklab::app {

/// An impossible move, and the reason.
struct Refusal {
  Sentence what, why;
  bool operator==(const Refusal&) const = default;
};
Refusal refusal_words(const sim::Scenario& scenario, const sim::Budget& budget,
                      const sim::Trace& trace, const sim::DisabledMove& blocked);

/// A client's current activity: "alice waits for n1's reply to SET".
Sentence doing_words(const sim::Scenario& scenario, const sim::Trace& trace, ClientId client,
                     const sim::Doing& doing);

}  // namespace locklab::app
