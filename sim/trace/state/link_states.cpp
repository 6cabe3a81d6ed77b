#include "sim/trace/state/link_states.h"

#include <algorithm>
#include <tuple>

namespace locklab::sim {

namespace {

bool covers(const LinkPlace& wide, const LinkPlace& place) {
  return (wide.client == no_client || wide.client == place.client) &&
         (wide.node == no_node || wide.node == place.node);
}

bool overlap(const LinkPlace& a, const LinkPlace& b) {
  return (a.client == no_client || b.client == no_client || a.client == b.client) &&
         (a.node == no_node || b.node == no_node || a.node == b.node);
}

bool comes_before(const StandingLinkFault& a, const StandingLinkFault& b) {
  return std::tie(a.place, a.kind, a.token) < std::tie(b.place, b.kind, b.token);
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  std::int64_t both = 0;
  if (__builtin_add_overflow(a, b, &both)) return a < 0 ? INT64_MIN : INT64_MAX;
  return both;
}

}  // namespace

void LinkStates::begin(StandingLinkFault fault) {
  const auto at = std::lower_bound(standing_.begin(), standing_.end(), fault, comes_before);
  if (at == standing_.end() || comes_before(fault, *at)) {
    standing_.insert(at, std::move(fault));
    return;
  }
  fault.ways |= at->ways;  // two faults without a token may cut or hold one direction each
  *at = std::move(fault);
}

void LinkStates::end(const LinkPlace& place, std::uint16_t token, bool holds_only) {
  std::erase_if(standing_, [&](StandingLinkFault& fault) {
    if (token != 0 && token != fault.token) return false;
    if (holds_only && fault.kind != StandingLinkFault::Kind::hold) return false;
    if (covers(place, fault.place)) return true;
    if (overlap(place, fault.place) &&
        std::find(fault.lifted.begin(), fault.lifted.end(), place) == fault.lifted.end())
      fault.lifted.push_back(place);
    return false;
  });
}

LinkState LinkStates::at(ClientId client, NodeId node) const {
  LinkState state;
  const LinkPlace place{client, node};
  const auto add_those_of = [&](ClientId of) {
    auto fault = std::lower_bound(
        standing_.begin(), standing_.end(), of,
        [](const StandingLinkFault& one, ClientId wanted) { return one.place.client < wanted; });
    for (; fault != standing_.end() && fault->place.client == of; ++fault) {
      const bool lifted = std::any_of(fault->lifted.begin(), fault->lifted.end(),
                                      [&](const LinkPlace& there) { return covers(there, place); });
      if (lifted || !covers(fault->place, place)) continue;
      if (fault->kind == StandingLinkFault::Kind::cut) state.cut |= fault->ways;
      if (fault->kind == StandingLinkFault::Kind::hold) state.held |= fault->ways;
      state.slowed_us = sum(state.slowed_us, fault->slowed_us);
    }
  };
  add_those_of(client);
  if (client != no_client) add_those_of(no_client);
  return state;
}

void LinkStates::fingerprint(Fingerprint& print) const {
  const auto add = [&](const LinkPlace& place) {
    print.add(std::uint64_t{index(place.client)} << 16 | std::uint64_t{index(place.node)});
  };
  for (const StandingLinkFault& fault : standing_) {
    add(fault.place);
    print.add(std::uint64_t{fault.token} << 16 | std::uint64_t{fault.ways} << 8 |
              static_cast<std::uint64_t>(fault.kind));
    print.add(fault.slowed_us);
    for (const LinkPlace& place : fault.lifted) add(place);
  }
}

}  // namespace locklab::sim
