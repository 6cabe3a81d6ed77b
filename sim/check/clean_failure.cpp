#include "sim/check/clean_failure.h"

#include <algorithm>

namespace locklab::sim {

CleanFailure::Claim* CleanFailure::Attempt::claim_at(NodeId node) {
  const auto claim = std::find_if(claims.begin(), claims.end(),
                                  [&](const Claim& one) { return one.node == node; });
  return claim == claims.end() ? nullptr : &*claim;
}

CleanFailure::Claim* CleanFailure::Attempt::claim_behind(NodeId node, const Families& families) {
  if (Claim* claim = claim_at(node)) return claim;
  const auto claim = std::find_if(claims.begin(), claims.end(), [&](const Claim& one) {
    return families.related(one.node, node);
  });
  return claim == claims.end() ? nullptr : &*claim;
}

/// When the lease of a key_set or key_lease ends, in us; INT64_MAX if it has none, or its node's
/// clock has changed.
std::int64_t CleanFailure::lease_end_of(const Event& event) const {
  const bool odd = std::ranges::find(odd_clocks_, event.node) != odd_clocks_.end();
  return event.value < 0 || odd ? INT64_MAX : event.at + event.value;
}

void CleanFailure::on_node_clock(const Event& event) {
  if (std::ranges::find(odd_clocks_, event.node) == odd_clocks_.end())
    odd_clocks_.push_back(event.node);
  for (Key& key : keys_)
    if (key.node == event.node) key.lease_end = INT64_MAX;
}

CleanFailure::Attempt* CleanFailure::find(ClientId client, std::uint32_t acquisition) {
  if (!watches() || client == no_client || acquisition == 0) return nullptr;
  Attempt& latest = latest_[client];
  if (latest.acquisition == acquisition) return &latest;
  const auto past = std::find_if(past_.begin(), past_.end(), [&](const Attempt& attempt) {
    return attempt.client == client && attempt.acquisition == acquisition;
  });
  return past == past_.end() ? nullptr : &*past;
}

void CleanFailure::on_attempt(const Event& event) {
  if (!watches() || event.key == no_name) return;
  if (event.key >= is_lock_.size()) is_lock_.resize(event.key + std::size_t{1});
  is_lock_[event.key] = true;
}

void CleanFailure::on_sent(const Event& event, std::size_t index, const Families& families) {
  if (!watches() || event.client == no_client) return;
  if (event.purpose == Purpose::release) return on_release(event, families);
  Attempt& attempt = latest_[event.client];
  if (attempt.failed || attempt.acquisition != event.acquisition)
    close(attempt, event, index, families);
  attempt.client = event.client;
  attempt.acquisition = event.acquisition;
  Claim* claim = attempt.claim_at(event.node);
  if (!claim) {
    claim = &attempt.claims.emplace_back();
    claim->node = event.node;
    claim->first = event.message;
    claim->index = index;
    claim->sent_at = event.at;
  }
  claim->last = event.message;
  claim->release = {};
  claim->on_their_way.push_back(event.message);
}

/// Notes the release for every claim in the family of its node: after a failover, the client sends
/// it to the new master, which may hold a copy of the key.
void CleanFailure::on_release(const Event& event, const Families& families) {
  Attempt* attempt = find(event.client, event.acquisition);
  if (!attempt) return;
  for (Claim& claim : attempt->claims)
    if (families.related(claim.node, event.node))
      claim.release = {event.message, Release::State::on_its_way};
}

void CleanFailure::on_ran(const Event& event, std::size_t index) {
  Attempt* attempt = find(event.client, event.acquisition);
  if (!attempt) return;
  for (Claim& claim : attempt->claims) {
    if (claim.node == event.node) std::erase(claim.on_their_way, event.message);
    // Nothing is judged here: the changes of a command follow its `ran` in the trace.
    if (claim.release.message == event.message && claim.release.state == Release::State::on_its_way)
      claim.release = {event.message, Release::State::ran, index};
  }
}

void CleanFailure::on_answer(const Event& event, std::size_t index, const Families& families) {
  Attempt* attempt = find(event.client, event.acquisition);
  if (!attempt) return;
  const bool lost = event.kind == EventKind::timed_out ? !may_still_run(silence_of(event.reason))
                                                       : event.kind == EventKind::message_lost &&
                                                             lost_part(event) == LostPart::request;
  for (Claim& claim : attempt->claims) {
    Release& release = claim.release;
    if (release.message == event.message && release.state == Release::State::on_its_way) {
      if (lost) release = {event.message, Release::State::lost, index};
      if (event.kind == EventKind::received) release = {event.message, Release::State::ran, index};
    }
    if (claim.node != event.node || !claim.carried(event.message)) continue;
    claim.unknown = claim.unknown || event.kind == EventKind::timed_out;
    if (lost || event.kind != EventKind::timed_out) std::erase(claim.on_their_way, event.message);
    if (event.kind != EventKind::received ||
        event.detail != static_cast<std::uint8_t>(Reply::Kind::text))
      continue;
    claim.old_value = event.message;
    claim.granted = false;
    std::erase_if(keys_, [&](const Key& key) { return key.message == event.message; });
  }
  if (attempt == &latest_[event.client]) return;
  if (event.kind == EventKind::timed_out && !lost) return;
  judge(*attempt, index, families);
  std::erase_if(past_, [&](const Attempt& past) { return !may_leave(past); });
}

void CleanFailure::on_key(const Event& event, std::size_t index, const Families& families) {
  if (!watches()) return;
  const auto key = std::find_if(keys_.begin(), keys_.end(), [&](const Key& one) {
    return one.node == event.node && one.name == event.key;
  });
  if (event.kind == EventKind::key_lease) {
    if (key != keys_.end()) key->lease_end = lease_end_of(event);
    return;
  }
  if (key != keys_.end()) {
    Attempt* attempt = find(key->client, key->acquisition);
    const bool failed = attempt && (attempt->failed || attempt != &latest_[key->client]);
    const Claim* claim = failed ? attempt->claim_behind(key->node, families) : nullptr;
    // A lease that ended while its node was dead or frozen kept nobody out.
    const bool ran_out = event.kind == EventKind::key_expired && event.value <= 0 &&
                         back_ != std::pair{event.node, event.at};
    if (claim && ran_out && families.serves(key->node)) leave(*key, *claim, index, true);
    keys_.erase(key);
    std::erase_if(past_, [&](const Attempt& past) { return !may_leave(past); });
  }
  const bool copied = event.detail == 1;  // names the client of its origin, but not the purpose
  if (event.kind == EventKind::key_set && (copied || event.purpose == Purpose::claim))
    on_granted(event, index, families);
}

void CleanFailure::on_granted(const Event& event, std::size_t index, const Families& families) {
  if (event.key >= is_lock_.size() || !is_lock_[event.key]) return;
  Attempt* attempt = find(event.client, event.acquisition);
  Claim* claim = attempt ? attempt->claim_behind(event.node, families) : nullptr;
  if (!claim || claim->old_value == event.message) return;
  claim->granted = true;
  keys_.push_back({event.client, event.acquisition, event.node, event.key, event.message, index,
                   event.at, lease_end_of(event)});
  if (attempt != &latest_[event.client]) judge(*attempt, index, families);
}

void CleanFailure::on_client(const Event& event, std::size_t index, const Families& families) {
  if (!watches() || event.client == no_client) return;
  Attempt& attempt = latest_[event.client];
  switch (event.kind) {
    case EventKind::refused:
      attempt.failed = !attempt.claims.empty();
      break;
    case EventKind::finished:
      close(attempt, event, index, families);
      break;
    case EventKind::acquired:
      forget(attempt);
      attempt.failed = false;
      attempt.claims.clear();
      break;
    default:  // a client that crashed need not clean up
      std::erase_if(keys_, [&](const Key& key) { return key.client == event.client; });
      std::erase_if(past_, [&](const Attempt& past) { return past.client == event.client; });
      attempt = {};
  }
}

void CleanFailure::on_promoted(std::size_t index, const Families& families) {
  for (Attempt& attempt : past_)
    if (watches()) judge(attempt, index, families);
}

/// Closes an attempt whose client tries again or finishes with `event`. A key whose lease has ended
/// by then keeps nobody out, whether or not its node has noticed that already.
void CleanFailure::close(Attempt& attempt, const Event& event, std::size_t index,
                         const Families& families) {
  std::erase_if(keys_, [&](const Key& key) {
    return key.client == attempt.client && key.acquisition == attempt.acquisition &&
           key.lease_end <= event.at;
  });
  failed_ += std::any_of(attempt.claims.begin(), attempt.claims.end(), [](const Claim& claim) {
    return claim.granted || claim.unknown || !claim.on_their_way.empty();
  });
  judge(attempt, index, families);
  if (may_leave(attempt)) past_.push_back(attempt);
  attempt.acquisition = 0;
  attempt.failed = false;
  attempt.claims.clear();
}

/// Judges the keys of a failed attempt whose client has tried again or finished.
void CleanFailure::judge(Attempt& attempt, std::size_t index, const Families& families) {
  for (const Key& key : keys_) {
    if (key.client != attempt.client || key.acquisition != attempt.acquisition) continue;
    const Claim* claim = attempt.claim_behind(key.node, families);
    if (!claim || !families.serves(key.node)) continue;
    if (claim->release.state != Release::State::on_its_way) leave(key, *claim, index, false);
  }
}

void CleanFailure::leave(const Key& key, const Claim& claim, std::size_t index, bool lease_ended) {
  if (breach_) return;
  const bool over = claim.release.ended > 0 && claim.release.ended < key.index;
  const Cause cause = over                                            ? Cause::set_late
                      : claim.release.state == Release::State::unsent ? Cause::not_released
                      : claim.release.state == Release::State::lost   ? Cause::release_lost
                      : lease_ended                                   ? Cause::lease_ended
                                                                      : Cause::kept;
  left_ = {key.client, key.node, claim.sent_at, key.set_at, cause};
  breach_ = Breach{index, claim.index};
}

/// Forgets the keys of an attempt that has succeeded.
void CleanFailure::forget(const Attempt& attempt) {
  std::erase_if(keys_, [&](const Key& key) {
    return key.client == attempt.client && key.acquisition == attempt.acquisition;
  });
}

/// Whether a key of the attempt is still on a node, or may still be set.
bool CleanFailure::may_leave(const Attempt& attempt) const {
  return std::any_of(attempt.claims.begin(), attempt.claims.end(),
                     [](const Claim& claim) { return !claim.on_their_way.empty(); }) ||
         std::any_of(keys_.begin(), keys_.end(), [&](const Key& key) {
           return key.client == attempt.client && key.acquisition == attempt.acquisition;
         });
}

Verdict CleanFailure::verdict(const Trace& trace) const {
  if (!locks_)
    return not_applicable(
        say("this strategy claims nothing on a server that could be left behind"));
  if (breach_) {
    const std::string set = about_ms(left_.set_at);
    const Sentence why = left_.cause == Cause::not_released   ? say("it sent no release there")
                         : left_.cause == Cause::release_lost ? say("its release was lost")
                         : left_.cause == Cause::set_late
                             ? say("its claim set the key at {}, after its release", set)
                         : left_.cause == Cause::lease_ended
                             ? say("its release had not come when the lease ended")
                             : say("its release did not remove it");
    return broken(*breach_, say("{}'s failed attempt, sent at {}, left its key on {}: {}",
                                trace.client_name(left_.client), about_ms(left_.sent_at),
                                trace.node_name(left_.node), why));
  }
  if (failed_ == 0)
    return not_applicable(say("no attempt failed in a way that could leave something behind"));
  return kept(counted(failed_, say("{} failed attempt left no key behind", failed_),
                      say("{} failed attempts left no key behind", failed_)));
}

}  // namespace locklab::sim
