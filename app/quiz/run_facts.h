// What a question can ask of a run, from its events.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// Between two times the same clients are inside.
struct InsideSpan {
  std::int64_t from = 0, to = 0;
  std::set<ClientId> clients;
};
std::vector<InsideSpan> inside_spans(const sim::Trace& trace);

/// A client's lock on a node: from the command that set it until it is gone or somebody else's.
struct KeyLife {
  std::size_t set = 0;   ///< event
  std::size_t gone = 0;  ///< event; trace.size(): it outlives the run
  bool changed = false;  ///< its lease was changed in between
};
std::vector<KeyLife> key_lives(const sim::Trace& trace);

/// A client's claims at a node, in order.
struct Claim {
  std::size_t sent = 0;  ///< event
  std::size_t ran = 0;   ///< event; trace.size(): it is never answered
  std::size_t nth = 0;   ///< of this client at this node, from 1
};
std::vector<Claim> claims_of(const sim::Trace& trace);

/// Whether an event is a fault or the end of one.
bool is_of_fault(const sim::Event& event);

/// How many events somebody must see at least so that no fault strikes before event `until`.
std::size_t after_faults(const sim::Trace& trace, std::size_t until);

}  // namespace locklab::app
