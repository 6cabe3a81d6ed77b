// Why something happened, from the trace alone.
#include "app/timeline/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "app/timeline/plain_wording.h"
#include "app/timeline/shown_run.h"
#include "app/timeline/told_order.h"
#include "app/timeline/wording.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

ShownRunPtr shown(const std::string& name) {
  auto made = make_shown_run(sim::Library(), name);
  return std::holds_alternative<ShownRunPtr>(made) ? std::get<ShownRunPtr>(made) : nullptr;
}

const sim::Verdict& first_broken(const ShownRun& run) {
  const auto& verdicts = run.judged.verdicts;
  return *std::find_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& verdict) {
    return verdict.promised && verdict.kept == sim::Kept::broken;
  });
}

/// The explanation of the first broken promise, each line after as many spaces as it is deep.
std::vector<std::string> told_why(const std::string& name) {
  const ShownRunPtr run = shown(name);
  std::vector<std::string> lines;
  for (const WhyStep& step : why_broken(run->trace(), run->scene, first_broken(*run)))
    lines.push_back(std::string(step.depth, ' ') +
                    (step.also.empty() ? event_words(run->trace(), step.event)
                                       : cause_words(run->trace(), run->scene, step))
                        .english());
  return lines;
}

TEST(Causes, APauseEndsALeaseWhichLetsAnotherIn) { EXPECT_THAT(told_why("F06"), test::IsGolden()); }

TEST(Causes, ARefusedWriteComesOfAServerThatRefusesAndOfNobodysLock) {
  const ShownRunPtr run = shown(
      "F06 set={client={bob={start_ms=40}}} "
      "fault={at_ms=20, refuse={node=\"n1\", why=\"full\", ms=100}}");
  ASSERT_TRUE(run);
  const sim::Trace& trace = run->trace();
  std::size_t refused = 0;
  for (std::uint32_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != sim::EventKind::refused || trace[i].at > 119'000) continue;
    ++refused;
    const std::vector<WhyStep> steps = why(trace, run->scene, i);
    ASSERT_GT(steps.size(), 1u);
    EXPECT_EQ(trace[steps[1].event].kind, sim::EventKind::node_refuses)
        << event_words(trace, steps[1].event).english();
  }
  EXPECT_GT(refused, 0u);
}

TEST(Causes, AClockThatJumpsAndTwoCutLinksGiveAMajorityTwice) {
  EXPECT_THAT(told_why("F12"), test::IsGolden());
}

TEST(Causes, AReplicaThatNeverHadTheKeyBecameTheMasterSinceTheMasterDied) {
  EXPECT_THAT(told_why("F11"), test::IsGolden());
}

TEST(Causes, AClientWaitsSinceTheHolderCrashed) {
  const ShownRunPtr run = shown("F02");
  const sim::Verdict& broken = first_broken(*run);
  ASSERT_EQ(broken.property, sim::Property::no_deadlock);
  const auto steps = why_broken(run->trace(), run->scene, broken);
  ASSERT_EQ(steps.front().event, *broken.event) << "time was up: not an older refusal";
  auto lines = told_why("F02");
  lines.erase(lines.begin());
  EXPECT_THAT(lines, test::IsGolden());
}

// Every event of every story, so that no kind of event is forgotten.
TEST(Causes, AreEarlierThanWhatTheyExplainInEveryStory) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown(name);
    ASSERT_TRUE(run) << name;
    const sim::Trace& trace = run->trace();
    for (std::uint32_t i = 0; i < trace.size(); ++i) {
      const auto causes = causes_of(trace, run->scene, i);
      for (const std::uint32_t cause : causes) ASSERT_LT(cause, i) << name;
      ASSERT_EQ(std::set<std::uint32_t>(causes.begin(), causes.end()).size(), causes.size());
      ASSERT_LE(why(trace, run->scene, i).size(), most_why_steps);
    }
  }
}

// The votes of all nodes stood before the pause, which was below the fold.
TEST(Causes, TheFaultIsAmongTheFirstFourLinesInEveryStory) {
  constexpr std::size_t in_sight = 4;
  std::size_t looked_at = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown(name);
    const sim::Trace& trace = run->trace();
    const sim::Verdict* first = nullptr;
    for (const sim::Verdict& verdict : run->judged.verdicts)
      if (verdict.promised && verdict.kept == sim::Kept::broken && verdict.event &&
          (!first || *verdict.event < *first->event))
        first = &verdict;
    if (first) {
      const sim::Verdict& verdict = *first;
      const auto struck = [&](std::size_t event) { return strikes(trace[event].kind); };
      bool any = false;
      for (std::size_t i = 0; i <= *verdict.event; ++i) any = any || struck(i);
      if (!any) continue;
      ++looked_at;
      auto steps = why_broken(trace, run->scene, verdict);
      const bool all = std::none_of(steps.begin(), steps.end(),
                                    [&](const WhyStep& step) { return struck(step.event); });
      steps.resize(std::min(steps.size(), in_sight));
      std::string lines;
      for (const WhyStep& step : steps)
        lines += cause_words(trace, run->scene, step).english() + "\n";
      EXPECT_TRUE(std::any_of(steps.begin(), steps.end(),
                              [&](const WhyStep& step) { return struck(step.event); }))
          << name << (all ? " nowhere: " : ": ") << verdict.why << "\n"
          << lines;
    }
  }
  EXPECT_GE(looked_at, 30u);
}

TEST(Causes, EveryBrokenPromiseThatAnEventBrokeIsExplained) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown(name);
    for (const sim::Verdict& verdict : run->judged.verdicts) {
      if (!verdict.promised || verdict.kept != sim::Kept::broken || !verdict.event) continue;
      EXPECT_GT(why_broken(run->trace(), run->scene, verdict).size(), 1u)
          << name << ": " << verdict.why;
    }
  }
}

TEST(ToldOrder, IsARearrangementThatPutsEveryChangeBeforeItsAnswer) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown(name);
    const sim::Trace& trace = run->trace();
    std::set<std::uint32_t> all;
    for (std::uint32_t place = 0; place < trace.size(); ++place) {
      const std::uint32_t event = told_at(trace, place);
      all.insert(event);
      ASSERT_EQ(place_of(trace, event), place) << name;
      ASSERT_EQ(trace[event].at, trace[place].at) << name << ": time never falls";
      const bool answers_before_it_acts =
          place + 1 < trace.size() && trace[event].kind == sim::EventKind::ran &&
          is_key_event(trace[told_at(trace, place + 1)].kind) &&
          trace[told_at(trace, place + 1)].message == trace[event].message &&
          trace[told_at(trace, place + 1)].node == trace[event].node;
      ASSERT_FALSE(answers_before_it_acts) << name << " at " << place;
    }
    ASSERT_EQ(all.size(), trace.size()) << name;
  }
}

// "No reply: timeout" stood above "the request is lost".
TEST(ToldOrder, ALostRequestIsToldBeforeItsClientGivesUp) {
  std::size_t seen = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown(name);
    const sim::Trace& trace = run->trace();
    for (std::uint32_t i = 0; i + 1 < trace.size(); ++i) {
      const sim::Event& gave_up = trace[i];
      const sim::Event& lost = trace[i + 1];
      if (gave_up.kind != sim::EventKind::timed_out || lost.at != gave_up.at ||
          lost.kind != sim::EventKind::message_lost || lost.message != gave_up.message)
        continue;
      EXPECT_LT(place_of(trace, i + 1), place_of(trace, i)) << name << " at " << gave_up.at;
      ++seen;
    }
  }
  EXPECT_GE(seen, 5u);
}

TEST(ToldOrder, AStepNeverEndsBetweenAnAnswerAndWhatItChanged) {
  const ShownRunPtr run = shown("F06");
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
