#include "sim/check/lost_hold.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"
#include "sim/trace/state/fault_states.h"

namespace locklab::sim {

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

/// Finds a replica that became the master without the hold's key and granted the lock to the other
/// hold.
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
  if (nodes.size() > 2 && nodes.size() == trace_.info.lock_nodes)
    return say("all {} nodes", nodes.size());
  if (nodes.size() > 4) return say("{} nodes", nodes.size());
  std::vector<std::string> names;
  for (NodeId node : nodes) names.emplace_back(trace_.node_name(node));
  return listed(names);
}

/// A clause for a client whose own clock made it trust a lease that had expired. Only clients that
/// watch their lease are concerned, and a `paused` one could not watch it.
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
    return say("{}'s clock was set back by {}, which hid the end of the lease", holder(),
               as_span(set_back));
  const std::int64_t slow = std::max<std::int64_t>(clocks.of(acquired.client).ppm, -1'000'000);
  if (slow < 0 && unaware)
    return say("{}'s clock ran {} slow, which hid the end of the lease", holder(),
               as_percent(-slow));
  return {};
}

/// Whether the pause from `from` to `to` (us) is to blame: a lease ended during it, or without it
/// the client would have left before the hold lost its keys.
bool LostHold::pause_mattered(std::int64_t from, std::int64_t to) const {
  std::int64_t begun = INT64_MAX;
  std::int64_t over_from = INT64_MAX;  // the hold lost its keys between over_from and over_to
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

  std::optional<std::int64_t> done;  // when it left (or entered, if second), delayed by the pause
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
    clause = resumed ? say("{} was paused from {} to {}", holder(), about_ms(from),
                           when(trace_, *resumed))
                     : say("{} was paused at {}", holder(), about_ms(from));
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

/// A clause for a lease that expired before its client learned of the grant.
Sentence LostHold::slow_clause() const {
  if (!claimed_ || !acquired_) return {};
  const std::int64_t took = trace_[*acquired_].at - trace_[*claimed_].at;
  if (took < trace_.info.ttl_us) return {};
  for (const auto& [node, key] : lost_)
    if (ran_out(key) && *key.gone < *acquired_)
      return say("{} took {} to get a lease of {}", holder(), about_ms(took),
                 as_span(trace_.info.ttl_us));
  return {};
}

/// A clause for a lease that must have expired although the trace does not show it (live servers do
/// not report expiry).
Sentence LostHold::unseen_end_clause() const {
  for (const auto& [node, key] : keys_)
    if (!key.gone && key.lease_us >= 0 && ran_out(key))
      return say("{}'s lease of {} ran out", holder(), as_span(key.lease_us));
  return {};
}

Reason LostHold::story() const {
  const Sentence pause = pause_clause();
  const Sentence own_clock = own_clock_clause(!pause.empty());
  const bool on_time = pause.empty() && own_clock.empty();
  const Sentence slow = on_time ? slow_clause() : Sentence();
  const bool tells_end = !own_clock.empty() || !slow.empty();  // that the lease has ended
  std::vector<Sentence> clauses{pause, own_clock, slow};
  bool names_fault = !on_time;
  bool lease_is_named = names_fault;
  for (const Loss& loss : losses()) {
    const bool by_time = loss.how == EventKind::key_expired && loss.fault.empty();
    names_fault = names_fault || !by_time;
    if (by_time && tells_end) continue;
    if (loss.how == EventKind::key_set) {
      const std::vector<Sentence> stolen = overwriting_clauses(lost_.at(loss.nodes.front()));
      clauses.insert(clauses.end(), stolen.begin(), stolen.end());
    } else {
      clauses.push_back(loss_clause(loss, lease_is_named));
    }
    lease_is_named = true;
  }
  const Sentence unseen = lost_.empty() ? unseen_end_clause() : Sentence();
  if (!unseen.empty()) {
    clauses.push_back(unseen);
  } else if (promotion_) {
    const std::vector<Sentence> promoted = promotion_clauses();
    clauses.insert(clauses.end(), promoted.begin(), promoted.end());
    names_fault = true;
  }
  Sentence all;
  for (const Sentence& clause : clauses)
    if (!clause.empty()) all = all.empty() ? clause : say("{}, and {}", all, clause);
  if (all.empty()) return {};
  const Sentence vote = second_vote();
  return {vote.empty() ? all : say("{}, so {}", all, vote), names_fault};
}

}  // namespace locklab::sim
