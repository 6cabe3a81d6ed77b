#include "sim/check/fencing.h"

#include <fmt/format.h>

#include <algorithm>

namespace locklab::sim {

void Fencing::on_acquired(const Event& event, std::size_t index) {
  if (event.client == no_client) return;
  Holds& holds = holds_[event.client];
  holds.last = (holds.last + 1) % holds.latest.size();
  holds.latest[holds.last] = {++acquired_, event.acquisition, event.key, index};
}

const Fencing::Hold* Fencing::hold_of(const Event& event) {
  if (event.client == no_client) return nullptr;
  const Holds& holds = holds_[event.client];
  for (std::size_t back = 0; back < holds.latest.size(); ++back) {
    const Hold& hold = holds.latest[(holds.last - back) % holds.latest.size()];
    if (hold.number > 0 && hold.acquisition == event.acquisition) return &hold;
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
  if (const Hold* hold = hold_of(event)) {
    const bool was_fine = !grants_.breach;
    judge(by_lock_[hold->lock], grants_, static_cast<std::int64_t>(hold->number),
          event.kind == EventKind::resource_wrote, event, index);
    if (was_fine && grants_.breach) stale_hold_ = hold->index;
  }
}

/// `counts`: an older number is a breach here; else it is only remembered.
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
    // An older one that was under way at the same time may have come after this.
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
    return not_applicable("there are neither tokens nor a lock that hands out turns");
  if (finding.breach) {
    const Event& stale = trace[finding.breach->event];
    const Event& newer = trace[*finding.breach->other];
    const bool wrote = stale.kind == EventKind::resource_wrote;
    if (by_token)
      return broken(*finding.breach,
                    fmt::format("{} accepted {}'s {} with token {} after it had seen {}'s {} at {}",
                                trace.info.resource, trace.client_name(stale.client),
                                wrote ? "write" : "read", stale.extra,
                                trace.client_name(newer.client), newer.extra, as_ms(newer.at)));
    return broken(
        *finding.breach,
        fmt::format(
            "{} accepted a stale write: {} had acquired at {}, but {}, who acquired later, had "
            "come at {}; there is no token that could have stopped it",
            trace.info.resource, trace.client_name(stale.client), when(trace, stale_hold_),
            trace.client_name(newer.client), as_ms(newer.at)));
  }
  if (finding.order_unknown)
    return not_applicable("order unknown: accesses of an older and a newer hold overlap in time");
  if (rejected_ > 0)
    return kept(counted(rejected_, "stale access was", "stale accesses were") + " rejected");
  if (accesses_ == 0) return kept("nobody touched " + trace.info.resource);
  return kept(by_token ? "tokens never went back"
                       : "there are no tokens, but no older hold wrote after a newer one had come");
}

}  // namespace locklab::sim
