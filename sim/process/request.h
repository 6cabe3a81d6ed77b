// What a client's program waits for, and a command that it has sent: what both worlds and the wire
// between client and service know of it.
#pragma once

#include <cstdint>
#include <string>

#include "lock/command.h"
#include "lock/env.h"
#include "lock/reply.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// What a program's await waits for: a reply or a time.
struct Pending {
  explicit Pending(bool request) : is_request(request) {}
  const bool is_request;
  bool cancelled = false;
  std::int64_t due_local = 0;  ///< when it is over, by its client's monotonic clock
};

/// A command, from the moment in which its program asks for it. It lives until nobody waits for its
/// reply any more and its driver has nothing of it under way.
struct Request : Pending {
  Request() : Pending(true) {}

  Command command;
  Reply reply;
  Call* call = nullptr;  ///< null: nobody waits for the reply any more
  ClientId from = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  std::uint16_t place = no_name;  ///< where its program waits
  bool sent = false;
  bool again = false;   ///< came while its client was paused, and is brought once more
  bool pushed = false;  ///< a frame that its node sent by itself: `reply`, to no command
  Duration timeout{0};
  std::string failure;  ///< why no reply will come; empty: one may

  void begin_anew() {
    cancelled = false;
    sent = false;
    again = false;
    pushed = false;
    failure.clear();
  }
  /// Says that the event is about this request.
  void sign(Event& event) const {
    event.message = message;
    event.acquisition = command.acquisition;
    event.client = from;
    event.node = node;
    event.purpose = command.purpose;
  }
  /// Makes `ran` the event that says that it was run, with this answer; texts go into `trace`.
  void say_ran(Event& ran, const Reply& answer, Trace& trace) const;
  /// An event about this request.
  Event event(EventKind kind) const {
    Event event;
    event.kind = kind;
    sign(event);
    return event;
  }
};

inline void Request::say_ran(Event& ran, const Reply& answer, Trace& trace) const {
  ran.kind = EventKind::ran;
  sign(ran);
  ran.detail = static_cast<std::uint8_t>(answer.kind);
  ran.value = answer.integer;
  if (answer.kind == Reply::Kind::array) {
    ran.text = trace.keep(as_printed(answer));
  } else if (!answer.text.empty() && !answer.ok()) {
    ran.text = trace.keep(answer.text);
  }
}

}  // namespace locklab::sim
