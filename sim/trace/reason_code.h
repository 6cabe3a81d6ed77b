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

constexpr ReasonCode reason_of(Refusal refusal) {
  if (refusal == Refusal::unknown) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(ReasonCode::refusals) +
                                 static_cast<unsigned>(refusal));
}

constexpr ReasonCode reason_of(Silence silence) {
  if (silence == Silence::unknown) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(ReasonCode::silences) +
                                 static_cast<unsigned>(silence));
}

/// Unknown: the reason is none of an attempt's.
constexpr Refusal refusal_of(ReasonCode reason) {
  const unsigned at = static_cast<unsigned>(reason) - static_cast<unsigned>(ReasonCode::refusals);
  return reason > ReasonCode::refusals && at < static_cast<unsigned>(Refusal::count_)
             ? static_cast<Refusal>(at)
             : Refusal::unknown;
}

/// Unknown: the reason is none of a missing reply's.
constexpr Silence silence_of(ReasonCode reason) {
  const unsigned at = static_cast<unsigned>(reason) - static_cast<unsigned>(ReasonCode::silences);
  return reason > ReasonCode::silences && at < static_cast<unsigned>(Silence::count_)
             ? static_cast<Silence>(at)
             : Silence::unknown;
}

constexpr ReasonCode reason_of(Loss loss) {
  if (loss == Loss::unknown) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(ReasonCode::losses) +
                                 static_cast<unsigned>(loss));
}

/// Unknown: the reason is none of a lost message's.
constexpr Loss loss_of(ReasonCode reason) {
  const unsigned at = static_cast<unsigned>(reason) - static_cast<unsigned>(ReasonCode::losses);
  return reason > ReasonCode::losses && at < static_cast<unsigned>(Loss::count_)
             ? static_cast<Loss>(at)
             : Loss::unknown;
}

constexpr ReasonCode reason_of(NoEffect why) {
  if (why == NoEffect::none) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(ReasonCode::no_effects) +
                                 static_cast<unsigned>(why));
}

/// None: the reason is none of a fault's.
constexpr NoEffect no_effect_of(ReasonCode reason) {
  const unsigned at = static_cast<unsigned>(reason) - static_cast<unsigned>(ReasonCode::no_effects);
  return reason > ReasonCode::no_effects && at < static_cast<unsigned>(NoEffect::count_)
             ? static_cast<NoEffect>(at)
             : NoEffect::none;
}

}  // namespace locklab::sim
