// What can be decided in a GameState, and what cannot and why: as values, for whoever puts them
// into words.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/game/game_state.h"

namespace locklab::sim {

/// An event that will happen by itself.
struct PendingEvent {
  TimerKind kind = TimerKind::other;
  Stage stage = Stage::over;  ///< of a message
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  Phase phase = Phase::idle;  ///< of the client
  std::int64_t at = 0;
  bool operator==(const PendingEvent&) const = default;
};

/// The enabled events, in the order in which GameState::take counts them.
std::vector<PendingEvent> enabled_events(GameState& state);

/// Why something cannot happen now.
enum class WhyDisabled : std::uint8_t {
  later,        ///< it is not due yet
  behind,       ///< it is due at the same instant, but after the enabled events
  spent,        ///< the budget has no more of the kind
  mid_instant,  ///< nothing strikes in the middle of an instant
  crashed,
  paused,
  finished,
  holds,      ///< only a client that does not hold the lock can do it
  phase,      ///< the budget allows it only in another phase
  down,       ///< the node is down
  no_reply,   ///< none is on its way
  no_master,  ///< there is no master whose place it could take
  just_now,   ///< it has only just struck
  count_,
};

struct DisabledMove {
  WhyDisabled why = WhyDisabled::later;
  std::optional<PendingEvent> event;     ///< that happens by itself
  std::optional<Fault> fault;            ///< or a fault; only its kind and whom it strikes
  std::optional<std::size_t> allowance;  ///< of the budget, that the fault would use
};

/// The moves that one might want but cannot make now. Of events not due yet, only the next few.
std::vector<DisabledMove> disabled_moves(GameState& state);

}  // namespace locklab::sim
