#include "sim/check/stuck.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/state/clock_states.h"
#include "sim/trace/state/fault_states.h"
#include "sim/trace/state/key_states.h"
#include "sim/trace/state/lock_states.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

/// The clients that wait for the lock, in the order in which they began to wait.
std::vector<ClientId> waiters(const LockStates& locks, std::uint16_t lock) {
  std::vector<ClientId> all;
  const LockStates::Engagements& engagements = locks.engagements();
  for (std::uint32_t at = locks.lock(lock).head; at != LockStates::none;
       at = engagements[at].value.after)
    all.push_back(engagements[at].client);
  return all;
}

/// The keys of one lock, node by node, with the outcomes of the attempts at it.
class Stand {
 public:
  Stand(const Trace& trace, const Stuck& stuck);

  Sentence told() const;

 private:
  struct Key {
    const Event* set = nullptr;  ///< the key_set of the command that set it
    std::int64_t lease_us = -1;
    std::set<ClientId> prolonged_by = {};  ///< clients that changed its lease, without its owner
  };
  using Keys = std::map<NodeId, Key>;

  void on_key(std::size_t index);
  void on_refused(std::size_t index, const LinkStates& links);
  std::int64_t slowed_us(const Event& refused, const LinkStates& links) const;
  Keys on_serving() const;
  static std::size_t holders(const Keys& keys);
  bool under_way(const Event& set) const;
  Sentence split(const Keys& keys) const;
  Sentence held(const Keys& keys) const;
  Sentence held_until() const;
  Sentence with_crash(const Sentence& said, ClientId holder) const;
  Sentence slow_clock(const Key& key) const;
  Sentence with_expiry(const Sentence& said, const Key& key) const;
  Sentence refusals() const;

  const Trace& trace_;
  std::uint16_t lock_;
  std::int64_t since_;
  std::size_t event_;
  Families families_;
  KeyStates states_;
  LockStates locks_;
  Keys keys_;
  /// The key that was removed last from a serving node while the lock was stuck, with the index of
  /// the event that removed it.
  std::optional<std::pair<std::size_t, Keys::value_type>> last_;
  Keys most_split_;  ///< the most keys at once that several clients held; of equal counts, the
                     ///< latest
  std::int64_t most_split_at_ = 0;  ///< time of most_split_, in us
  std::map<ClientId, std::size_t> crashed_;
  std::vector<std::pair<Sentence, std::uint64_t>> refused_;  ///< reasons, with their counts
};

Stand::Stand(const Trace& trace, const Stuck& stuck)
    : trace_(trace),
      lock_(stuck.lock),
      since_(stuck.since),
      event_(stuck.event),
      families_(trace.info),
      states_(trace.info) {
  FaultStates faults(trace.info);
  const ClientFaults& clients = faults.clients();
  for (std::size_t i = 0; i < stuck.until; ++i) {
    const Event& e = trace[i];
    if (e.kind == EventKind::refused && e.key == lock_ && e.at >= since_)
      on_refused(i, faults.links());
    const bool lived = !clients.crashed(e.client);
    faults.on(e);
    if (i >= event_) continue;
    families_.on(e);
    locks_.on(e, i);
    if (lived && clients.crashed(e.client)) crashed_[e.client] = i;
    if (e.key == lock_ && is_key_event(e.kind)) on_key(i);
  }
}

void Stand::on_refused(std::size_t index, const LinkStates& links) {
  Sentence why = refusal_words(trace_, index);
  if (const std::int64_t slower = slowed_us(trace_[index], links); slower > 0)
    why = say("{} over a link that was {} slower", why, as_span(slower));
  const auto known = std::find_if(refused_.begin(), refused_.end(), [&](const auto& one) {
    return one.first.english() == why.english();
  });
  if (known == refused_.end()) {
    refused_.emplace_back(std::move(why), 1);
  } else {
    ++known->second;
  }
}

/// By how much the client's slowest link to a node was slowed, if its attempt failed for want of
/// answers; otherwise 0.
std::int64_t Stand::slowed_us(const Event& refused, const LinkStates& links) const {
  const Refusal refusal = refusal_of(refused.reason);
  if (refusal != Refusal::no_answer && refusal != Refusal::no_quorum) return 0;
  std::int64_t most = 0;
  for (std::size_t n = 0; n < trace_.info.nodes.size(); ++n)
    most = std::max(most, links.at(refused.client, static_cast<NodeId>(n)).slowed_us);
  return most;
}

void Stand::on_key(std::size_t index) {
  const Event& e = trace_[index];
  states_.on(trace_, index, families_);
  const KeyState* now = states_.find(e.node, lock_);
  if (!now) {
    const auto key = keys_.find(e.node);
    if (key == keys_.end()) return;
    if (e.at >= since_ && families_.serves(e.node)) last_.emplace(index, *key);
    keys_.erase(key);
    return;
  }
  Key& key = keys_[e.node];
  key.lease_us = now->lease_us;
  if (now->set != index) {
    if (e.client != no_client && e.client != key.set->client) key.prolonged_by.insert(e.client);
    return;
  }
  key.set = &trace_[now->origin];
  key.prolonged_by.clear();
  if (e.at < since_) return;
  Keys votes = on_serving();
  if (holders(votes) < 2 || votes.size() < most_split_.size()) return;
  most_split_ = std::move(votes);
  most_split_at_ = e.at;
}

/// The keys that can keep a client out: a replica's copy grants and refuses nothing.
Stand::Keys Stand::on_serving() const {
  Keys keys = keys_;
  std::erase_if(keys, [&](const auto& key) { return !families_.serves(key.first); });
  return keys;
}

/// Whether the attempt that set the key is still running.
bool Stand::under_way(const Event& set) const {
  const std::uint32_t at = locks_.engagements().find(set.client, lock_);
  if (at == LockStates::none || set.acquisition == 0) return false;
  const LockStates::Engagement& engaged = locks_.engagements()[at].value;
  return engaged.waiting && engaged.attempt == set.acquisition;
}

std::size_t Stand::holders(const Keys& keys) {
  std::set<ClientId> all;
  for (const auto& [node, key] : keys) all.insert(key.set->client);
  return all.size();
}

/// Lists the owners of the keys: "alice (n1 and n2) and bob (n3)".
Sentence Stand::split(const Keys& keys) const {
  std::map<ClientId, std::vector<std::string>> shares;
  for (const auto& [node, key] : keys) shares[key.set->client].emplace_back(trace_.node_name(node));
  std::vector<Sentence> all;
  for (const auto& [client, nodes] : shares)
    all.push_back(say("{} ({})", trace_.client_name(client), listed(nodes)));
  return listed(all);
}

/// Describes the clock error of the key's node, if the lease would have ended by a correct clock.
Sentence Stand::slow_clock(const Key& key) const {
  const Event& set = *key.set;
  if (trace_[event_].at - set.at <= key.lease_us) return {};
  const std::string_view node = trace_.node_name(set.node);
  Sentence clock;
  ClockStates clocks;
  for (std::size_t i = 0; i < event_; ++i) {
    const Event& e = trace_[i];
    if (e.kind != EventKind::node_clock || e.node != set.node) continue;
    const std::int64_t jump = clocks.jump(e);
    clocks.on(e);
    if (e.at >= set.at && jump < 0)
      clock = say("{}'s clock was set back by {} at {}", node, as_span(-jump), about_ms(e.at));
  }
  const std::int64_t ppm = clocks.of(set.node).ppm;
  return clock.empty() && ppm < 0 ? say("{}'s clock ran {} slow", node, as_percent(-ppm)) : clock;
}

/// Adds to a sentence about a blocking key why the key has not expired, if the trace shows it.
Sentence Stand::with_expiry(const Sentence& said, const Key& key) const {
  if (!key.prolonged_by.empty()) {
    std::vector<std::string> names;
    for (ClientId client : key.prolonged_by) names.emplace_back(trace_.client_name(client));
    return say("{}, whose lease {} prolonged", said, listed(names));
  }
  if (key.lease_us >= 0) {
    const Sentence clock = slow_clock(key);
    return clock.empty() ? said : say("{}, whose lease ran on: {}", said, clock);
  }
  if (!deadline_in(trace_.text(*key.set))) return say("{}, without expiry", said);
  const std::int64_t passed = trace_[event_].at - key.set->at;
  if (passed < trace_.info.ttl_us) return say("{}, with a deadline that is still to come", said);
  const std::int64_t own = client_offset(trace_, key.set->client, event_);
  for (const ClientId client : waiters(locks_, lock_)) {
    const std::int64_t behind = own - client_offset(trace_, client, event_);
    if (behind > 0)
      return say("{}, with a deadline that {}'s clock, {} behind {}'s, has yet to reach", said,
                 trace_.client_name(client), as_span(behind), trace_.client_name(key.set->client));
  }
  return say("{}, with a deadline for its value", said);
}

Sentence Stand::held(const Keys& keys) const {
  const Key& first = keys.begin()->second;
  const ClientId holder = first.set->client;
  std::vector<std::string> nodes;
  for (const auto& [node, key] : keys) nodes.emplace_back(trace_.node_name(node));
  const std::string_view name = trace_.client_name(holder);
  Sentence said = nodes.size() == 1 ? say("{} still holds the key of {}", nodes[0], name)
                                    : say("{} still hold the key of {}", listed(nodes), name);
  return with_expiry(with_crash(said, holder), first);
}

Sentence Stand::with_crash(const Sentence& said, ClientId holder) const {
  const auto crash = crashed_.find(holder);
  return crash == crashed_.end() ? said
                                 : say("{}, who crashed at {}", said, when(trace_, crash->second));
}

/// Describes the key of a crashed client that blocked the lock until the key was removed.
Sentence Stand::held_until() const {
  if (!last_ || !crashed_.contains(last_->second.second.set->client)) return {};
  const auto& [node, key] = last_->second;
  const Sentence said = say("until {} {} held the key of {}", when(trace_, last_->first),
                            trace_.node_name(node), trace_.client_name(key.set->client));
  return with_expiry(with_crash(said, key.set->client), key);
}

Sentence Stand::refusals() const {
  std::uint64_t all = 0;
  std::vector<Sentence> reasons;
  for (const auto& [reason, times] : refused_) {
    all += times;
    if (reason.empty()) continue;
    reasons.push_back(refused_.size() == 1 ? reason
                      : times == 1         ? say("{} (1 time)", reason)
                                           : say("{} ({} times)", reason, times));
  }
  if (all == 0) return {};
  const Sentence said = all == 1   ? say("the only attempt failed")
                        : all == 2 ? say("both attempts failed")
                                   : say("all {} attempts failed", all);
  return reasons.empty() ? said : say("{}: {}", said, listed(reasons));
}

Sentence Stand::told() const {
  const Keys keys = on_serving();
  if (holders(keys) > 1) return say("the nodes are split between {}", split(keys));
  if (!keys.empty()) {
    const Event& set = *keys.begin()->second.set;
    if (!under_way(set) || crashed_.contains(set.client)) return held(keys);
  }
  if (Sentence until = held_until(); !until.empty()) return until;
  return most_split_.empty() ? refusals()
                             : say("at {} the nodes were split between {}",
                                   about_ms(most_split_at_), split(most_split_));
}

}  // namespace

Sentence who_blocks(const Trace& trace, const Stuck& stuck) { return Stand(trace, stuck).told(); }

Sentence who_waits(const Trace& trace, std::uint16_t lock, std::size_t event) {
  LockStates locks;
  for (std::size_t i = 0; i < event; ++i) locks.on(trace[i], i);
  return few_names(trace, waiters(locks, lock));
}

Sentence who_could_enter(const Trace& trace, std::uint16_t lock, std::size_t event) {
  Situation situation(trace.info);
  for (std::size_t i = 0; i < event; ++i) situation.on(trace[i], i);
  const LockStates::Engagements& engagements = situation.locks().engagements();
  std::vector<ClientId> all = waiters(situation.locks(), lock);
  std::erase_if(all, [&](ClientId client) {
    return !engagements[engagements.find(client, lock)].value.able;
  });
  return few_names(trace, all);
}

Sentence loss_words(NodeLoss loss) {
  switch (loss) {
    case NodeLoss::down:
      return say("down");
    case NodeLoss::frozen:
      return say("frozen");
    case NodeLoss::busy:
      return say("blocked by a script");
    case NodeLoss::refusing:
      return say("refusing writes");
    default:
      return say("cut off");
  }
}

std::size_t next_entry(const Trace& trace, std::uint16_t lock, std::size_t event) {
  for (std::size_t i = event; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::entered && trace[i].key == lock && !without_lock(trace[i]))
      return i;
  return trace.size() - 1;
}

Sentence loss_words(const Trace& trace, const std::map<NodeId, NodeLoss>& nodes) {
  std::map<NodeLoss, std::vector<std::string>> names;
  for (const auto& [node, loss] : nodes) names[loss].emplace_back(trace.node_name(node));
  std::vector<Sentence> all;
  for (const auto& [loss, lost] : names)
    all.push_back(lost.size() == 1 ? say("{} was {}", lost[0], loss_words(loss))
                                   : say("{} were {}", listed(lost), loss_words(loss)));
  return listed(all);
}

Sentence lost_nodes(const Trace& trace, std::uint16_t lock, std::size_t event) {
  Situation situation(trace.info);
  for (std::size_t i = 0; i < event; ++i) situation.on(trace[i], i);
  return loss_words(trace, situation.lost_nodes(lock));
}

}  // namespace locklab::sim
