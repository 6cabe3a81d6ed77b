// The causes of an event, from the trace alone.
#include "app/timeline/causes/why.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/timeline/causes/plain_wording.h"
#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "sim/trace/causes.h"
#include "tests/support/golden_text.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

bool breaks_its_promise(const sim::Verdict& verdict) {
  return verdict.promised && verdict.kept == sim::Kept::broken;
}

const sim::Verdict& first_broken(const ShownRun& run) {
  const auto& verdicts = run.judged.verdicts;
  return *std::find_if(verdicts.begin(), verdicts.end(), breaks_its_promise);
}

/// The explanation of the run's first broken promise, a line per step, indented by its depth.
std::vector<std::string> told_why(const std::string& name) {
  const ShownRunPtr run = test::opened(name);
  std::vector<std::string> lines;
  for (const WhyStep& step : why_broken(run->trace(), run->scene, first_broken(*run)))
    lines.push_back(std::string(step.depth, ' ') +
                    (step.also.empty() ? event_words(run->trace(), step.event)
                                       : cause_words(run->trace(), run->scene, step))
                        .english());
  return lines;
}

// F06: a pause longer than the lease. F12: a clock jump and two cut links, which allow two
// majorities. F11: a replica without the key, promoted after the master was killed.
TEST(Causes, OfABrokenPromiseGoBackToItsFault) {
  for (const char* story : {"F06", "F12", "F11"})
    EXPECT_THAT(told_why(story), test::IsGolden(story));
}

TEST(Causes, ARefusedWriteComesOfAServerThatRefusesAndOfNobodysLock) {
  const ShownRunPtr run = test::opened(
      "F06 set={client={bob={start_ms=40}}} "
      "fault={at_ms=20, refuse={node=\"n1\", why=\"full\", ms=100}}");
  const sim::Trace& trace = run->trace();
  const auto refused = test::events_of(trace, sim::EventKind::refused);
  ASSERT_FALSE(refused.empty());
  EXPECT_LE(trace[refused.front()].at, 119'000);
  for (const std::uint32_t event : refused) {
    if (trace[event].at > 119'000) continue;
    const std::vector<WhyStep> steps = why(trace, run->scene, event);
    ASSERT_GT(steps.size(), 2u);
    EXPECT_EQ(trace[steps[1].event].kind, sim::EventKind::received);
    EXPECT_EQ(trace[steps[2].event].kind, sim::EventKind::node_refuses)
        << event_words(trace, steps[2].event).english();
  }
}

TEST(Causes, AClientWaitsSinceTheHolderCrashed) {
  const ShownRunPtr run = test::opened("F02");
  const sim::Verdict& broken = first_broken(*run);
  ASSERT_EQ(broken.property, sim::Property::no_deadlock);
  const auto steps = why_broken(run->trace(), run->scene, broken);
  ASSERT_EQ(steps.front().event, *broken.event) << "time was up: not an older refusal";
  auto lines = told_why("F02");
  lines.erase(lines.begin());
  EXPECT_THAT(lines, test::IsGolden());
}

// Covers every event of every story, so that no kind of event is missed.
TEST(Causes, AreEarlierThanWhatTheyExplainInEveryStory) {
  for (const ShownRunPtr& run : test::every_story()) {
    SCOPED_TRACE(run->judged.name);
    const sim::Trace& trace = run->trace();
    const sim::Causes all(trace, run->scene.events, run->scene.is_lock);
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
      const auto causes = all.of(i);
      for (const std::uint32_t cause : causes) ASSERT_LT(cause, i);
      ASSERT_EQ(std::set<std::uint32_t>(causes.begin(), causes.end()).size(), causes.size());
      ASSERT_LE(why(trace, run->scene, i).size(), most_why_steps);
    }
  }
}

// Regression: the votes of all nodes came before the pause, which was below the visible lines.
TEST(Causes, TheFaultIsAmongTheFirstFourLinesInEveryStory) {
  constexpr std::size_t in_sight = 4;
  std::size_t looked_at = 0;
  for (const ShownRunPtr& run : test::every_story()) {
    const sim::Trace& trace = run->trace();
    const sim::Verdict* first = nullptr;
    for (const sim::Verdict& verdict : run->judged.verdicts)
      if (breaks_its_promise(verdict) && verdict.event &&
          (!first || *verdict.event < *first->event))
        first = &verdict;
    const auto faults =
        test::events_where(trace, [](const sim::Event& one) { return strikes(one.kind); });
    if (!first || faults.empty() || faults.front() > *first->event) continue;
    ++looked_at;
    auto steps = why_broken(trace, run->scene, *first);
    steps.resize(std::min(steps.size(), in_sight));
    std::string lines;
    for (const WhyStep& step : steps)
      lines += cause_words(trace, run->scene, step).english() + "\n";
    EXPECT_TRUE(std::any_of(steps.begin(), steps.end(),
                            [&](const WhyStep& step) { return strikes(trace[step.event].kind); }))
        << run->judged.name << ": " << first->why << "\n"
        << lines;
  }
  EXPECT_GE(looked_at, 30u);
}

TEST(Causes, EveryBrokenPromiseThatAnEventBrokeIsExplained) {
  for (const ShownRunPtr& run : test::every_story())
    for (const sim::Verdict& verdict : run->judged.verdicts)
      if (breaks_its_promise(verdict) && verdict.event) {
        EXPECT_GT(why_broken(run->trace(), run->scene, verdict).size(), 1u)
            << run->judged.name << ": " << verdict.why;
      }
}

TEST(Causes, EveryBrokenPromiseOfAStoryComesOfAFaultOrOfTheLocksDesign) {
  std::set<sim::DesignProperty> seen;
  for (const ShownRunPtr& run : test::every_story())
    for (std::size_t i = 0; i < run->designs.size(); ++i) {
      const sim::Verdict& verdict = run->judged.verdicts[i];
      if (verdict.kept != sim::Kept::broken || !verdict.event) continue;
      const sim::DesignProperty design = run->designs[i];
      EXPECT_NE(design, sim::DesignProperty::unknown) << run->judged.name << ": " << verdict.why;
      seen.insert(design);
    }
  EXPECT_TRUE(seen.contains(sim::DesignProperty::none));
  EXPECT_TRUE(seen.contains(sim::DesignProperty::lease_ends_inside));
}

TEST(Causes, TheDesignIsThatOfTheLockAndNotOnlyOfThePromise) {
  const struct {
    const char* run;
    sim::Property property;
    sim::DesignProperty design;
  } rows[] = {
      {"F04", sim::Property::mutual_exclusion, sim::DesignProperty::lease_ends_inside},
      {"F04", sim::Property::owner_only_release, sim::DesignProperty::no_owner_check},
      {"F04", sim::Property::fencing, sim::DesignProperty::no_fencing_token},
      {"F06", sim::Property::mutual_exclusion, sim::DesignProperty::none},
      {"F41", sim::Property::mutual_exclusion, sim::DesignProperty::none},
      {"F42", sim::Property::mutual_exclusion, sim::DesignProperty::none},
      {"F41/taken", sim::Property::no_lost_update, sim::DesignProperty::works_without_lock},
      // GET, then the lease ends, then DEL.
      {"bare strategy=set_px_get_del seed=1 set={ttl_ms=20, latency_ms=3, jitter_ms=2.9, "
       "retry_delay_ms=1, retry_jitter_ms=1, run_ms=3000, allow_short_ttl=true, "
       "client=[{name=\"alice\", work_ms=9, rounds=60}, {name=\"bob\", work_ms=9, rounds=60}]}",
       sim::Property::owner_only_release, sim::DesignProperty::two_commands},
  };
  for (const auto& row : rows) {
    const ShownRunPtr run = test::opened(row.run);
    const auto at = static_cast<std::size_t>(row.property);
    ASSERT_EQ(run->judged.verdicts[at].kept, sim::Kept::broken) << row.run;
    EXPECT_EQ(run->designs[at], row.design) << run->judged.verdicts[at].why;
  }
}

TEST(ToldOrder, IsARearrangementThatPutsEveryChangeBeforeItsAnswer) {
  for (const ShownRunPtr& run : test::every_story()) {
    SCOPED_TRACE(run->judged.name);
    const sim::Trace& trace = run->trace();
    std::set<std::uint32_t> all;
    for (std::uint32_t place = 0; place < trace.size(); ++place) {
      const std::uint32_t event = told_at(trace, place);
      all.insert(event);
      ASSERT_EQ(place_of(trace, event), place);
      ASSERT_EQ(trace[event].at, trace[place].at) << "time never falls";
      const bool answers_before_it_acts =
          place + 1 < trace.size() && trace[event].kind == sim::EventKind::ran &&
          is_key_event(trace[told_at(trace, place + 1)].kind) &&
          trace[told_at(trace, place + 1)].message == trace[event].message &&
          trace[told_at(trace, place + 1)].node == trace[event].node;
      ASSERT_FALSE(answers_before_it_acts) << "at " << place;
    }
    ASSERT_EQ(all.size(), trace.size());
  }
}

// Regression: "No reply: timeout" came before "the request is lost".
TEST(ToldOrder, ALostRequestIsToldBeforeItsClientGivesUp) {
  std::size_t seen = 0;
  for (const ShownRunPtr& run : test::every_story()) {
    SCOPED_TRACE(run->judged.name);
    const sim::Trace& trace = run->trace();
    for (std::uint32_t i = 0; i + 1 < trace.size(); ++i) {
      const sim::Event& gave_up = trace[i];
      const sim::Event& lost = trace[i + 1];
      if (gave_up.kind != sim::EventKind::timed_out || lost.at != gave_up.at ||
          lost.kind != sim::EventKind::message_lost || lost.message != gave_up.message)
        continue;
      EXPECT_LT(place_of(trace, i + 1), place_of(trace, i)) << "at " << gave_up.at;
      ++seen;
    }
  }
  EXPECT_GE(seen, 5u);
}

TEST(ToldOrder, AStepNeverEndsBetweenAnAnswerAndWhatItChanged) {
  const ShownRunPtr run = test::opened("F06");
  const sim::Trace& trace = run->trace();
  ASSERT_EQ(trace[3].kind, sim::EventKind::ran);
  ASSERT_EQ(trace[4].kind, sim::EventKind::key_set);
  EXPECT_EQ(step_up(trace, 4), 5u);
  EXPECT_EQ(step_down(trace, 4), 3u);
  EXPECT_EQ(step_up(trace, 3), 3u);
  EXPECT_EQ(step_up(trace, trace.size()), trace.size());
  EXPECT_EQ(step_down(trace, 0), 0u);
}

}  // namespace
}  // namespace locklab::app
