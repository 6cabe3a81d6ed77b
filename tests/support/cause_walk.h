// Walks back from the events of a trace to their first causes.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/causes.h"
#include "sim/trace/state/families.h"

namespace locklab::test {

using sim::Event;
using sim::EventIndex;
using sim::EventKind;
using sim::Trace;

/// True for events without a cause: a fault, a fault without effect, a key that vanished, the start
/// of a program, and the end of the run.
inline bool begins(const Event& event) {
  switch (event.kind) {
    case EventKind::started:
    case EventKind::ended:
    case EventKind::resource_final:
    case EventKind::fault_missed:
      return true;
    case EventKind::key_lost:
      return sim::loss_of_key(event) == sim::KeyLoss::vanished;
    default:
      return strikes(event.kind);
  }
}

/// True for events that need a reason: a refusal, a missing reply, a lost message, a fault without
/// effect.
inline bool says_no(EventKind kind) {
  return kind == EventKind::refused || kind == EventKind::timed_out ||
         kind == EventKind::message_lost || kind == EventKind::fault_missed;
}

inline bool touches(const Trace& trace, const Event& cause, const Event& effect) {
  const auto named = [](std::uint16_t key) { return key < sim::shared_name; };
  if (cause.client != no_client && cause.client == effect.client) return true;
  if (named(cause.key) && cause.key == effect.key) return true;
  if (cause.node == no_node || effect.node == no_node) return false;
  return cause.node == effect.node || sim::Families(trace.info).related(cause.node, effect.node);
}

inline std::string line(const Trace& trace, std::size_t i) {
  const Event& e = trace[i];
  return fmt::format("{} {} {} {} message {} of {}", i, name(e.kind), trace.client_name(e.client),
                     trace.node_name(e.node), e.message, e.acquisition);
}

inline std::string lines(const Trace& trace, const std::vector<EventIndex>& events) {
  std::string all;
  for (const EventIndex event : events) all += "\n  " + line(trace, event);
  return all;
}

class CauseWalk {
 public:
  explicit CauseWalk(const Trace& trace)
      : trace_(trace),
        lanes_(sim::event_lanes(trace)),
        locks_(sim::lock_names(trace)),
        causes_(trace, lanes_, locks_) {}

  void every_no_has_a_reason() const {
    for (EventIndex i = 0; i < trace_.size(); ++i)
      if (says_no(trace_[i].kind)) {
        EXPECT_NE(trace_[i].reason, sim::ReasonCode::unknown) << line(trace_, i);
      }
  }

  void every_effect_has_a_cause() const {
    for (EventIndex i = 0; i < trace_.size(); ++i) {
      if (begins(trace_[i]) || is_first_of_client(i)) continue;
      const std::vector<EventIndex> all = causes_.with_own_doing(i);
      EXPECT_FALSE(all.empty()) << line(trace_, i);
      for (const EventIndex cause : all) {
        EXPECT_LT(cause, i) << line(trace_, i);
        EXPECT_TRUE(touches(trace_, trace_[cause], trace_[i]) || through_another(cause, i, all))
            << line(trace_, i) << " came of " << line(trace_, cause);
      }
    }
  }

  std::vector<EventIndex> behind(const sim::Verdict& verdict) const {
    return causes_.behind(verdict.event, verdict.other, SIZE_MAX);
  }
  bool has_no_cause(EventIndex event) const { return causes_.with_own_doing(event).empty(); }

 private:
  /// True for a client's first event: the foreign release of a client that has not started is a
  /// fault.
  bool is_first_of_client(EventIndex i) const {
    return index(trace_[i].client) < trace_.info.clients.size() &&
           lanes_[index(trace_[i].client)].front() == i;
  }

  /// True if the cause touches another cause that touches the effect, such as the pause of a key's
  /// owner.
  bool through_another(EventIndex cause, EventIndex effect,
                       const std::vector<EventIndex>& all) const {
    return std::any_of(all.begin(), all.end(), [&](EventIndex other) {
      return other != cause && touches(trace_, trace_[other], trace_[effect]) &&
             touches(trace_, trace_[cause], trace_[other]);
    });
  }

  const Trace& trace_;
  sim::EventLanes lanes_;
  std::vector<bool> locks_;
  sim::Causes causes_;
};

}  // namespace locklab::test
