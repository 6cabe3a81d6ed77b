// What is under way in a GameState, what its clients are about, and what can stand in a move's way:
// as values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lock/ids.h"
#include "sim/scenario/fault.h"
#include "sim/trace/state/client_course.h"
#include "sim/wire/event_queue.h"
#include "sim/wire/link_fault.h"

namespace locklab::sim {

class GameState;
struct Exchange;

/// An event that will happen by itself.
struct PendingEvent {
  TimerKind kind = TimerKind::other;
  Stage stage = Stage::over;  ///< of a message
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  Phase phase = Phase::idle;       ///< of the client
  bool paused = false;             ///< its client is, and takes no notice until it wakes
  std::optional<FaultKind> fault;  ///< that ends, or a promotion that comes
  bool vain = false;               ///< that fault is over already
  std::int64_t at = 0;             ///< when it is due; -1: something has to end before
  bool operator==(const PendingEvent&) const = default;
};

/// The enabled events, in the order in which GameState::take counts them.
std::vector<PendingEvent> enabled_events(GameState& state);

PendingEvent described(GameState& state, const Timer& timer, std::int64_t at);
/// A message that no timer brings on.
PendingEvent described(GameState& state, const Exchange& exchange);

/// When the last fault of a kind that has struck there ends by itself; -1: none does.
std::int64_t end_of_fault(const GameState& state, FaultKind kind, ClientId client, NodeId node);

/// What a client is about now.
struct Doing {
  enum class Kind : std::uint8_t {
    not_begun,
    awaits_reply,
    sleeps,  ///< works, or waits before it tries again: its phase says which
    paused,
    crashed,
    finished,
    goes_on,  ///< nothing keeps it: it goes on at this instant
  };
  Kind kind = Kind::goes_on;
  Phase phase = Phase::idle;
  NodeId node = no_node;  ///< whose reply it awaits
  std::uint32_t message = 0;
  std::int64_t until = -1;  ///< when that ends by itself; of a pause at the latest; -1: unknown
  bool operator==(const Doing&) const = default;
};
Doing doing_of(GameState& state, ClientId client);

/// Why something cannot happen now.
enum class WhyDisabled : std::uint8_t {
  // Of events:
  later,      ///< it is not due before `until`
  behind,     ///< it is due at the same instant, but after `first`
  held,       ///< a fault holds the message back
  cut,        ///< its link is cut
  overtakes,  ///< `first`, an earlier message of its connection, is held up
  frozen,     ///< its node is, or is busy
  asleep,     ///< its client is paused
  // Of faults:
  spent,        ///< the budget has no more of the kind
  mid_instant,  ///< nothing strikes in the middle of an instant: `first` has to happen
  crashed,
  paused,
  finished,
  holds,      ///< only a client that does not hold the lock can do it
  phase,      ///< the budget allows it only in another phase
  down,       ///< the node is down
  stopped,    ///< the node is frozen
  no_reply,   ///< the node owes none
  has_left,   ///< the reply is on its way already, to `doing.message`
  no_master,  ///< the replica has no live master whose place it could take
  just_now,   ///< it struck at this very instant, and ends at a later one
  too_soon,   ///< it lasts until `until` at the least
  count_,
};

struct DisabledMove {
  WhyDisabled why = WhyDisabled::later;
  std::optional<PendingEvent> event;     ///< that happens by itself
  std::optional<Fault> fault;            ///< or a fault; only its kind and whom it strikes
  std::optional<std::size_t> allowance;  ///< of the budget, that the fault would use
  std::int64_t until = -1;               ///< when the hindrance ends, at the latest; -1: unknown
  std::optional<PendingEvent> first;     ///< what has to happen before
  Doing doing;                           ///< of the client that the fault would strike
};

}  // namespace locklab::sim
