// Clauses for what happened to a lost hold's keys: clocks, crashes, promotions, and other clients.
#include <algorithm>
#include <utility>

#include "sim/check/lost_hold.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"

namespace locklab::sim {

/// The clock fault that made a node end the lease too early, where the lease was long enough.
Sentence LostHold::clock_fault(NodeId node, const KeyOnNode& key) const {
  constexpr std::int64_t rounding_us = 1000;
  const auto other = others_.find(node);
  const std::int64_t claimed = trace_[other == others_.end() ? until_ : other->second].at;
  const std::int64_t early = due(trace_, key) - trace_[*key.gone].at;
  if (key.lease_from != key.lease_at && early <= key.lease_at - key.lease_from) return {};
  if (early <= rounding_us || due(trace_, key) <= claimed) return {};
  Sentence fault;
  ClockStates clocks;
  for (std::size_t i = 0; i < *key.gone; ++i) {
    const Event& e = trace_[i];
    if (e.kind != EventKind::node_clock || e.node != node) continue;
    const std::int64_t jump = clocks.jump(e);
    clocks.on(e);
    if (i < key.set) continue;
    if (jump > 0) {
      fault = say("had been set forward by {} at {}", as_span(jump), as_ms(e.at));
    } else if (fault.empty() && jump == 0 && clocks.of(node).ppm <= 0) {
      fault = say("had been changed at {}", as_ms(e.at));
    }
  }
  const std::int64_t ppm = clocks.of(node).ppm;
  return fault.empty() && ppm > 0 ? say("ran {} fast", as_percent(ppm)) : fault;
}

Sentence LostHold::crash(NodeId node, const KeyOnNode& key) const {
  for (std::size_t i = *key.gone; i-- > key.set;)
    if (trace_[i].node == node && takes_keys(trace_[i])) return death_words(trace_, i);
  return {};
}

/// Clauses for the clock faults and crashes that took the keys, each once for all its nodes.
std::vector<Sentence> LostHold::node_fault_clauses() const {
  std::vector<std::pair<Sentence, Nodes>> clocks;
  std::vector<std::pair<Sentence, Nodes>> crashes;
  const auto add = [](auto& faults, const Sentence& fault, NodeId node) {
    if (fault.empty()) return;
    const auto same = [&](const auto& known) { return known.first == fault; };
    const auto found = std::find_if(faults.begin(), faults.end(), same);
    if (found == faults.end()) {
      faults.emplace_back(fault, Nodes{node});
    } else {
      found->second.push_back(node);
    }
  };
  for (const auto& [node, key] : lost_) {
    const EventKind kind = trace_[*key.gone].kind;
    if (kind == EventKind::key_expired) add(clocks, clock_fault(node, key), node);
    if (kind == EventKind::key_lost) add(crashes, crash(node, key), node);
  }
  std::vector<Sentence> clauses;
  for (const auto& [fault, nodes] : clocks)
    clauses.push_back(nodes.size() == 1 ? say("{}'s clock {}", list(nodes), fault)
                                        : say("the clocks of {} {}", list(nodes), fault));
  for (const auto& [fault, nodes] : crashes) clauses.push_back(say("{} {}", list(nodes), fault));
  return clauses;
}

std::vector<Sentence> LostHold::promotion_clauses() const {
  std::vector<Sentence> clauses;
  if (!promotion_) return clauses;
  for (std::size_t i = *promotion_; i-- > 0 && clauses.empty();) {
    const Event& e = trace_[i];
    const auto key = keys_.find(e.node);
    if (key != keys_.end() && i > key->second.set && takes_keys(e))
      clauses.push_back(say("{} {}", trace_.node_name(e.node), death_words(trace_, i)));
  }
  const Event& promoted = trace_[*promotion_];
  clauses.push_back(say("{} had become the master at {} without {}'s lock",
                        trace_.node_name(promoted.node), as_ms(promoted.at), holder()));
  return clauses;
}

/// A clause for the keys that were lost in the same way, with their time or span of time.
Sentence LostHold::loss_clause(EventKind kind, const Nodes& nodes) const {
  std::int64_t from = INT64_MAX;
  std::int64_t to = INT64_MIN;
  std::size_t latest = 0;
  for (NodeId node : nodes) {
    latest = *lost_.at(node).gone;
    from = std::min(from, trace_[latest].at);
    to = std::max(to, trace_[latest].at);
  }
  const Sentence where = list(nodes);
  const Sentence time = at_or_between(from, to);
  if (kind == EventKind::key_expired)
    return say("{}'s lease had run out on {} {}", holder(), where, time);
  if (kind == EventKind::key_lost)
    return say("{} had forgotten {}'s key {}", where, holder(), time);
  if (trace_[latest].client == no_client)
    return say("{} had dropped {}'s key {}, as its master did", where, holder(), time);
  return same_hold(trace_[latest], trace_[entered_])
             ? say("{}'s key on {} had been removed already {}", holder(), where, time)
             : say("{} had removed {}'s key on {} {}", who(trace_, latest), holder(), where, time);
}

/// Clauses for a key that another client's key replaced: stolen, or free after its lease.
std::vector<Sentence> LostHold::overwriting_clauses(const KeyOnNode& key) const {
  const std::size_t gone = *key.gone;
  const std::string_view other = who(trace_, gone);
  std::vector<Sentence> clauses;
  if (ran_out(key)) {
    const std::int64_t lease = by_deadline(trace_, key) ? trace_.info.ttl_us : key.lease_us;
    clauses.push_back(say("{}'s lease of {} had run out", holder(), as_span(lease)));
    if (!by_deadline(trace_, key))
      return clauses;  // its end was not seen: a live server does not report it
  }
  Sentence deed = say("{} had overwritten {}'s key on {} at {}", other, holder(),
                      trace_.node_name(trace_[gone].node), when(trace_, gone));
  if (by_deadline(trace_, key) && !ran_out(key)) {
    const std::int64_t ahead = client_offset(trace_, trace_[gone].client, gone) -
                               client_offset(trace_, trace_[entered_].client, key.set);
    if (ahead > 0)
      clauses.push_back(say("{}'s clock was {} ahead of {}'s", other, as_span(ahead), holder()));
    const auto before = deadline_in(trace_.text(trace_[key.set]));
    const auto after = deadline_in(trace_.text(trace_[gone]));
    if (before && after && *after < *before)
      deed = say("{}, with a deadline {} ms earlier", deed, *before - *after);
  }
  clauses.push_back(std::move(deed));
  return clauses;
}

std::vector<Sentence> LostHold::loss_clauses() const {
  std::map<EventKind, Nodes> ways;
  std::vector<Sentence> clauses;
  for (const auto& [node, key] : lost_) {
    const EventKind kind = trace_[*key.gone].kind;
    if (kind != EventKind::key_set) {
      ways[kind].push_back(node);
    } else if (!ways.contains(kind)) {
      ways[kind];
      clauses = overwriting_clauses(key);
    }
  }
  for (const auto& [kind, nodes] : ways)
    if (kind != EventKind::key_set) clauses.push_back(loss_clause(kind, nodes));
  return clauses;
}

}  // namespace locklab::sim
