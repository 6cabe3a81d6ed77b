// What led to what, in random worlds: every effect has a cause that came before it and touched the
// same client, key or node; and from a broken promise the way leads back to where it began.
#include "sim/trace/causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/state/families.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/environment.h"

namespace locklab::sim {
namespace {

/// What begins something: a fault, the start of a program, and the end of the run.
bool begins(const Event& event) {
  switch (event.kind) {
    case EventKind::started:
    case EventKind::ended:
    case EventKind::resource_final:
    case EventKind::fault_missed:
      return true;
    default:
      return strikes(event.kind);
  }
}

/// What must say why: a refusal, a missing reply, a lost message, a fault without effect.
bool says_no(EventKind kind) {
  return kind == EventKind::refused || kind == EventKind::timed_out ||
         kind == EventKind::message_lost || kind == EventKind::fault_missed;
}

bool touches(const Trace& trace, const Event& cause, const Event& effect) {
  const auto named = [](std::uint16_t key) { return key < shared_name; };
  if (cause.client != no_client && cause.client == effect.client) return true;
  if (named(cause.key) && cause.key == effect.key) return true;
  if (cause.node == no_node || effect.node == no_node) return false;
  return cause.node == effect.node || Families(trace.info).related(cause.node, effect.node);
}

std::string line(const Trace& trace, std::size_t i) {
  const Event& e = trace[i];
  return fmt::format("{} {} {} {} message {} of {}", i, name(e.kind), trace.client_name(e.client),
                     trace.node_name(e.node), e.message, e.acquisition);
}

class Walk {
 public:
  explicit Walk(const Trace& trace)
      : trace_(trace),
        lanes_(event_lanes(trace)),
        locks_(lock_names(trace)),
        causes_(trace, lanes_, locks_) {}

  void every_effect_has_a_cause_and_every_no_a_reason() const {
    for (EventIndex i = 0; i < trace_.size(); ++i) {
      if (says_no(trace_[i].kind))
        EXPECT_NE(trace_[i].reason, ReasonCode::unknown) << line(trace_, i);
      if (begins(trace_[i])) continue;
      const std::vector<EventIndex> all = causes_.with_own_doing(i);
      EXPECT_FALSE(all.empty()) << line(trace_, i);
      for (const EventIndex cause : all) {
        EXPECT_LT(cause, i) << line(trace_, i);
        EXPECT_TRUE(touches(trace_, trace_[cause], trace_[i]) || through_another(cause, i, all))
            << line(trace_, i) << " came of " << line(trace_, cause);
      }
    }
  }

  /// Where the ways back from an event begin.
  std::set<EventIndex> beginnings(EventIndex event) const {
    std::set<EventIndex> seen, first;
    std::vector<EventIndex> next{event};
    while (!next.empty()) {
      const EventIndex i = next.back();
      next.pop_back();
      if (!seen.insert(i).second) continue;
      const std::vector<EventIndex> all = causes_.with_own_doing(i);
      if (all.empty()) first.insert(i);
      next.insert(next.end(), all.begin(), all.end());
    }
    return first;
  }

 private:
  /// Whether it touches another of the causes: the pause of the one whose key it is.
  bool through_another(EventIndex cause, EventIndex effect,
                       const std::vector<EventIndex>& all) const {
    return std::any_of(all.begin(), all.end(), [&](EventIndex other) {
      return other != cause && touches(trace_, trace_[other], trace_[effect]) &&
             touches(trace_, trace_[cause], trace_[other]);
    });
  }

  const Trace& trace_;
  EventLanes lanes_;
  std::vector<bool> locks_;
  Causes causes_;
};

class CausesOfRandomWorlds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(CausesOfRandomWorlds, GoBackToWhereItBegan) {
  const RandomCases cases = random_cases(500, GetParam(), 4);
  std::size_t broken = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const Question question = ImaginedWorlds(seed).world().question;
    SCOPED_TRACE(command_line(seed, question));
    const SearchSpec spec = spec_for(question);
    SearchTask task = spec.task();
    task.kind = SearchKind::random;
    task.all = true;
    task.seed = seed;
    task.most_transitions = 60;
    task.on_final = [&](const Trace& trace, Properties) {
      const Walk walk(trace);
      walk.every_effect_has_a_cause_and_every_no_a_reason();
      for (const Verdict& verdict : check(trace)) {
        if (verdict.kept != Kept::broken || !verdict.event) continue;
        ++broken;
        for (const EventIndex first : walk.beginnings(static_cast<EventIndex>(*verdict.event)))
          EXPECT_TRUE(begins(trace[first])) << verdict.why << ": " << line(trace, first);
      }
    };
    search(task);
    if (HasFailure()) return;
  }
  fmt::print("{} broken promises\n", broken);
}

INSTANTIATE_TEST_SUITE_P(Blocks, CausesOfRandomWorlds, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
