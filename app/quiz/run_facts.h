// Facts about a run that a question can ask about, derived from its events.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::app {

/// A span of time, in us, in which the same clients are inside.
struct InsideSpan {
  std::int64_t from = 0, to = 0;
  std::set<ClientId> clients;
  std::size_t begun_by = 0;  ///< index of an event; 0 if it begins with the run
};
std::vector<InsideSpan> inside_spans(const sim::Trace& trace);

/// A client's key on a node, from the command that set it until it is removed or another client
/// owns it.
struct KeyLife {
  std::size_t set = 0;   ///< index of an event
  std::size_t gone = 0;  ///< index of an event; trace.size() if it outlives the run
  bool changed = false;  ///< the client set it again, or its lease was changed, in between
};
std::vector<KeyLife> key_lives(const sim::Trace& trace);

/// A client's request that claims the lock on a node.
struct Claim {
  std::size_t sent = 0;  ///< index of an event
  std::size_t ran = 0;   ///< index of an event; trace.size() if the node never ran it
  std::size_t nth = 0;   ///< of this client at this node, from 1
};
std::vector<Claim> claims_of(const sim::Trace& trace);

/// Whether an event is a fault, the end of one, or another effect of faults, such as a demotion.
bool is_of_fault(const sim::Event& event);

/// The minimum number of events to show so that no more faults are injected, or end, before event
/// `until`.
std::size_t after_faults(const sim::Trace& trace, std::size_t until);

}  // namespace locklab::app
