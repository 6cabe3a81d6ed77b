// The waits of a client's program and the commands that it has sent: the part shared by both worlds
// and the wire between client and service.
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

/// A reply or a point in time that a program awaits.
struct Pending {
  explicit Pending(bool request) : is_request(request) {}
  const bool is_request;
  bool cancelled = false;
  std::int64_t due_local = 0;  ///< deadline in us, by the client's monotonic clock
};

/// A command, from the moment its program issues it. The request lives until nobody waits for its
/// reply and its driver has nothing of it in flight.
struct Request : Pending {
  Request() : Pending(true) {}

  // Members used in every callback come first, close together; the command's bytes come last.
  Call* call = nullptr;  ///< null once nobody waits for the reply
  ClientId from = no_client;
  NodeId node = no_node;
  std::uint32_t message = 0;
  std::uint16_t place = no_name;  ///< source place where its program waits
  bool sent = false;
  bool again = false;   ///< the reply will be delivered again (ClientDriver::arrives_again)
  bool pushed = false;  ///< `reply` is a frame that the node pushed, not the reply to a command
  /// Continues an earlier command on its connection (a transaction): if that connection is lost, no
  /// other can carry it (lock/transaction.h).
  bool continues = false;
  std::uint8_t hops = 0;  ///< number of times it was sent again: redirections and repetitions
  Duration timeout{0};
  Reply reply;
  Silence silence{};  ///< why no reply will come; `unknown` while one may
  std::string why;    ///< the reason in more detail; empty if `silence` is enough
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
  /// The reason why no reply will come, in words.
  std::string_view silence_words() const { return why.empty() ? name(silence) : why; }
  /// Fills in the event's fields about this request.
  void sign(Event& event) const {
    event.message = message;
    event.acquisition = command.acquisition;
    event.client = from;
    event.node = node;
    event.purpose = command.purpose;
  }
  /// Fills `event` of that kind (ran, pushed) with this answer; keeps its text in `trace`.
  void tell(Event& event, EventKind kind, const Reply& answer, Trace& trace) const;
  /// An event about this request.
  Event event(EventKind kind) const {
    Event event;
    event.kind = kind;
    sign(event);
    return event;
  }
};

/// Keeps the text of a reply for an event; no_text if its kind and number say it all.
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
