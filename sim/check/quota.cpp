#include "sim/check/quota.h"

#include <algorithm>
#include <iterator>

namespace locklab::sim {

void Quota::on(const Event& event, std::size_t index) {
  if (breach_ || event.client == no_client) return;
  Visitor& visitor = visitors_[event.client];
  switch (event.kind) {
    case EventKind::attempt: {
      visitor = {.attempt = event.acquisition, .key = event.key};
      Window& window = windows_[event.key];
      if (!window.begun) {
        // Before the first observed admission, a client outside the trace may have filled an
        // earlier window.
        window = {.begun = true, .presumed = true, .from = event.at, .latest = index};
      }
      break;
    }
    case EventKind::key_set:
      count_visit(event, index, visitor);
      break;
    case EventKind::ran:
      if (event.acquisition != visitor.attempt) break;
      visitor.ran_at = event.at;
      visitor.overdue = overdue(visitor.key, event.at);
      break;
    case EventKind::timed_out:
      visitor.unanswered = true;
      break;
    case EventKind::acquired:
      admit(event, index, visitor);
      break;
    case EventKind::refused:
      refuse(event, index, visitor);
      break;
    case EventKind::entered:
      if (without_lock(event)) breach_ = Breach{index, std::nullopt};
      break;
    default:
      break;
  }
}

void Quota::count_visit(const Event& event, std::size_t index, Visitor& visitor) {
  // A replica's copy, or a value restored from a log, does not count as a second visit.
  if (visitor.counted && event.acquisition == visitor.attempt) return;
  Window& window = windows_[event.key];
  if (may_begin(window, event.at)) {
    begin(window, event.at - event.since_us);
    window.latest = index;
  }
  if (event.acquisition != visitor.attempt) return;
  visitor.counted = true;
  visitor.window = window.counts.size() - 1;
  visitor.from = event.at - event.since_us;
  visitor.at = event.at;
}

void Quota::begin(Window& window, std::int64_t from) {
  window.begun = true;
  window.presumed = false;
  window.from = from;
  window.counts.push_back(0);
}

void Quota::admit(const Event& event, std::size_t index, const Visitor& visitor) {
  ++admissions_;
  const std::int64_t at = visitor.counted ? visitor.at : event.at;
  const std::int64_t from = visitor.counted ? visitor.from : event.at - event.since_us;
  Window& window = windows_[event.key];
  if (!visitor.counted && may_begin(window, at)) begin(window, from);
  std::int64_t& count = visitor.counted ? window.counts[visitor.window] : window.counts.back();
  if (++count > limit_) breach_ = Breach{index, window.latest};
  window.latest = index;
  if (from == at) watch_burst(window, at);
}

void Quota::watch_burst(Window& window, std::int64_t at) {
  std::deque<std::int64_t>& recent = window.recent;
  recent.insert(std::upper_bound(recent.begin(), recent.end(), at), at);
  while (recent.size() > 1 && recent.back() - recent.front() >= window_) recent.pop_front();
  const std::int64_t length = recent.back() - recent.front();
  if (std::ssize(recent) <= limit_ || recent.size() < densest_.count) return;
  if (recent.size() > densest_.count || length < densest_.length)
    densest_ = {recent.size(), length};
}

void Quota::refuse(const Event& event, std::size_t index, const Visitor& visitor) {
  ++refusals_;
  if (visitor.unanswered) return;
  if (visitor.ran_at ? visitor.overdue : overdue(event.key, event.at))
    breach_ = Breach{index, windows_[event.key].latest};
}

Verdict Quota::verdict(const Trace& trace) const {
  if (!applies()) return not_applicable(say("this strategy is not a rate limiter"));
  if (breach_) {
    const Event& event = trace[breach_->event];
    if (event.kind == EventKind::entered)
      return broken(*breach_, say("{} was not admitted, and went on all the same",
                                  trace.client_name(event.client)));
    if (event.kind == EventKind::acquired)
      return broken(*breach_,
                    say("{} was admitted as number {} in a window of {} that admits {}",
                        trace.client_name(event.client), limit_ + 1, as_span(window_), limit_));
    return broken(*breach_,
                  say("{} was refused at {}, though the window of {} was over and nobody had been "
                      "admitted since {}: locked out for ever",
                      trace.client_name(event.client), about_ms(event.at), as_span(window_),
                      when(trace, *breach_->other)));
  }
  if (admissions_ + refusals_ == 0) return not_applicable(say("nobody came"));
  Sentence why =
      say("{}, never more than {} in one window of {}, and {}",
          counted(admissions_, say("{} admission", admissions_), say("{} admissions", admissions_)),
          limit_, as_span(window_),
          counted(refusals_, say("{} refusal", refusals_), say("{} refusals", refusals_)));
  if (densest_.count > 0)
    why = say("{}; but across the border of two windows, {} came within {}", why, densest_.count,
              about_ms(densest_.length));
  return kept(std::move(why));
}

}  // namespace locklab::sim
