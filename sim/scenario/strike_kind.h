// The faults that a search or a player may inject: the kinds of faults, without their sizes and
// ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/scenario/fault.h"

namespace locklab::sim {

enum class StrikeKind : std::uint8_t {
  crash,  ///< a client crashes
  pause,  ///< a client freezes, and resumes at a later instant
  kill,   ///< a node's process dies, and restarts at a later instant
  power,  ///< a node loses power, and restarts at a later instant
  stop,   ///< a node freezes, and resumes at a later instant
  cut,    ///< a link between a client and a node is cut, in one direction or both, until a later
          ///< instant
  hold,   ///< one message is held until a later instant
  lose,   ///< one message is lost, with its connection
  clock_jump,       ///< a clock jumps, forward or back
  drift,            ///< a clock runs too fast or too slow from now on
  failover,         ///< a master dies, its replica takes over later, and the master may return
  split_brain,      ///< a replica replaces a master that still lives: there are two for a time
  foreign_release,  ///< a client that does not hold the lock releases it
  remove,           ///< somebody outside the run deletes the lock's keys on a node
  count_,
};

/// The kind's word in a budget: "clock_jump".
std::string_view name(StrikeKind kind);

/// The kind of fault that represents `kind` in a scenario, such as promote for a failover.
FaultKind fault_kind(StrikeKind kind);

/// The kind that represents that fault in a search; nullopt if the fault only ends another one, or
/// no search uses it.
std::optional<StrikeKind> strike_of(const Fault& fault);

}  // namespace locklab::sim
