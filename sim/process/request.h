// What a client's program waits for, and a command that it has sent: what both worlds and the wire
// between client and service know of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "lock/command.h"
#include "lock/env.h"
#include "lock/reply.h"
#include "sim/trace/event.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A reply or a time that a program's await waits for.
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

  // What every callback looks at comes first, side by side; the command's bytes come last.
  Call* call = nullptr;  ///< null: nobody waits for the reply any more
  ClientId from = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  std::uint16_t place = no_name;  ///< where its program waits
  bool sent = false;
  bool again = false;   ///< came while its client was paused, and is brought once more
  bool pushed = false;  ///< a frame that its node sent by itself: `reply`, to no command
  /// Belongs to what an earlier command has begun on its connection: if that is lost, no other can
  /// carry it (lock/transaction.h).
  bool continues = false;
  std::uint8_t hops = 0;  ///< how often nodes of a cluster have sent the command on
  Duration timeout{0};
  Reply reply;
  Silence silence{};  ///< why no reply will come; unknown: one may
  std::string why;    ///< the same in words of its own; empty: it has none
  Command command;

  void begin_anew() {
    cancelled = false;
    sent = false;
    again = false;
    pushed = false;
    continues = false;
    hops = 0;
    silence = {};
    why.clear();
  }
  bool is_silent() const { return silence != Silence::unknown; }
  /// Where it is silent: the words for that.
  std::string_view silence_words() const { return why.empty() ? name(silence) : why; }
  /// Says that the event is about this request.
  void sign(Event& event) const {
    event.message = message;
    event.acquisition = command.acquisition;
    event.client = from;
    event.node = node;
    event.purpose = command.purpose;
  }
  /// Makes `event` the one of that kind that tells this answer (ran, pushed), with its text in
  /// `trace`.
  void tell(Event& event, EventKind kind, const Reply& answer, Trace& trace) const;
  /// An event about this request.
  Event event(EventKind kind) const {
    Event event;
    event.kind = kind;
    sign(event);
    return event;
  }
};

/// The text of a reply as events have it; no_text: its kind and its number say all.
inline std::uint32_t keep_text(const Reply& reply, Trace& trace) {
  if (reply.kind == Reply::Kind::array) return trace.keep(as_printed(reply));
  return reply.text.empty() || reply.ok() ? no_text : trace.keep(reply.text);
}

inline void Request::tell(Event& event, EventKind kind, const Reply& answer, Trace& trace) const {
  event.kind = kind;
  sign(event);
  event.detail = static_cast<std::uint8_t>(answer.kind);
  event.value = answer.integer;
  event.text = keep_text(answer, trace);
}

}  // namespace locklab::sim
