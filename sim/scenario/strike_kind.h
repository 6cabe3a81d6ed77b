// The faults that a search or a player strikes with: a view of the kinds of faults, without their
// sizes and their ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/scenario/fault.h"

namespace locklab::sim {

enum class StrikeKind : std::uint8_t {
  crash,            ///< a client is gone
  pause,            ///< a client stands still, and goes on at some later instant
  kill,             ///< a node's process dies, and starts again at some later instant
  power,            ///< a node loses its power, and starts again at some later instant
  stop,             ///< a node freezes, and goes on at some later instant
  cut,              ///< nothing passes between a client and a node, in one direction or in both,
                    ///< until some later instant
  hold,             ///< one message waits, until some later instant
  lose,             ///< one message is lost, with its connection
  clock_jump,       ///< a clock jumps, forward or back
  drift,            ///< a clock runs too fast or too slowly from now on
  failover,         ///< a master dies, later its replica takes its place, and it may come back then
  split_brain,      ///< a replica takes the place of a master that lives: there are two for a time
  foreign_release,  ///< a client that does not hold runs its release
  count_,
};

/// The kind's word in a budget: "clock_jump".
std::string_view name(StrikeKind kind);

/// What it begins with.
FaultKind fault_kind(StrikeKind kind);

/// The kind that does the same as that fault. None: the fault only ends another one, or nobody
/// searches with it.
std::optional<StrikeKind> strike_of(const Fault& fault);

}  // namespace locklab::sim
