// Clauses for what happened to a lost hold's keys (clocks, crashes, promotions, other clients), and
// for the second votes that followed.
#include <algorithm>
#include <utility>

#include "sim/check/lost_hold.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"

namespace locklab::sim {

/// Describes the error of a node's clock that ended a lease too early. Empty if none did, or if the
/// lease would have ended before the other hold's claim anyway.
Sentence LostHold::clock_fault(NodeId node, const KeyOnNode& key) const {
  constexpr std::int64_t rounding_us = 1000;
  const auto other = others_.find(node);
  const std::int64_t claimed = trace_[other == others_.end() ? until_ : other->second].at;
  const std::int64_t early = due(trace_, key) - lease_ended_us(trace_[*key.gone]);
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
      fault = say("jumped {}", as_span(jump));
    } else if (fault.empty() && jump == 0 && clocks.of(node).ppm <= 0) {
      fault = say("was changed");
    }
  }
  const std::int64_t ppm = clocks.of(node).ppm;
  return fault.empty() && ppm > 0 ? say("ran {} fast", as_percent(ppm)) : fault;
}

/// The index of the last death of the node that may have removed the key; nullopt if there is none.
std::optional<std::size_t> LostHold::crash(NodeId node, const KeyOnNode& key) const {
  for (std::size_t i = *key.gone; i-- > key.set;)
    if (trace_[i].node == node && takes_keys(trace_[i])) return i;
  return std::nullopt;
}

/// The lost keys, grouped by reason.
std::vector<LostHold::Loss> LostHold::losses() const {
  std::vector<Loss> all;
  for (const auto& [node, key] : lost_) {
    Loss loss{trace_[*key.gone].kind, {}};
    if (loss.how == EventKind::key_expired) loss.fault = clock_fault(node, key);
    if (loss.how == EventKind::key_lost) loss.lost = loss_of_key(trace_[*key.gone]);
    if (loss.how == EventKind::key_lost && loss.lost < KeyLoss::vanished)
      if (const auto death = crash(node, key))
        loss.fault = trace_[*death].detail == 1 ? say("lost power") : say("was killed");
    const auto same = std::find_if(all.begin(), all.end(), [&](const Loss& known) {
      return known.how == loss.how && known.lost == loss.lost && known.fault == loss.fault;
    });
    (same == all.end() ? all.insert(all.end(), std::move(loss)) : same)->nodes.push_back(node);
  }
  return all;
}

std::vector<Sentence> LostHold::promotion_clauses() const {
  std::vector<Sentence> clauses;
  for (std::size_t i = *promotion_; i-- > 0 && clauses.empty();) {
    const Event& e = trace_[i];
    const auto key = keys_.find(e.node);
    if (key != keys_.end() && i > key->second.set && takes_keys(e))
      clauses.push_back(say("{} {}", trace_.node_name(e.node),
                            e.detail == 1 ? say("lost power") : say("was killed")));
  }
  clauses.push_back(say("{} became the master without {}'s lock",
                        trace_.node_name(trace_[*promotion_].node), holder()));
  return clauses;
}

/// A clause for leases that expired by the nodes' clocks. With `lease_is_named`, it refers to "the
/// lease" as already mentioned.
Sentence LostHold::expiry_clause(const Loss& loss, bool lease_is_named) const {
  const Sentence where = list(loss.nodes);
  if (!loss.fault.empty())
    return loss.nodes.size() == 1
               ? say("{}'s clock {} and dropped {}'s lock", where, loss.fault, holder())
               : say("the clocks of {} {} and dropped {}'s lock", where, loss.fault, holder());
  std::int64_t from = INT64_MAX;
  std::int64_t to = INT64_MIN;
  for (const NodeId node : loss.nodes) {
    const Event& gone = trace_[*lost_.at(node).gone];
    const std::int64_t ended = lease_ended_us(gone);
    from = std::min(from, gone.value < 0 ? 0 : ended);
    to = std::max(to, ended);
  }
  return lease_is_named ? say("the lease ran out on {} {}", where, at_or_by(from, to))
                        : say("{}'s lease ran out on {} {}", holder(), where, at_or_by(from, to));
}

/// A clause for keys that somebody outside the run, or a node short of memory, removed. Empty if
/// they were lost otherwise.
Sentence LostHold::removal_clause(const Loss& loss) const {
  const Sentence where = list(loss.nodes);
  switch (loss.lost) {
    case KeyLoss::vanished:
      return say(
          "{}'s key on {} was gone by then: deleted or flushed by somebody outside the run, or "
          "evicted",
          holder(), where);
    case KeyLoss::deleted:
      return say("somebody outside the run deleted {}'s key on {}", holder(), where);
    case KeyLoss::flushed:
      return say("somebody outside the run flushed {} and {}'s key with it", where, holder());
    case KeyLoss::evicted:
      return say("{} evicted {}'s key to free memory", where, holder());
    default:
      return {};
  }
}

/// A clause for keys that were lost for the same reason.
Sentence LostHold::loss_clause(const Loss& loss, bool lease_is_named) const {
  if (loss.how == EventKind::key_expired) return expiry_clause(loss, lease_is_named);
  const Sentence where = list(loss.nodes);
  if (Sentence removal = removal_clause(loss); !removal.empty()) return removal;
  if (loss.how == EventKind::key_lost) {
    if (loss.fault.empty()) return say("{} forgot {}'s key", where, holder());
    const Sentence died =
        loss.nodes.size() > 1 && loss.fault == say("was killed") ? say("were killed") : loss.fault;
    return say("{} {} and forgot {}'s key", where, died, holder());
  }
  const Event& gone = trace_[*lost_.at(loss.nodes.back()).gone];
  if (gone.client == no_client)
    return say("{} dropped {}'s key, as its master did", where, holder());
  if (same_hold(gone, trace_[entered_]))
    return say("{}'s key on {} was removed already", holder(), where);
  Sentence removed =
      say("{} removed {}'s key on {}", trace_.client_name(gone.client), holder(), where);
  const KeyOnNode& key = lost_.at(loss.nodes.back());
  if (!by_deadline(trace_, key) || ran_out(key) || clock_ahead(key) <= 0) return removed;
  return say("{}, and {}", ahead_clause(key), removed);
}

/// The error of the taker's clock when it took the key, minus that of the holder's clock when it
/// set the key, in us.
std::int64_t LostHold::clock_ahead(const KeyOnNode& key) const {
  const std::size_t gone = *key.gone;
  return client_offset(trace_, trace_[gone].client, gone) -
         client_offset(trace_, trace_[entered_].client, key.set);
}

Sentence LostHold::ahead_clause(const KeyOnNode& key) const {
  return say("{}'s clock was {} ahead of {}'s", who(trace_, *key.gone), as_span(clock_ahead(key)),
             holder());
}

/// Clauses for a key that another client's key replaced: stolen, or taken after its lease ended.
std::vector<Sentence> LostHold::overwriting_clauses(const KeyOnNode& key) const {
  const std::size_t gone = *key.gone;
  const std::string_view other = who(trace_, gone);
  std::vector<Sentence> clauses;
  if (ran_out(key)) {
    const std::int64_t lease = by_deadline(trace_, key) ? trace_.info.ttl_us : key.lease_us;
    clauses.push_back(say("{}'s lease of {} ran out", holder(), as_span(lease)));
    if (!by_deadline(trace_, key))
      return clauses;  // the end was not observed: a live server does not report it
  }
  Sentence action =
      say("{} overwrote {}'s key on {}", other, holder(), trace_.node_name(trace_[gone].node));
  if (by_deadline(trace_, key) && !ran_out(key)) {
    const std::int64_t ahead = clock_ahead(key);
    if (ahead > 0) clauses.push_back(ahead_clause(key));
    const auto before = deadline_in(trace_.text(trace_[key.set]));
    const auto after = deadline_in(trace_.text(trace_[gone]));
    if (before && after && *after < *before)
      action = ahead == 0
                   ? say("{} with the deadline that {} had worked out before, so {}'s lock ends "
                         "{} ms earlier",
                         action, other, holder(), *before - *after)
                   : say("{}, with a deadline {} ms earlier", action, *before - *after);
  }
  clauses.push_back(std::move(action));
  return clauses;
}

/// The consequence: "n1 let bob in" or, where votes are counted, "n3 voted twice: bob had n3, n4
/// and n5, 3 of 5". Empty if the trace does not show it, or if the other hold overwrote a live key.
Sentence LostHold::second_vote() const {
  const auto& other = others_;
  Nodes voters;
  Nodes twice;
  for (const auto& [node, set] : other) {
    voters.push_back(node);
    if (keys_.contains(node)) twice.push_back(node);
  }
  const ClientId let_in = other.empty() ? no_client : trace_[other.begin()->second].client;
  const auto stolen = [](const auto& lost, const Trace& trace) {
    return trace[*lost.second.gone].kind == EventKind::key_set;
  };
  if (voters.empty() || let_in == no_client) return {};
  if (std::any_of(lost_.begin(), lost_.end(),
                  [&](const auto& lost) { return stolen(lost, trace_) && !ran_out(lost.second); }))
    return {};
  const std::uint32_t all = trace_.info.lock_nodes;
  if (trace_.info.needs < 2 || all < voters.size())
    return say("{} let {} in",
               list(promotion_      ? voters
                    : twice.empty() ? voters
                                    : twice),
               trace_.client_name(let_in));
  if (twice.empty()) return {};
  if (twice.size() == all) return say("all {} voted twice", all);
  if (twice.size() > 2) return say("{} of {} voted twice", twice.size(), all);
  return say("{} voted twice: {} had {}, {} of {}", list(twice), trace_.client_name(let_in),
             list(voters), voters.size(), all);
}

}  // namespace locklab::sim
