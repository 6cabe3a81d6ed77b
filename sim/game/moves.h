// What may be decided at a Table, and what may not and why: as values, for whoever puts them into
// words.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/game/table.h"

namespace locklab::sim {

/// Something that will happen by itself.
struct Due {
  TimerKind kind = TimerKind::other;
  Stage stage = Stage::over;  ///< of a message
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  Phase phase = Phase::idle;  ///< of the client
  std::int64_t at = 0;
  bool operator==(const Due&) const = default;
};

/// What is due, in the order in which Table::take counts it.
std::vector<Due> due(Table& table);

/// Why something cannot be done now.
enum class Why : std::uint8_t {
  later,        ///< it is not due yet
  behind,       ///< at the same instant, but after the things that are offered
  spent,        ///< nothing of the kind is left
  mid_instant,  ///< nothing strikes in the middle of an instant
  crashed,
  paused,
  finished,
  holds,      ///< it takes one that does not hold
  phase,      ///< the budget allows it only in another phase
  down,       ///< the node is
  no_reply,   ///< none is on its way
  no_master,  ///< to take the place of
  just_now,   ///< it has only just struck
  count_,
};

struct Blocked {
  Why why = Why::later;
  std::optional<Due> due;      ///< it is something that happens by itself
  std::optional<Fault> fault;  ///< else this, to somebody; only its kind and whom it strikes
  std::optional<std::size_t> allowance;  ///< of the budget, from which it would come
};

/// What one might want to do, and cannot. Things that are not due yet: only the next few.
std::vector<Blocked> blocked(Table& table);

}  // namespace locklab::sim
