// The pending events of a GameState, its clients' activities, and the obstacles that block a move:
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
  Stage stage = Stage::over;  ///< of the message
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  Phase phase = Phase::idle;       ///< of the client
  bool paused = false;             ///< the client is paused and does not react until it resumes
  std::optional<FaultKind> fault;  ///< the fault that ends, or the delayed fault that takes effect
  bool vain = false;               ///< the event has no effect, since `fault` has already ended
  std::int64_t at = 0;             ///< due time in us; -1 if something else has to end first
  bool operator==(const PendingEvent&) const = default;
};

/// The enabled events, in the order in which GameState::take counts them.
std::vector<PendingEvent> enabled_events(GameState& state);

PendingEvent described(GameState& state, const Timer& timer, std::int64_t at);
/// Describes a message that no timer moves; `at` is -1.
PendingEvent described(GameState& state, const Exchange& exchange);

/// The time in us at which the last of the injected faults of this kind and target ends by itself;
/// -1 if none does.
std::int64_t end_of_fault(const GameState& state, FaultKind kind, ClientId client, NodeId node);

/// What a client is currently doing.
struct Doing {
  enum class Kind : std::uint8_t {
    not_begun,
    awaits_reply,
    sleeps,  ///< works, thinks, or waits before a retry, depending on `phase`
    paused,
    crashed,
    finished,
    goes_on,  ///< nothing blocks it: it proceeds at this instant
  };
  Kind kind = Kind::goes_on;
  Phase phase = Phase::idle;
  NodeId node = no_node;  ///< the node whose reply it awaits
  std::uint32_t message = 0;
  std::int64_t until = -1;  ///< end of the sleep or pause, in us; -1 if unknown
  bool operator==(const Doing&) const = default;
};
Doing doing_of(GameState& state, ClientId client);

/// Why an event or a fault cannot happen now.
enum class WhyDisabled : std::uint8_t {
  // Of events:
  later,      ///< it is not due before `until`
  behind,     ///< it is due at the same instant, but after `first`
  held,       ///< a fault holds the message back
  cut,        ///< its link is cut
  overtakes,  ///< `first`, an earlier message of its connection, is stalled
  frozen,     ///< its node is frozen or busy
  asleep,     ///< its client is paused
  // Of faults:
  spent,        ///< the budget has none of this kind left
  mid_instant,  ///< no faults are injected in the middle of an instant: `first` has to happen
  crashed,
  paused,
  finished,
  holds,      ///< the client acquires, holds or releases the lock, which rules out a foreign
              ///< release
  phase,      ///< the budget allows it only in another phase
  down,       ///< the node is down
  stopped,    ///< the node is frozen
  no_reply,   ///< the node owes no reply
  has_left,   ///< the reply is already in flight, as `doing.message`
  no_master,  ///< the replica has been promoted, and follows no master
  just_now,   ///< injected at this very instant; ends at a later one
  too_soon,   ///< lasts at least until `until`
  no_key,     ///< the node has no key of a lock
  count_,
};

struct DisabledMove {
  WhyDisabled why = WhyDisabled::later;
  std::optional<PendingEvent> event;     ///< an event that happens by itself
  std::optional<Fault> fault;            ///< or a fault, with at least its kind and target set
  std::optional<std::size_t> allowance;  ///< the budget's allowance that the fault would use
  std::int64_t until = -1;  ///< when the obstacle ends at the latest, in us; -1 if unknown
  std::optional<PendingEvent> first;  ///< the event that has to happen first
  Doing doing;                        ///< for the client that the fault would hit
};

}  // namespace locklab::sim
