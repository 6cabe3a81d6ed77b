// Why an event says no: why an attempt was refused, why no reply came, why nobody will read a
// message, why a fault changed nothing.
// The engine that acts sets the reason, simulated or live; who reads a trace compares it, and never
// a text.
#pragma once

#include <cstdint>
#include <string_view>

#include "lock/grant.h"
#include "lock/reply.h"

namespace locklab::sim {

/// Why nobody will read a message.
enum class Loss : std::uint8_t {
  unknown,           ///< nobody has told
  dropped,           ///< a fault took it
  connection_lost,   ///< its connection went before it
  connection_reset,  ///< its connection was torn down
  never_opened,      ///< its client closed the connection before that had reached its node
  transaction_lost,  ///< what it continues was on a connection that is lost
  node_down,         ///< its node's machine has no power
  power_lost,        ///< its node's machine lost its power
  client_gone,       ///< its client has crashed or left
  given_up,          ///< its client had given up on it
  count_,
};

/// The usual words: "dropped on its way".
std::string_view name(Loss loss);

/// Why a fault whose moment has come changes nothing.
enum class NoEffect : std::uint8_t {
  none,            ///< it has an effect
  client_crashed,  ///< its client is gone
  not_paused,      ///< its client goes on already
  node_dead,       ///< its node, or the one that it needs besides, is down
  node_frozen,     ///< the same, stopped
  node_refuses,    ///< the same, and refuses writes
  just_back,       ///< the same, back so lately that it serves nobody yet
  coming_back,     ///< its node starts already
  not_down,        ///< its node is neither dead nor frozen
  is_master,       ///< its node serves as a master already
  other_slots,     ///< its node does not have the lock's slot
  nothing_kept,    ///< nothing is cut, slowed or held there
  nothing_held,    ///< nothing is held there
  not_connected,   ///< no connection is open there
  count_,
};

/// Of a `refused` event a Refusal, of a `timed_out` one a Silence, of a `message_lost` one a Loss,
/// of a `fault_missed` one a NoEffect, each at a place of its own.
enum class ReasonCode : std::uint8_t {
  unknown = 0,  ///< nobody has told: a trace of an earlier version
  refusals = 1,
  silences = 64,
  no_effects = 128,
  losses = 160,
  end = losses + static_cast<std::uint8_t>(Loss::count_),
};
static_assert(static_cast<unsigned>(Refusal::count_) < 63);
static_assert(static_cast<unsigned>(Silence::count_) < 64);
static_assert(static_cast<unsigned>(NoEffect::count_) < 32);

/// The code of a reason whose kind has its codes from `first` on.
template <class Why>
constexpr ReasonCode coded(ReasonCode first, Why why) {
  if (why == Why{}) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(first) + static_cast<unsigned>(why));
}

/// The reason of that code; Why{}: the code is one of another kind.
template <class Why>
constexpr Why decoded(ReasonCode first, ReasonCode reason) {
  const unsigned at = static_cast<unsigned>(reason) - static_cast<unsigned>(first);
  const bool is_one = reason > first && at < static_cast<unsigned>(Why::count_);
  return is_one ? static_cast<Why>(at) : Why{};
}

constexpr ReasonCode reason_of(Refusal why) { return coded(ReasonCode::refusals, why); }
constexpr ReasonCode reason_of(Silence why) { return coded(ReasonCode::silences, why); }
constexpr ReasonCode reason_of(NoEffect why) { return coded(ReasonCode::no_effects, why); }
constexpr ReasonCode reason_of(Loss why) { return coded(ReasonCode::losses, why); }

/// Unknown: the reason is none of an attempt's.
constexpr Refusal refusal_of(ReasonCode reason) {
  return decoded<Refusal>(ReasonCode::refusals, reason);
}
/// Unknown: the reason is none of a missing reply's.
constexpr Silence silence_of(ReasonCode reason) {
  return decoded<Silence>(ReasonCode::silences, reason);
}
/// None: the reason is none of a fault's.
constexpr NoEffect no_effect_of(ReasonCode reason) {
  return decoded<NoEffect>(ReasonCode::no_effects, reason);
}
/// Unknown: the reason is none of a lost message's.
constexpr Loss loss_of(ReasonCode reason) { return decoded<Loss>(ReasonCode::losses, reason); }

}  // namespace locklab::sim
