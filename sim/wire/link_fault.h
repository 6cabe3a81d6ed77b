// The faults of a link and the stages of a message, both in the simulator and on a live wire.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lock/time.h"
#include "sim/scenario/fault.h"

namespace locklab::sim {

enum class Stage : std::uint8_t {
  outbox,   ///< not sent yet: its client has deferred it (ClientProcess::defers)
  request,  ///< in flight to the node
  at_node,  ///< at the node: queued, running, or waiting to be answered
  reply,    ///< in flight to the client
  mailbox,  ///< arrived at the client, which has not passed it to its program yet
  over,
};
/// Whether the message is a reply or push that its client's program has not received yet.
constexpr bool is_reply(Stage stage) { return stage == Stage::reply || stage == Stage::mailbox; }

/// An active fault of a link.
struct LinkFault {
  FaultToken token = 0;
  FaultKind kind = FaultKind::cut;  ///< cut, slow, hold, drop or delay
  bool requests = true;
  bool replies = true;
  std::uint32_t still = 0;  ///< number of messages still to be hit, for kinds that count
  bool together = false;    ///< counts messages across several links, on all of which it is active
  bool all = false;         ///< a hold without a count: every message
  Duration by{0};           ///< slow, delay: additional latency
  Duration jitter{0};       ///< slow: maximum deviation from `by`
  std::string command;      ///< hold, drop, delay: only messages with this verb(); empty for any

  /// Whether it has hit all its messages and is no longer active. A hold remains for those that it
  /// has caught.
  bool spent() const { return still == 0 && (kind == FaultKind::drop || kind == FaultKind::delay); }
  bool concerns(Stage stage) const { return stage == Stage::request ? requests : replies; }
  /// Whether the fault applies to messages with that verb.
  bool names(std::string_view verb) const { return command.empty() || command == verb; }
};

}  // namespace locklab::sim
