// What kept the waiters out during a lock-out.

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/check/lockout.h"
#include "sim/check/situation.h"
#include "sim/check/stuck.h"
#include "sim/check/troubles.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/run_state.h"

namespace locklab::sim {

namespace {

using Cause = LockoutCause;

/// What keeps the waiters out at a moment.
struct Obstacle {
  Cause cause = Cause::on_its_way;
  ClientId who = no_client;       ///< the waiter, or the key's owner
  std::uint32_t acquisition = 0;  ///< on_its_way: the waiter's; for a key: the owner's
  std::map<NodeId, NodeLoss> missing = {};
  std::set<NodeId> with_key = {};

  auto operator<=>(const Obstacle&) const = default;
};

Cause cause_of(NodeLoss loss) {
  switch (loss) {
    case NodeLoss::down:
      return Cause::node_down;
    case NodeLoss::frozen:
    case NodeLoss::busy:
      return Cause::node_frozen;
    case NodeLoss::refusing:
      return Cause::writes_refused;
    default:
      return Cause::cut_off;
  }
}

/// How close a waiter with that obstacle is to getting in; a greater number is closer.
int closeness(Cause cause) {
  if (cause == Cause::on_its_way) return 4;
  if (cause == Cause::retry_pause || cause == Cause::refused) return 3;
  if (cause == Cause::waiter_paused) return 0;
  return cause <= Cause::cut_off ? 1 : 2;
}

/// The state of a run during a lock-out, and the time that each obstacle took.
class Obstacles {
 public:
  Obstacles(const Trace& trace, const Lockout& lockout)
      : trace_(trace), lockout_(lockout), state_(trace.info), situation_(trace.info) {}

  /// The time of each obstacle in us.
  std::map<Obstacle, std::int64_t> times();

 private:
  using Waiter = LockStates::Engagements::Cell;

  void on(std::size_t index);
  Obstacle now();
  Obstacle of(const Waiter& waiter);
  Obstacle missing_nodes(ClientId waiter) const;
  std::optional<Obstacle> keys_against(const Waiter& waiter);
  Obstacle outcome_of(const Obstacle& attempt) const;

  const Trace& trace_;
  const Lockout& lockout_;
  RunState state_;
  Situation situation_;
  std::map<std::pair<ClientId, std::uint32_t>, Refusal> refusals_;  ///< by attempt
  std::map<ClientId, Refusal> last_refusal_;
  std::set<ClientId> split_;  ///< clients whose latest attempt met a split vote
};

void Obstacles::on(std::size_t index) {
  const Event& event = trace_[index];
  if (event.key == shared_name) return;
  state_.on(trace_, index);
  situation_.on(event, index);
  if (event.key != lockout_.lock || event.client == no_client) return;
  if (event.kind == EventKind::attempt) split_.erase(event.client);
  if (event.kind != EventKind::refused) return;
  const Refusal refusal = refusal_of(event.reason);
  last_refusal_[event.client] = refusal;
  if (index > lockout_.first) refusals_[{event.client, event.acquisition}] = refusal;
}

std::map<Obstacle, std::int64_t> Obstacles::times() {
  std::map<Obstacle, std::int64_t> times;
  for (std::size_t i = 0; i <= lockout_.last; ++i) {
    const bool during = i > lockout_.first && trace_[i].at > trace_[i - 1].at;
    if (during && situation_.locks().lock(lockout_.lock).waiting > 0)
      times[now()] += trace_[i].at - trace_[i - 1].at;
    on(i);
  }
  std::map<Obstacle, std::int64_t> known;
  for (const auto& [obstacle, us] : times) known[outcome_of(obstacle)] += us;
  return known;
}

/// Replaces an attempt that was under way but was refused later: by a pause before a retry if
/// another client held the lock, or else by the refusal.
Obstacle Obstacles::outcome_of(const Obstacle& attempt) const {
  if (attempt.cause != Cause::on_its_way) return attempt;
  const auto refusal = refusals_.find({attempt.who, attempt.acquisition});
  if (refusal == refusals_.end()) return attempt;
  return {is_taken(refusal->second) ? Cause::retry_pause : Cause::refused, attempt.who};
}

/// The obstacle of the waiter that is closest to getting in; of several, the first.
Obstacle Obstacles::now() {
  const LockStates& locks = situation_.locks();
  std::optional<Obstacle> closest;
  for (std::uint32_t at = locks.lock(lockout_.lock).head; at != LockStates::none;
       at = locks.engagements()[at].value.after) {
    Obstacle one = of(locks.engagements()[at]);
    if (!closest || closeness(one.cause) > closeness(closest->cause)) closest = std::move(one);
    if (closest->cause == Cause::on_its_way) break;
  }
  return *closest;
}

Obstacle Obstacles::of(const Waiter& waiter) {
  const ClientId client = waiter.client;
  if (situation_.clients().paused(client)) return {Cause::waiter_paused, client};
  if (!waiter.value.able) return missing_nodes(client);
  if (auto keys = keys_against(waiter)) return *keys;
  if (waiter.value.attempt != 0) return {Cause::on_its_way, client, waiter.value.attempt};
  if (split_.contains(client)) return {Cause::split_vote};
  const auto refusal = last_refusal_.find(client);
  const bool failed = refusal != last_refusal_.end() && !is_taken(refusal->second);
  return {failed ? Cause::refused : Cause::retry_pause, client};
}

Obstacle Obstacles::missing_nodes(ClientId waiter) const {
  Obstacle missing{Cause::cut_off};
  missing.missing = situation_.missing(waiter);
  // The worst loss determines the cause.
  for (const auto& [node, loss] : missing.missing)
    missing.cause = std::min(missing.cause, cause_of(loss));
  return missing;
}

/// The obstacle of keys that leave the waiter too few nodes; nullopt if they do not. Only keys of
/// its current attempt are its own; they count as votes.
std::optional<Obstacle> Obstacles::keys_against(const Waiter& waiter) {
  std::uint32_t open = 0;
  std::uint32_t votes = 0;
  std::map<std::pair<ClientId, std::uint32_t>, std::set<NodeId>> against;
  for (const Family& family : situation_.families().of_lock()) {
    if (!situation_.reaches(waiter.client, family.serving)) continue;
    const KeyState* key = state_.keys().find(family.serving, lockout_.lock);
    const bool own = key && key->owner == waiter.client && waiter.value.attempt != 0 &&
                     key->acquisition == waiter.value.attempt;
    open += !key || own;
    votes += own;
    if (key && !own) against[{key->owner, key->acquisition}].insert(family.serving);
  }
  if (open >= trace_.info.needs || against.empty()) return std::nullopt;
  const auto most =
      std::ranges::max_element(against, {}, [](const auto& one) { return one.second.size(); });
  if (against.size() + (votes > 0) > 1 && most->second.size() < trace_.info.needs) {
    split_.insert(waiter.client);
    return Obstacle{Cause::split_vote};
  }
  const auto [owner, acquisition] = most->first;
  const ClientFaults& clients = situation_.clients();
  return Obstacle{clients.crashed(owner)  ? Cause::holder_crashed
                  : clients.paused(owner) ? Cause::holder_paused
                                          : Cause::key_left,
                  owner,
                  acquisition,
                  {},
                  most->second};
}

/// Words for the chosen cause of a lock-out.
class CauseWords {
 public:
  CauseWords(const Trace& trace, const Lockout& lockout) : trace_(trace), lockout_(lockout) {}

  /// Sets `cause` and `why` of `told` for the obstacle `main`. `clients`: the waiters or key owners
  /// of all obstacles with its cause.
  void set(Lockout& told, const Obstacle& main, const std::set<ClientId>& clients) const;

 private:
  Sentence key_words(const Obstacle& main) const;
  Sentence late_words(const Obstacle& main) const;
  Sentence other_refusal(const Obstacle& main) const;
  bool got_the_lock(const Obstacle& main) const;

  const Trace& trace_;
  const Lockout& lockout_;
};

bool CauseWords::got_the_lock(const Obstacle& main) const {
  for (std::size_t i = 0; i < lockout_.last; ++i)
    if (trace_[i].kind == EventKind::acquired && trace_[i].client == main.who &&
        trace_[i].acquisition == main.acquisition)
      return true;
  return false;
}

Sentence CauseWords::key_words(const Obstacle& main) const {
  std::vector<std::string> names;
  for (const NodeId node : main.with_key) names.emplace_back(trace_.node_name(node));
  const Sentence nodes = listed(names);
  if (main.who == no_client) return say("{} still had a key of an unknown client", nodes);
  const std::string_view owner = trace_.client_name(main.who);
  if (main.cause == Cause::holder_crashed)
    return say("{} still had the key of {}, who had crashed", nodes, owner);
  if (main.cause == Cause::holder_paused)
    return say("{} still had the key of {}, who was paused", nodes, owner);
  return got_the_lock(main)
             ? say("{} still had the key of {}, who was not inside", nodes, owner)
             : say("{} still had the key of {}, whose attempt had not succeeded", nodes, owner);
}

/// Describes what delayed or lost the messages of an attempt; empty if no fault did.
Sentence CauseWords::late_words(const Obstacle& main) const {
  std::size_t attempt = lockout_.first;
  Sentence delayed;
  for (std::size_t i = 0; i <= lockout_.last; ++i) {
    const Event& event = trace_[i];
    if (event.client != main.who) continue;
    if (event.kind == EventKind::attempt && event.acquisition == main.acquisition) attempt = i;
    if (event.kind == EventKind::message_delayed && event.at >= trace_[attempt].at)
      delayed = say("a message between {} and {} was delayed by {}", trace_.client_name(main.who),
                    trace_.node_name(event.node), as_span(event.value));
  }
  const Sentence slow = troubles_of(trace_, attempt, lockout_.last,
                                    Trouble::delay | Trouble::cut | Trouble::frozen_node);
  return slow.empty() ? delayed : slow;
}

/// Why the client's latest attempt failed, not counting refusals because of another holder.
Sentence CauseWords::other_refusal(const Obstacle& main) const {
  std::size_t last = lockout_.last;
  for (std::size_t i = 0; i <= lockout_.last; ++i)
    if (trace_[i].kind == EventKind::refused && trace_[i].client == main.who &&
        trace_[i].key == lockout_.lock && !is_taken(refusal_of(trace_[i].reason)))
      last = i;
  return refusal_words(trace_, last);
}

void CauseWords::set(Lockout& told, const Obstacle& main, const std::set<ClientId>& clients) const {
  const Sentence who = few_names(trace_, {clients.begin(), clients.end()});
  told.cause = main.cause;
  switch (main.cause) {
    case Cause::holder_crashed:
    case Cause::holder_paused:
    case Cause::key_left:
      told.why = key_words(main);
      return;
    case Cause::split_vote:
      told.why = say("the votes of the nodes were split");
      return;
    case Cause::waiter_paused:
      told.why = clients.size() == 1 ? say("{} was paused", who) : say("{} were paused", who);
      return;
    case Cause::refused:
      told.why = say("attempts of {} failed: {}", who, other_refusal(main));
      return;
    case Cause::retry_pause:
      told.why = say("the lock was free, and {} had yet to ask again", who);
      return;
    case Cause::on_its_way:
      if (Sentence late = late_words(main); !late.empty()) {
        told.cause = Cause::late_message;
        told.why = std::move(late);
        return;
      }
      told.why = say("an attempt of {} was under way", who);
      return;
    default:
      told.why = loss_words(trace_, main.missing);
  }
}

}  // namespace

void find_cause(const Trace& trace, Lockout& lockout) {
  const std::map<Obstacle, std::int64_t> times = Obstacles(trace, lockout).times();
  std::map<Cause, std::int64_t> by_cause;
  for (const auto& [obstacle, us] : times) by_cause[obstacle.cause] += us;
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [cause, cause_us] = *std::max_element(by_cause.begin(), by_cause.end(), less);
  lockout.cause_us = cause_us;
  const Obstacle* main = nullptr;
  std::int64_t most = 0;
  std::set<ClientId> clients;
  for (const auto& [obstacle, us] : times) {
    if (obstacle.cause != cause) continue;
    if (obstacle.who != no_client) clients.insert(obstacle.who);
    if (us <= most) continue;
    most = us;
    main = &obstacle;
  }
  CauseWords(trace, lockout).set(lockout, *main, clients);
}

}  // namespace locklab::sim
