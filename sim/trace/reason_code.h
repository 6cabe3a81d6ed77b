// The reasons for negative events: why an attempt was refused, why no reply came, why nobody will
// read a message, why a fault had no effect. The acting engine, simulated or live, sets the reason;
// readers of a trace compare it, and never a text.
#pragma once

#include <cstdint>
#include <string_view>

#include "lock/grant.h"
#include "lock/reply.h"

namespace locklab::sim {

/// Why nobody will read a message.
enum class Loss : std::uint8_t {
  unknown,           ///< not recorded
  dropped,           ///< dropped by a fault
  connection_lost,   ///< its connection ended first
  connection_reset,  ///< its connection was torn down
  never_opened,      ///< its client closed the connection before the handshake was complete
  transaction_lost,  ///< it continues a transaction on a lost connection
  node_down,         ///< its node's machine has no power
  power_lost,        ///< its node's machine lost its power
  client_gone,       ///< its client has crashed or left
  given_up,          ///< its client had closed the connection, or its driver missed it
                     ///< (command_repeated)
  count_,
};

/// The default words, such as "dropped on its way"; empty for `unknown`.
std::string_view name(Loss loss);

/// Why a fault that is due has no effect.
enum class NoEffect : std::uint8_t {
  none,  ///< it has an effect
  client_crashed,
  not_paused,
  node_dead,     ///< its node, or another one that it needs, is down
  node_frozen,   ///< its node, or another one that it needs, is frozen
  node_refuses,  ///< its node, or another one that it needs, refuses writes
  just_back,  ///< its node, or another one that it needs, has just restarted and serves nobody yet
  coming_back,    ///< its node is already restarting
  not_down,       ///< its node is neither dead nor frozen
  is_master,      ///< its node already serves as a master
  other_slots,    ///< its node owns no slot of the lock, or is itself the target
  nothing_kept,   ///< nothing is cut, slowed or held there
  nothing_held,   ///< nothing is held there
  not_connected,  ///< no connection is open there
  is_replica,     ///< its node is a replica, which takes no writes and evicts nothing
  no_key,         ///< its node has no key to remove
  count_,
};

/// The reason of an event: a Refusal for `refused`, a Silence for `timed_out`, a Loss for
/// `message_lost`, a NoEffect for `fault_missed`. Each kind has its own range.
enum class ReasonCode : std::uint8_t {
  unknown = 0,  ///< none, or not recorded (a trace of an earlier version)
  refusals = 1,
  silences = 64,
  no_effects = 128,
  losses = 160,
  end = losses + static_cast<std::uint8_t>(Loss::count_),
};
static_assert(static_cast<unsigned>(Refusal::count_) < 63);
static_assert(static_cast<unsigned>(Silence::count_) < 64);
static_assert(static_cast<unsigned>(NoEffect::count_) < 32);

/// The code of a reason; `first` begins the range of its kind. `unknown` for Why{}.
template <class Why>
constexpr ReasonCode coded(ReasonCode first, Why why) {
  if (why == Why{}) return ReasonCode::unknown;
  return static_cast<ReasonCode>(static_cast<unsigned>(first) + static_cast<unsigned>(why));
}

/// The reason for that code; Why{} if the code is not of the kind whose range begins at `first`.
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

/// Refusal::unknown if `reason` is not the code of a Refusal.
constexpr Refusal refusal_of(ReasonCode reason) {
  return decoded<Refusal>(ReasonCode::refusals, reason);
}
/// Silence::unknown if `reason` is not the code of a Silence.
constexpr Silence silence_of(ReasonCode reason) {
  return decoded<Silence>(ReasonCode::silences, reason);
}
/// NoEffect::none if `reason` is not the code of a NoEffect.
constexpr NoEffect no_effect_of(ReasonCode reason) {
  return decoded<NoEffect>(ReasonCode::no_effects, reason);
}
/// Loss::unknown if `reason` is not the code of a Loss.
constexpr Loss loss_of(ReasonCode reason) { return decoded<Loss>(ReasonCode::losses, reason); }

}  // namespace locklab::sim
