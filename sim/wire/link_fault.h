// A fault of a link, and where on its way a message is, in the simulator and on a live wire alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lock/time.h"
#include "sim/scenario/fault.h"

namespace locklab::sim {

enum class Stage : std::uint8_t {
  outbox,   ///< not sent yet: its client is paused, or has other things to do first
  request,  ///< on its way to the node
  at_node,  ///< waits there: frozen node, WAIT, a script that does not end
  reply,    ///< on its way back
  mailbox,  ///< received by a paused client
  over,
};

/// One fault that stands on a link.
struct LinkFault {
  FaultToken token = 0;
  FaultKind kind = FaultKind::cut;  ///< cut, slow, hold, drop or delay
  bool requests = true;
  bool replies = true;
  std::uint32_t still = 0;  ///< drop, delay, and a hold that counts: so many messages to come
  bool together = false;    ///< it counts the messages of several links, all of which it stands on
  bool all = false;         ///< a hold that does not count: every message
  Duration by{0};           ///< slow, delay
  Duration jitter{0};       ///< slow: give or take so much
  std::string command;      ///< hold, drop, delay: of such messages alone (verb()); empty: of any

  /// Whether it has struck all its messages, and stands there no more. A hold remains with those
  /// that it has caught.
  bool spent() const { return still == 0 && (kind == FaultKind::drop || kind == FaultKind::delay); }
  bool concerns(Stage stage) const { return stage == Stage::request ? requests : replies; }
  /// Whether a message of that name is meant, among those that go its way.
  bool names(std::string_view verb) const { return command.empty() || command == verb; }
};

}  // namespace locklab::sim
