// Which events led to which, from the trace alone. Nothing else looks for causes.
//
// A reply shares its request's message, a report of a client its acquisition, the end of a fault
// its token; what nobody has written down (why a node had room, whose lease it was that ended) the
// order of the events on one node says, which is exact: a node does one thing at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::sim {

/// The place of an event in its trace.
using EventIndex = std::uint32_t;

/// The events of each client, then of each node, then of the resource, in order. An event of a
/// client and a node is in both lists.
using EventLanes = std::vector<std::vector<EventIndex>>;
EventLanes event_lanes(const Trace& trace);

/// By Trace::name_of: whether the name is a lock, that is, whether anybody tries to acquire it.
std::vector<bool> lock_names(const Trace& trace);

class Causes {
 public:
  /// All three must outlive it. `lanes` may lack the resource's.
  Causes(const Trace& trace, const EventLanes& lanes, const std::vector<bool>& is_lock)
      : trace_(trace), lanes_(lanes), is_lock_(is_lock) {}

  /// The earlier events that an event came of, the most telling first. None: a fault that somebody
  /// caused, or what a client does by its own program.
  std::vector<EventIndex> of(EventIndex event) const;

  /// The same, and for an access to the resource how its client got in; where there are none, its
  /// request, or what its client went on from. None: a fault, or the start of a program.
  std::vector<EventIndex> with_own_doing(EventIndex event) const;

  /// All that led to either of two events, themselves first; no more than `most`.
  std::vector<EventIndex> behind(std::optional<std::size_t> one, std::optional<std::size_t> other,
                                 std::size_t most) const;

  /// What the client did or heard last before an event: what its program went on from.
  std::optional<EventIndex> went_on_from(ClientId client, EventIndex before) const;

  /// The last fault of a client itself between two events.
  std::optional<EventIndex> trouble(ClientId client, EventIndex from, EventIndex to) const;

 private:
  const Trace& trace_;
  const EventLanes& lanes_;
  const std::vector<bool>& is_lock_;
};

}  // namespace locklab::sim
