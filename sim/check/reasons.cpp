#include "sim/check/reasons.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/two_masters.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"
#include "sim/trace/state/fault_states.h"

namespace locklab::sim {

namespace {

/// A hold that lost its lock, as the trace shows it by the hold's keys.
class LostHold {
 public:
  /// The hold that entered at `entered`, beside the hold that entered at `other`, in the state at
  /// `until`, the later of the two.
  LostHold(const Trace& trace, std::size_t entered, std::size_t other, std::size_t until);

  /// The reason in words: "alice had been paused since 13 ms, and alice's lease had run out on n1
  /// at 62.4 ms". Empty: nothing happened to it.
  Sentence story() const;

 private:
  using Nodes = std::vector<NodeId>;

  bool served(NodeId node) const { return others_.empty() || others_.contains(node); }
  /// Whether its key on the node ended because the lease was over.
  bool ran_out(const KeyOnNode& key) const;
  void find_promotion();
  void find_acquisition();
  std::string_view holder() const { return who(trace_, entered_); }
  Sentence list(const Nodes& nodes) const;

  Sentence own_clock_clause(bool paused) const;
  Sentence pause_clause() const;
  bool pause_mattered(std::int64_t from, std::int64_t to) const;
  Sentence slow_clause() const;
  std::vector<Sentence> node_fault_clauses() const;
  Sentence clock_fault(NodeId node, const KeyOnNode& key) const;
  Sentence crash(NodeId node, const KeyOnNode& key) const;
  std::vector<Sentence> promotion_clauses() const;
  std::vector<Sentence> loss_clauses() const;
  std::vector<Sentence> overwriting_clauses(const KeyOnNode& key) const;
  Sentence loss_clause(EventKind kind, const Nodes& nodes) const;
  Sentence unseen_end_clause() const;

  const Trace& trace_;
  std::size_t entered_;
  std::size_t until_;
  std::map<NodeId, KeyOnNode> keys_;
  std::map<NodeId, std::size_t> others_;  ///< the keys that the other hold got
  std::map<NodeId, KeyOnNode> lost_;      ///< those of keys_ whose loss let the other hold in
  std::optional<std::size_t> promotion_;
  std::optional<std::size_t> claimed_;  ///< its first claim was sent
  std::optional<std::size_t> acquired_;
};

LostHold::LostHold(const Trace& trace, std::size_t entered, std::size_t other, std::size_t until)
    : trace_(trace),
      entered_(entered),
      until_(until),
      keys_(fate_of_keys(trace, trace[entered], until)),
      others_(keys_set_by(trace, trace[other], until)) {
  find_promotion();
  find_acquisition();
  for (const auto& [node, key] : keys_)
    if (key.gone && others_.contains(node)) lost_.emplace(node, key);
  if (!lost_.empty() || promotion_) return;
  for (const auto& [node, key] : keys_)
    if (key.gone) lost_.emplace(node, key);
}

/// Finds a replica that became the master without the hold's key, and let the other hold in.
void LostHold::find_promotion() {
  if (keys_.empty()) return;
  std::size_t first = SIZE_MAX;
  for (const auto& [node, key] : keys_) first = std::min(first, key.set);
  for (std::size_t i = first; i < until_; ++i) {
    const Event& e = trace_[i];
    if (e.kind == EventKind::node_promoted && !keys_.contains(e.node) && served(e.node))
      promotion_ = i;
  }
}

void LostHold::find_acquisition() {
  for (std::size_t i = 0; i < entered_; ++i) {
    const Event& e = trace_[i];
    if (!same_hold(e, trace_[entered_])) continue;
    if (e.kind == EventKind::sent && e.purpose == Purpose::claim && !claimed_) claimed_ = i;
    if (e.kind == EventKind::acquired) acquired_ = i;
  }
}

bool LostHold::ran_out(const KeyOnNode& key) const {
  if (!key.gone) return due(trace_, key) <= trace_[until_].at;
  const Event& gone = trace_[*key.gone];
  return gone.kind == EventKind::key_expired ||
         (gone.kind == EventKind::key_set && due(trace_, key) <= gone.at);
}

Sentence LostHold::list(const Nodes& nodes) const {
  std::vector<std::string> names;
  for (NodeId node : nodes) names.emplace_back(trace_.node_name(node));
  return listed(names);
}

/// A clause for a client whose own clock made it believe in a lease that was over. It concerns only
/// clients that watch their lease, which a `paused` one could not do.
Sentence LostHold::own_clock_clause(bool paused) const {
  if (!claimed_ || !acquired_ || trace_[*acquired_].value < 0) return {};
  const Event& acquired = trace_[*acquired_];
  const bool believed_too_long =
      acquired.at + acquired.value > trace_[*claimed_].at + trace_.info.ttl_us;
  std::int64_t believed_end = acquired.at + acquired.value;
  bool told = false;
  std::int64_t set_back = 0;
  std::int64_t set_back_at = 0;
  ClockStates clocks;
  for (std::size_t i = 0; i < until_; ++i) {
    const Event& e = trace_[i];
    if (e.client != trace_[entered_].client) continue;
    if (e.kind == EventKind::renewed && i > *acquired_) believed_end = e.at + e.value;
    told = told || (e.kind == EventKind::lease_lost && i > *acquired_);
    if (e.kind != EventKind::client_clock) continue;
    const std::int64_t jump = clocks.jump(e);
    clocks.on(e);
    if (i < *claimed_ || jump >= 0 || (i < *acquired_ && !believed_too_long)) continue;
    set_back = -jump;
    set_back_at = e.at;
  }
  const bool unaware = !paused && !told && believed_end < trace_[until_].at;
  const bool while_acquiring = set_back_at <= acquired.at && believed_too_long;
  if (set_back > 0 && (unaware || while_acquiring))
    return say(
        "{}'s clock had been set back by {} at {}, and by that clock the lease was still running",
        holder(), as_span(set_back), as_ms(set_back_at));
  const std::int64_t slow = std::max<std::int64_t>(clocks.of(acquired.client).ppm, -1'000'000);
  if (slow < 0 && unaware)
    return say("{}'s clock ran {} slow, and by that clock the lease was still running", holder(),
               as_percent(-slow));
  return {};
}

/// Whether the pause is to blame: without it, the hold would have kept its lock until it left.
bool LostHold::pause_mattered(std::int64_t from, std::int64_t to) const {
  std::int64_t begun = INT64_MAX;
  std::int64_t over_from = INT64_MAX;  // the hold lost its keys between these two times
  std::int64_t over_to = INT64_MIN;
  bool time_ran_out = false;
  for (const auto& [node, key] : keys_) begun = std::min(begun, trace_[key.set].at);
  for (const auto& [node, key] : lost_.empty() ? keys_ : lost_) {
    if (lost_.empty() && !ran_out(key)) continue;
    const std::int64_t end = key.gone ? trace_[*key.gone].at : due(trace_, key);
    over_from = std::min(over_from, std::min(end, due(trace_, key)));
    over_to = std::max(over_to, end);
    time_ran_out = time_ran_out || ran_out(key);
  }
  if (promotion_) over_from = std::min(over_from, trace_[*promotion_].at);
  if (to <= begun || over_from == INT64_MAX) return false;
  if (time_ran_out && from <= over_to && to >= over_from) return true;

  std::optional<std::int64_t> done;  // the pause delayed this time
  if (entered_ == until_) done = trace_[until_].at;
  for (std::size_t i = until_; i < trace_.size() && !done; ++i)
    if (trace_[i].kind == EventKind::left && same_hold(trace_[i], trace_[entered_]))
      done = trace_[i].at;
  return done && to != INT64_MAX && *done - (to - from) <= over_from;
}

Sentence LostHold::pause_clause() const {
  Sentence clause;
  std::optional<std::size_t> paused;
  const auto judge = [&](std::optional<std::size_t> resumed) {
    const std::int64_t from = trace_[*paused].at;
    if (!pause_mattered(from, resumed ? trace_[*resumed].at : INT64_MAX)) return;
    clause = resumed ? say("{} had been paused from {} to {}", holder(), as_ms(from),
                           when(trace_, *resumed))
                     : say("{} had been paused since {}", holder(), as_ms(from));
  };
  FaultStates faults(trace_.info);
  for (std::size_t i = 0; i < until_; ++i) {
    const Event& e = trace_[i];
    if (e.client != trace_[entered_].client) continue;
    faults.on(e);
    const bool stands = faults.clients().paused(e.client);
    if (stands && !paused) paused = i;
    if (stands || !paused) continue;
    judge(i);
    paused.reset();
  }
  if (paused) judge(std::nullopt);
  return clause;
}

/// A clause for a lease that was over before its client knew of it.
Sentence LostHold::slow_clause() const {
  if (!claimed_ || !acquired_) return {};
  const std::int64_t took = trace_[*acquired_].at - trace_[*claimed_].at;
  if (took < trace_.info.ttl_us) return {};
  for (const auto& [node, key] : lost_)
    if (ran_out(key) && *key.gone < *acquired_)
      return say("{} had taken {} to acquire a lease of {}", holder(), as_span(took),
                 as_span(trace_.info.ttl_us));
  return {};
}

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

/// A clause for a lease that must be over, though its end was not seen (live servers do not report
/// it).
Sentence LostHold::unseen_end_clause() const {
  for (const auto& [node, key] : keys_)
    if (!key.gone && key.lease_us >= 0 && ran_out(key))
      return say("{}'s lease of {} had run out", holder(), as_span(key.lease_us));
  return {};
}

Sentence LostHold::story() const {
  const Sentence pause = pause_clause();
  std::vector<Sentence> clauses{pause, own_clock_clause(!pause.empty())};
  if (pause.empty()) clauses.push_back(slow_clause());
  const auto add = [&](const std::vector<Sentence>& more) {
    clauses.insert(clauses.end(), more.begin(), more.end());
  };
  add(node_fault_clauses());
  add(loss_clauses());
  const Sentence unseen = lost_.empty() ? unseen_end_clause() : Sentence();
  if (unseen.empty()) {
    add(promotion_clauses());
  } else {
    clauses.push_back(unseen);
  }
  Sentence all;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const auto here = clauses.begin() + static_cast<std::ptrdiff_t>(i);
    const bool said = std::find(clauses.begin(), here, clauses[i]) != here;  // a crash, a promotion
    if (clauses[i].empty() || said) continue;
    all = all.empty() ? clauses[i] : say("{}, and {}", all, clauses[i]);
  }
  return all;
}

}  // namespace

Sentence why_let_in(const Trace& trace, std::size_t earlier, std::size_t later) {
  if (trace.info.needs == 0) return say("no server keeps them apart");
  Sentence why = LostHold(trace, earlier, later, later).story();
  // If the first kept its lock, the second entered with a lost one.
  if (why.empty()) why = LostHold(trace, later, earlier, later).story();
  const Sentence masters = two_masters(trace, earlier, later);
  return why.empty() ? masters : masters.empty() ? why : say("{}, and {}", masters, why);
}

}  // namespace locklab::sim
