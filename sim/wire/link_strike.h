// The effects of faults on links, and the events that record them: the same in the simulator and
// live.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"
#include "sim/trace/reason_code.h"
#include "sim/trace/trace.h"
#include "sim/wire/network.h"

namespace locklab::sim {

/// The fault as an active fault of a link.
LinkFault link_fault(const Fault& fault, FaultToken token);

/// The event that records the beginning of the fault. A command filter is kept as the event's text
/// in `trace` (if null, it is omitted). nullopt for a drop or a delay, which become visible when
/// they hit a message.
std::optional<Event> link_struck(const Fault& fault, FaultToken token, ClientId client, NodeId node,
                                 Trace* trace);

/// The kinds of link faults that a heal or a release ends, first the one that decides the recorded
/// event; empty for all other kinds.
std::span<const FaultKind> ended_by(FaultKind kind);

/// The event that records the end of a cut, a slow or a hold. `standing` is true if other faults
/// are still active on the link.
Event link_fault_over(FaultKind kind, FaultToken token, ClientId client, NodeId node,
                      bool standing);

/// Injects faults into the links of a world, and ends them.
///
/// `LinkOf` gives the link of a client and a node, by reference or as a handle, with client(),
/// node(), open(), count(kind, token), standing() (the number of all faults on it), strike(),
/// end(kind, token) and reset(). `Record` records an event.
template <class LinkOf, class Record>
struct LinkStrikes {
  LinkOf link_of;
  Record record;
  std::size_t clients;
  std::size_t nodes;
  Trace* trace;

  /// Injects the fault into every link that it names, or ends faults there (heal, release); without
  /// a node it names the links to all nodes, but not to the resource. Returns NoEffect::none if a
  /// link was changed, otherwise the reason of the last link.
  NoEffect strike(const Fault& fault, FaultToken token) {
    return any_link(fault, [&](auto& link) { return strike_link(fault, token, link); });
  }
  /// Ends the fault with that token on every link that it names.
  void end(const Fault& fault, FaultToken token) {
    any_link(fault, [&](auto& link) {
      return end_on_link({&fault.kind, 1}, token, link) ? NoEffect::none : NoEffect::nothing_kept;
    });
  }

 private:
  template <class Visit>
  NoEffect any_link(const Fault& fault, Visit visit) {
    NoEffect why = NoEffect::not_connected;
    bool any = false;
    const auto see = [&](ClientId client, NodeId node) {
      auto&& link = link_of(client, node);
      why = visit(link);
      any |= why == NoEffect::none;
    };
    for (std::size_t c = 0; c < clients; ++c) {
      const auto client = static_cast<ClientId>(c);
      if (fault.client != no_client && fault.client != client) continue;
      if (fault.node != no_node) {
        see(client, fault.node);
        continue;
      }
      for (std::size_t n = 0; n < nodes; ++n) see(client, static_cast<NodeId>(n));
    }
    return any ? NoEffect::none : why;
  }

  template <class Link>
  NoEffect strike_link(const Fault& fault, FaultToken token, Link& link) {
    if (const auto kinds = ended_by(fault.kind); !kinds.empty()) {
      if (end_on_link(kinds, every_fault, link)) return NoEffect::none;
      return fault.kind == FaultKind::release ? NoEffect::nothing_held : NoEffect::nothing_kept;
    }
    const bool reset = fault.kind == FaultKind::reset;
    if (reset && !link.open()) return NoEffect::not_connected;
    if (const auto event = link_struck(fault, token, link.client(), link.node(), trace))
      record(*event);
    if (reset) {
      link.reset();
    } else {
      link.strike(link_fault(fault, token));
    }
    return NoEffect::none;
  }

  /// Ends the faults of these kinds with that token on one link. Returns false if there was none.
  template <class Link>
  bool end_on_link(std::span<const FaultKind> kinds, FaultToken token, Link& link) {
    std::size_t ending = 0;
    for (const FaultKind kind : kinds) ending += link.count(kind, token);
    if (ending == 0) return false;
    const bool standing = link.standing() > ending;
    record(link_fault_over(kinds.front(), token, link.client(), link.node(), standing));
    for (const FaultKind kind : kinds) link.end(kind, token);
    return true;
  }
};
template <class LinkOf, class Record>
LinkStrikes(LinkOf, Record, std::size_t, std::size_t, Trace*) -> LinkStrikes<LinkOf, Record>;

}  // namespace locklab::sim
