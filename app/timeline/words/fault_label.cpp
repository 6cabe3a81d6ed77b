// Short labels for a fault's mark on its lane, such as "paused 600 ms", and for mentioning it
// later: "n1 died".
#include <algorithm>

#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

Sentence clock_label(const sim::Event& e) {
  const bool drifts = e.extra != 0 && e.extra != -1;
  if (e.value == 0) return drifts ? say("clock {}", pace_words(e.extra)) : say("clock right again");
  return e.kind == sim::EventKind::node_clock && e.detail == 1
             ? say("clock {}, does not count", signed_span_text(e.value))
             : say("clock {}", signed_span_text(e.value));
}

Sentence removal_label(sim::KeyRemoval how) {
  switch (how) {
    case sim::KeyRemoval::flush:
      return say("flushed");
    case sim::KeyRemoval::evicted:
      return say("key evicted");
    default:
      return say("key deleted");
  }
}

/// Adds the direction if the fault affects only one.
Sentence one_way(const Sentence& what, const sim::Event& e) {
  if (e.detail == 1) return say("requests {}", what);
  if (e.detail == 2) return say("replies {}", what);
  return what;
}

}  // namespace

Sentence fault_label(const sim::Event& e) {
  switch (e.kind) {
    case sim::EventKind::client_paused:
      return e.value < 0 ? say("paused") : say("paused {}", span_text(e.value));
    case sim::EventKind::client_clock:
    case sim::EventKind::node_clock:
      return clock_label(e);
    case sim::EventKind::node_killed:
      return e.detail ? say("power lost") : say("killed");
    case sim::EventKind::node_demoted:
      return e.detail ? Sentence() : say("now a replica");
    case sim::EventKind::keys_removed:
      return removal_label(sim::removal_of(e));
    case sim::EventKind::link_cut:
      return one_way(say("cut off"), e);
    case sim::EventKind::link_held:
      return one_way(say("held back"), e);
    case sim::EventKind::link_slowed:
      return say("slower by {}", span_text(std::max<std::int64_t>(e.value, 0)));
    case sim::EventKind::link_reset:
      return is_drop(e) ? say("message dropped") : say("connection dropped");
    case sim::EventKind::message_delayed:
      return say("delayed {}", span_text(e.value));
    default:
      return say(facts_of(e.kind).label);
  }
}

Sentence brief_fault_label(const sim::Event& e) {
  const bool is_clock =
      e.kind == sim::EventKind::client_clock || e.kind == sim::EventKind::node_clock;
  if (is_clock && e.value != 0) return Sentence::name(signed_span_text(e.value));
  if (e.kind == sim::EventKind::node_promoted) return say("master");
  if (e.kind == sim::EventKind::node_killed && e.detail) return say("power");
  const bool lasts = e.kind == sim::EventKind::client_paused && e.value >= 0;
  return lasts ? Sentence::name(span_text(e.value)) : Sentence();
}

Sentence joined_fault_label(const sim::Event& first, const sim::Event& second) {
  const Sentence one = fault_label(first);
  const Sentence other = fault_label(second);
  if (second.at == first.at) return say("{}, {}", one, other);
  const std::string later = span_text(second.at - first.at);
  return second.kind == sim::EventKind::node_restarted ? say("{}, back up {} later", one, later)
                                                       : say("{}, {} {} later", one, other, later);
}

Sentence past_fault_words(sim::EventKind kind, const Sentence& whom) {
  switch (kind) {
    case sim::EventKind::client_crashed:
      return say("{} crashed", whom);
    case sim::EventKind::client_paused:
      return say("{} was paused", whom);
    case sim::EventKind::client_resumed:
      return say("{} woke up", whom);
    case sim::EventKind::node_killed:
      return say("{} died", whom);
    case sim::EventKind::node_stopped:
      return say("{} froze", whom);
    case sim::EventKind::node_continued:
      return say("{} went on", whom);
    case sim::EventKind::node_restarted:
      return say("{} restarted", whom);
    case sim::EventKind::client_clock:
    case sim::EventKind::node_clock:
      return say("{}'s clock changed", whom);
    case sim::EventKind::node_promoted:
      return say("{} became the master", whom);
    case sim::EventKind::node_demoted:
      return say("{} became a replica", whom);
    case sim::EventKind::node_refuses:
      return say("{} began to refuse writes", whom);
    case sim::EventKind::node_accepts:
      return say("{} took writes again", whom);
    case sim::EventKind::node_busy:
      return say("{} was busy with a script", whom);
    default:
      return {};
  }
}

}  // namespace locklab::app
