// Requests and replies that are in flight or still awaited, with their events. A request whose
// client has given up or crashed stays until it or its reply is lost or received, or too many such
// requests are stored; a lost one stays until its client gives up or crashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.h"

namespace locklab::sim {

/// "No event" in MessageState.
inline constexpr std::uint32_t no_event = 0xffffffff;

/// A request with its reply. Events are indices into the trace.
struct MessageState {
  std::uint32_t number = 0;   ///< Event::message
  std::uint32_t ordinal = 0;  ///< number of requests sent before it
  ClientId client = no_client;
  NodeId node = no_node;
  std::uint32_t sent = no_event;
  std::uint32_t ran = no_event;
  std::uint32_t received = no_event;
  std::uint32_t timed_out = no_event;
  std::uint32_t request_lost = no_event;
  std::uint32_t reply_lost = no_event;
  std::uint32_t resource = no_event;  ///< the resource's event for it
  std::uint32_t done = no_event;  ///< last event of the node's work on it; `sent` if there is none
  bool awaited = true;            ///< its client waits for the reply

  bool lost() const { return request_lost != no_event || reply_lost != no_event; }
  bool on_its_way() const { return received == no_event && !lost(); }
  bool operator==(const MessageState&) const = default;
};

class MessageStates {
 public:
  /// Processes the next event of a trace.
  void on(const Event& event, std::size_t index);

  /// The message that the latest event has changed; null if there is none.
  const MessageState* latest() const;
  /// Sorted by number. The message that the latest event ended is still included.
  const std::vector<MessageState>& all() const { return all_; }
  bool operator==(const MessageStates&) const = default;

 private:
  void begin(const Event& event, std::size_t index);
  void crashed(ClientId client);
  void forget_abandoned();

  std::vector<MessageState> all_;
  std::uint32_t sent_ = 0;
  std::uint32_t abandoned_ = 0;  ///< messages in flight that nobody waits for
  std::uint32_t latest_ = 0;     ///< number of the message that the latest event has changed; 0 if
                                 ///< none
  bool ended_ = false;           ///< the latest event ended its message
};

}  // namespace locklab::sim
