// Describes a player's possible moves.
#pragma once

#include <string>
#include <vector>

#include "sim/explore/budget.h"
#include "sim/game/moves.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "sim/wire/link_fault.h"

namespace locklab::app {

/// Whether the lock watches its lease with timers, which the board cannot distinguish from the end
/// of the client's work.
bool watches_lease(const sim::Scenario& scenario);

/// Whether a message is a reply, on its way to the client or in its mailbox.
inline bool is_reply(const sim::PendingEvent& message) {
  return message.stage == sim::Stage::reply || message.stage == sim::Stage::mailbox;
}
/// The content of a message: "SET lock 7f3a… NX PX 50", "OK".
Sentence cargo_words(const sim::Trace& trace, const sim::PendingEvent& message);
/// The command of a client's message, or its script's name: "SET".
Sentence command_words(const sim::Trace& trace, ClientId client, std::uint32_t message);

/// A pending event in words: "OK → alice, n1's reply to SET".
Sentence due_words(const sim::Scenario& scenario, const sim::Trace& trace,
                   const sim::PendingEvent& due);

/// A fault in words: "pause alice, for 200 ms at most".
Sentence effect_words(const sim::Scenario& scenario, const sim::Fault& fault);
/// The faults of one strike in words; there is at least one.
Sentence strike_words(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults);

/// A strike that differs from others only in its size: the description that they share, and the
/// size ("+40 ms"). Both are empty unless the strike is a single clock jump or drift.
struct StrikeOption {
  Sentence of;
  std::string far;
};
StrikeOption strike_option(const sim::Scenario& scenario, const std::vector<sim::Fault>& faults);

}  // namespace locklab::app
