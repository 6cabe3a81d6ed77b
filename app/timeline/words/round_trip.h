// Requests paired with their replies in a trace: what happened to each message, and whether one row
// can show the whole exchange.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// A request with its reply. The event fields are indices into the trace; nullopt if the event did
/// not happen.
struct RoundTrip {
  ClientId client = no_client;
  NodeId node = no_node;
  std::size_t sent = 0;
  std::optional<std::size_t> ran;
  std::optional<std::size_t> received;
  std::optional<std::size_t> timed_out;
  std::optional<std::size_t> request_lost;
  std::optional<std::size_t> reply_lost;
  std::optional<std::size_t> resource;  ///< the resource's event for this request
  std::size_t done = 0;  ///< last event of the node's work on the request; `sent` if there is none
  /// The request was disturbed, unusually slow while other events happened, or given up before it
  /// ran: it gets its own row.
  bool late_request = false;
  /// `late_request`, and either the client had given up before the command ran, or the request took
  /// more than twice the usual time.
  bool overdue = false;
  bool late_reply = false;        ///< like `late_request`, for a reply that was received
  bool reply_never_left = false;  ///< the node died between running the command and replying
};

/// The exchanges of a trace in the order of their requests. Takes time linear in the trace.
std::vector<RoundTrip> round_trips_of(const sim::Trace& trace);

}  // namespace locklab::app
