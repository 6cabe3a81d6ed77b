// Which events led to which, derived from the trace alone. All searches for causes are here.
//
// Related events share a number: a reply and its request the message, a client's reports the
// acquisition, a fault and its end the token. Links that are not recorded (why a node granted a
// claim, whose lease ended) follow from the order of the events on one node, which is exact: a node
// does one thing at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/trace/trace.h"

namespace locklab::sim {

/// The index of an event in its trace.
using EventIndex = std::uint32_t;

/// The events of each client, then of each node, then of the resource, in order. An event of a
/// client and a node is in both lists.
using EventLanes = std::vector<std::vector<EventIndex>>;
EventLanes event_lanes(const Trace& trace);

/// For each name (Trace::name_of): whether some client tries to acquire a lock of that name. All
/// false if nobody can hold it (a counter, a rate limiter).
std::vector<bool> lock_names(const Trace& trace);

class Causes {
 public:
  /// All three must outlive it. `lanes` may lack the resource's list.
  Causes(const Trace& trace, const EventLanes& lanes, const std::vector<bool>& is_lock)
      : trace_(trace), lanes_(lanes), is_lock_(is_lock) {}

  /// The earlier events that caused an event, the most important first. Empty if none is known, as
  /// for a fault injected from outside or a step of a client's own program.
  std::vector<EventIndex> of(EventIndex event) const;

  /// The causes of an event, including the client's own part. For an accepted access to the
  /// resource, adds how its client entered. An event without causes gets its request, or the event
  /// after which its client continued. Empty if there is none of these, as for a node's crash or
  /// the start of a program.
  std::vector<EventIndex> with_own_doing(EventIndex event) const;

  /// The events that led to either of two events, starting with these two and then the nearest
  /// causes; at most `most`.
  std::vector<EventIndex> behind(std::optional<std::size_t> one, std::optional<std::size_t> other,
                                 std::size_t most) const;

  /// The client's last report, received reply or timeout before an event: the point from which its
  /// program continued. nullopt if there is none.
  std::optional<EventIndex> went_on_from(ClientId client, EventIndex before) const;

  /// The last fault of the client itself (not of its links) between two events; nullopt if there is
  /// none.
  std::optional<EventIndex> trouble(ClientId client, EventIndex from, EventIndex to) const;

 private:
  const Trace& trace_;
  const EventLanes& lanes_;
  const std::vector<bool>& is_lock_;
};

}  // namespace locklab::sim
