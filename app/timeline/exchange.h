// Requests and their replies, put together from a trace: what became of each message, and whether
// its way was so undisturbed that one row can tell it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// Indexes of events in the trace.
struct Exchange {
  ClientId client = no_client;
  NodeId node = no_node;
  std::size_t sent = 0;
  std::optional<std::size_t> ran;
  std::optional<std::size_t> received;
  std::optional<std::size_t> timed_out;
  std::optional<std::size_t> request_lost;
  std::optional<std::size_t> reply_lost;
  std::optional<std::size_t> resource;  ///< the resource's own word on it
  std::size_t done =
      0;  ///< the last event of the node's work on it (equal to `sent` if there is none)
  bool late_request = false;  ///< its way there deserves a row of its own
  bool overdue = false;       ///< and it took longer than a message usually does
  bool late_reply = false;    ///< its way back deserves a row of its own
};

/// In the order in which they were sent. Linear in the trace.
std::vector<Exchange> exchanges_of(const Trace& trace);

}  // namespace locklab::app
