// Why an event says no: why an attempt was refused, and why no reply came. The engine that acts
// sets the reason, simulated or live; who reads a trace compares it, and never a text.
#pragma once

#include <cstdint>

#include "lock/grant.h"
#include "lock/reply.h"

namespace locklab::sim {

/// Of a `refused` event a Refusal, of a `timed_out` one a Silence, each at a place of its own.
enum class ReasonCode : std::uint8_t {
  unknown = 0,  ///< nobody has told: a trace of an earlier version
  refusals = 1,
  silences = 64,
  end = silences + static_cast<std::uint8_t>(Silence::count_),
};
static_assert(static_cast<unsigned>(Refusal::count_) < 63);

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
  return reason > ReasonCode::silences && reason < ReasonCode::end ? static_cast<Silence>(at)
                                                                   : Silence::unknown;
}

}  // namespace locklab::sim
