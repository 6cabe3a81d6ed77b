#include "sim/check/fencing.h"

#include <algorithm>

#include "sim/check/forgotten.h"
#include "sim/check/key_history.h"

namespace locklab::sim {

namespace {

/// The first acquisition of the lock that was given the same token as the acquisition at `again`.
std::size_t first_given(const Trace& trace, std::size_t again) {
  for (std::size_t i = 0; i < again; ++i)
    if (trace[i].kind == EventKind::acquired && trace[i].key == trace[again].key &&
        trace[i].extra == trace[again].extra)
      return i;
  return again;
}

/// The index of the last key_set by a claim of the acquisition of `event`, before `index`; or
/// `index` if the trace shows none.
std::size_t grant_of(const Trace& trace, const Event& event, std::size_t index) {
  for (std::size_t i = index; i-- > 0;) {
    const Event& e = trace[i];
    if (e.kind == EventKind::key_set && e.purpose == Purpose::claim && same_hold(e, event))
      return i;
  }
  return index;
}

Sentence access_word(const Event& access) {
  const bool writes = access.kind == EventKind::resource_wrote ||
                      (access.kind == EventKind::resource_rejected && access.detail == 1);
  return writes ? say("write") : say("read");
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
  claim.hold.shown = true;
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
  if (given_[event.key].add(event.extra) || tokens_.breach) return;
  tokens_.breach = Breach{index, std::nullopt};
  flaw_ = Flaw::given_twice;
}

bool Fencing::Given::add(std::int64_t token) {
  if (token > top) {
    if (token > top + 1) missing.push_back({top + 1, token - 1});
    top = token;
    return true;
  }
  auto at = std::find_if(missing.begin(), missing.end(),
                         [token](const Span& one) { return one.from <= token && token <= one.to; });
  if (at == missing.end()) return false;
  const Span whole = *at;
  at = missing.erase(at);
  if (token < whole.to) at = missing.insert(at, {token + 1, whole.to});
  if (whole.from < token) missing.insert(at, {whole.from, token - 1});
  return true;
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
    Seen& seen = by_resource_[event.key];
    judge(seen, tokens_, event.extra, true, event, index);
    if (seen.index == index) {
      const Hold* hold = hold_of(event);
      seen.hold = hold ? *hold : Hold();
    }
  }
  if (!exclusive_ || with_token_ > 0) return;
  if (const Hold* hold = hold_of(event)) judge_hold(*hold, event, index);
}

/// Judges a rejection: correct for a hold older than that of the newest token, a breach for a newer
/// one.
void Fencing::on_rejected(const Event& event, std::size_t index) {
  if (rejected_++ == 0) first_rejected_ = index;
  const Hold* hold = hold_of(event);
  const Seen* seen = by_resource_.find(event.key);
  if (!exclusive_ || !hold || !seen || hold->lock != seen->hold.lock) return;
  const Hold& newest = seen->hold;
  if (!hold->shown || !newest.shown) return;
  const bool interval = hold->from < hold->at || newest.from < newest.at;
  if (hold->granted <= newest.granted || (interval && hold->from <= newest.at)) return;
  if (tokens_.breach && flaw_ != Flaw::given_twice) return;
  tokens_.breach = Breach{index, seen->index};  // worse than two with the same token
  flaw_ = Flaw::newest_rejected;
}

void Fencing::judge_hold(const Hold& hold, const Event& event, std::size_t index) {
  Seen& seen = by_lock_[hold.lock];
  const Hold newest = seen.hold;
  if (!newest.held || hold.granted > newest.granted) seen.hold = hold;
  const bool wrote = event.kind == EventKind::resource_wrote;
  const bool interval = hold.from < hold.at || newest.from < newest.at;
  if (wrote && newest.held && hold.granted < newest.granted && interval && newest.from <= hold.at) {
    grants_.order_unknown = true;  // the order of the grants, not of the accesses
    return;
  }
  judge(seen, grants_, static_cast<std::int64_t>(hold.granted), wrote, event, index);
}

/// Compares the number of an access (its token, or the position of its grant) with the newest one
/// seen. With `counts`, an older number is a breach, unless the two accesses overlap in time.
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
    // A concurrent access with an older number may have come after this one.
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
  if (tokens_.breach) return broken_by_token(trace);
  if (!by_token && (!exclusive_ || limits_rate_))
    return not_applicable(say("there are neither tokens nor a lock that hands out turns"));
  if (finding.breach) return broken_by_hold(trace);
  if (finding.order_unknown)
    return not_applicable(
        say("order unknown: accesses of an older and a newer hold overlap in time"));
  if (by_token || rejected_ > 0) return kept_with_tokens(trace);
  if (accesses_ == 0) return kept(say("nobody touched {}", trace.info.resource));
  return kept(say("the lock gives no tokens, but no older hold wrote after a newer one had come"));
}

Verdict Fencing::broken_by_token(const Trace& trace) const {
  Breach breach = *tokens_.breach;
  if (flaw_ == Flaw::given_twice) breach.other = first_given(trace, breach.event);
  const Event& event = trace[breach.event];
  const Event& other = trace[*breach.other];
  const std::string_view client = trace.client_name(event.client);
  Sentence why;
  switch (flaw_) {
    case Flaw::none:
      return broken(breach, say("{} accepted {}'s {} with token {} after it had seen {}'s {} at {}",
                                trace.info.resource, client, access_word(event), event.extra,
                                trace.client_name(other.client), other.extra, about_ms(other.at)));
    case Flaw::given_twice:
      why = event.client == other.client
                ? say("{} was given token {} twice", client, event.extra)
                : say("{} and {} were both given token {}", trace.client_name(other.client), client,
                      event.extra);
      why = say("{}, so {} cannot tell them apart", why, trace.info.resource);
      break;
    case Flaw::newest_rejected:
      why =
          say("{} rejected {}'s {} with token {}, though {} was granted the lock after {}, whose "
              "token is {}",
              trace.info.resource, client, access_word(event), event.extra, client,
              trace.client_name(other.client), other.extra);
      break;
  }
  const std::size_t granted = grant_of(trace, event, breach.event);
  const Sentence cause =
      why_forgotten(trace, grant_of(trace, other, *breach.other), trace[granted].node, granted);
  return broken(breach, cause.empty() ? why : say("{}, because {}", why, cause));
}

Verdict Fencing::broken_by_hold(const Trace& trace) const {
  const Event& newer = trace[*grants_.breach->other];
  return broken(
      *grants_.breach,
      say("{} accepted a stale write of {}: {}, who got the lock later, had been there at "
          "{}, and this lock gives no tokens to compare",
          trace.info.resource, who(trace, grants_.breach->event), trace.client_name(newer.client),
          about_ms(newer.at)));
}

Verdict Fencing::kept_with_tokens(const Trace& trace) const {
  if (rejected_ == 0) return kept(say("tokens never went back"));
  const Event& first = trace[first_rejected_];
  const Sentence access = say("{}'s {} with token {}", trace.client_name(first.client),
                              access_word(first), first.extra);
  return kept(rejected_ == 1 ? say("1 stale access was rejected: {}", access)
                             : say("{} stale accesses were rejected, the first of them {}",
                                   rejected_, access));
}

}  // namespace locklab::sim
