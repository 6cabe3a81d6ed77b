#include "sim/check/fencing.h"

#include <algorithm>
#include <map>
#include <utility>

namespace locklab::sim {

namespace {

/// A sentence for two acquisitions of a lock with the same token: "alice and bob were both given
/// token 1". Empty: there are none.
Sentence given_twice(const Trace& trace) {
  std::map<std::pair<std::uint16_t, std::int64_t>, std::size_t> given;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.kind != EventKind::acquired || e.extra < 0) continue;
    const auto [first, fresh] = given.try_emplace({e.key, e.extra}, i);
    if (fresh) continue;
    if (trace[first->second].client == e.client)
      return say("{} was given token {} twice", who(trace, i), e.extra);
    return say("{} and {} were both given token {}", who(trace, first->second), who(trace, i),
               e.extra);
  }
  return {};
}

}  // namespace

void Fencing::on_attempt(const Event& event) {
  if (!exclusive_ || event.client == no_client) return;
  holds_[event.client].claim = {0, {false, event.acquisition, event.key}};
}

void Fencing::on_claimed(const Event& event, std::size_t index) {
  if (!exclusive_ || event.client == no_client) return;
  Claim& claim = holds_[event.client].claim;
  if (claim.hold.acquisition != event.acquisition || claim.hold.lock != event.key) return;
  if (++claim.grants != needs_) return;
  claim.hold.held = true;
  claim.hold.granted = index;
  claim.hold.from = event.at - event.since_us;
  claim.hold.at = event.at;
}

void Fencing::on_acquired(const Event& event, std::size_t index) {
  if (event.client == no_client) return;
  Holds& holds = holds_[event.client];
  const Hold& claimed = holds.claim.hold;
  const bool seen = claimed.held && claimed.acquisition == event.acquisition;
  holds.last = (holds.last + 1) % holds.latest.size();
  holds.latest[holds.last] =
      seen ? claimed : Hold{true, event.acquisition, event.key, index, event.at, event.at};
  if (event.extra < 0) return;
  std::int64_t& top = top_token_[event.key];
  token_not_risen_ = token_not_risen_ || event.extra < top;
  top = std::max(top, event.extra + 1);
}

const Fencing::Hold* Fencing::hold_of(const Event& event) {
  if (event.client == no_client) return nullptr;
  const Holds& holds = holds_[event.client];
  for (std::size_t back = 0; back < holds.latest.size(); ++back) {
    const Hold& hold = holds.latest[(holds.last - back) % holds.latest.size()];
    if (hold.held && hold.acquisition == event.acquisition) return &hold;
  }
  return nullptr;
}

void Fencing::on_access(const Event& event, std::size_t index) {
  ++accesses_;
  if (event.extra >= 0) {
    ++with_token_;
    judge(by_resource_[event.key], tokens_, event.extra, true, event, index);
  }
  if (!exclusive_ || with_token_ > 0) return;
  if (const Hold* hold = hold_of(event)) judge_hold(*hold, event, index);
}

void Fencing::judge_hold(const Hold& hold, const Event& event, std::size_t index) {
  Seen& seen = by_lock_[hold.lock];
  const Hold newest = seen.hold;
  if (!newest.held || hold.granted > newest.granted) seen.hold = hold;
  const bool wrote = event.kind == EventKind::resource_wrote;
  const bool interval = hold.from < hold.at || newest.from < newest.at;
  if (wrote && newest.held && hold.granted < newest.granted && interval && newest.from <= hold.at) {
    grants_.order_unknown = true;  // of the grants
    return;
  }
  const bool was_fine = !grants_.breach;
  judge(seen, grants_, static_cast<std::int64_t>(hold.granted), wrote, event, index);
  if (was_fine && grants_.breach) {
    stale_grant_ = hold.granted;
    newer_grant_ = newest.granted;
  }
}

/// Compares a number with the newest. With `counts`, an older number is a breach; otherwise it is
/// only remembered.
void Fencing::judge(Seen& seen, Finding& finding, std::int64_t number, bool counts,
                    const Event& event, std::size_t index) {
  const std::int64_t from = event.at - event.since_us;
  const auto overlaps = [&](std::int64_t other_from, std::int64_t other_at) {
    const bool interval = from < event.at || other_from < other_at;
    return interval && other_at >= from;
  };
  if (number < seen.newest) {
    if (counts && overlaps(seen.from, seen.at)) {
      finding.order_unknown = true;
    } else if (counts && !finding.breach) {
      finding.breach = Breach{index, seen.index};
    }
  } else if (number > seen.newest) {
    // An access with an older number, under way at the same time, may have come after this one.
    if (seen.newest >= 0 && overlaps(seen.last_from, seen.last_at)) finding.order_unknown = true;
    seen.newest = number;
    seen.index = index;
    seen.from = from;
    seen.at = event.at;
  }
  seen.last_from = from;
  seen.last_at = event.at;
}

Verdict Fencing::verdict(const Trace& trace) const {
  const bool by_token = with_token_ > 0;
  const Finding& finding = by_token ? tokens_ : grants_;
  if (!by_token && (!exclusive_ || limits_rate_))
    return not_applicable(say("there are neither tokens nor a lock that hands out turns"));
  if (finding.breach) {
    if (!by_token) return broken_by_hold(trace);
    const Event& stale = trace[finding.breach->event];
    const Event& newer = trace[*finding.breach->other];
    return broken(*finding.breach,
                  say("{} accepted {}'s {} with token {} after it had seen {}'s {} at {}",
                      trace.info.resource, trace.client_name(stale.client),
                      stale.kind == EventKind::resource_wrote ? say("write") : say("read"),
                      stale.extra, trace.client_name(newer.client), newer.extra, as_ms(newer.at)));
  }
  if (finding.order_unknown)
    return not_applicable(
        say("order unknown: accesses of an older and a newer hold overlap in time"));
  if (by_token || rejected_ > 0) return kept_with_tokens(trace);
  if (accesses_ == 0) return kept(say("nobody touched {}", trace.info.resource));
  return kept(say("the lock gives no tokens, but no older hold wrote after a newer one had come"));
}

Verdict Fencing::broken_by_hold(const Trace& trace) const {
  const Event& newer = trace[*grants_.breach->other];
  return broken(*grants_.breach,
                say("{} accepted a stale write: {} was granted the lock at {}, but {}, who was "
                    "granted it later, at {}, had already been there at {}; this lock has no token "
                    "that {} could compare",
                    trace.info.resource, who(trace, grants_.breach->event),
                    when(trace, stale_grant_), trace.client_name(newer.client),
                    when(trace, newer_grant_), as_ms(newer.at), trace.info.resource));
}

Verdict Fencing::kept_with_tokens(const Trace& trace) const {
  const Sentence twice = token_not_risen_ ? given_twice(trace) : Sentence();
  if (rejected_ == 0)
    return kept(twice.empty() ? say("tokens never went back")
                              : say("tokens never went back, but {}, so {} could not tell them "
                                    "apart",
                                    twice, trace.info.resource));
  const Event& first = trace[first_rejected_];
  const Sentence access = say("{}'s {} with token {}", trace.client_name(first.client),
                              first.detail == 1 ? say("write") : say("read"), first.extra);
  const Sentence why = rejected_ == 1 ? say("1 stale access was rejected: {}", access)
                                      : say("{} stale accesses were rejected, the first of them {}",
                                            rejected_, access);
  return kept(twice.empty() ? why : say("{}; but {}", why, twice));
}

}  // namespace locklab::sim
