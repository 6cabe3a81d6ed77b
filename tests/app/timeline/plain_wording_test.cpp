// Plain sentences for headlines and explanations: they give the purpose of a message, not its
// command.
#include "app/timeline/causes/plain_wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/timeline/causes/why.h"
#include "app/timeline/words/wording.h"
#include "tests/support/golden_text.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// The explanations of all broken promises, in plain words; with `promised_only` false, of other
/// broken properties too.
std::vector<Sentence> told_reasons(const ShownRun& run, bool promised_only = true) {
  std::vector<Sentence> lines;
  for (const sim::Verdict& verdict : run.judged.verdicts) {
    if (verdict.kept != sim::Kept::broken || (promised_only && !verdict.promised)) continue;
    for (const WhyStep& step : why_broken(run.trace(), run.scene, verdict))
      lines.push_back(cause_words(run.trace(), run.scene, step.event));
  }
  return lines;
}

/// The plain words of every event of this kind.
std::vector<Sentence> told_of(const ShownRun& run, EventKind kind) {
  std::vector<Sentence> lines;
  for (const std::uint32_t event : test::events_of(run.trace(), kind))
    lines.push_back(plain_words(run.trace(), event));
  return lines;
}

// Regression: the explanation followed the counter, which the same script stores last, and missed
// the pause.
TEST(PlainWords, AFencedLockIsFollowedToTheEndOfItsLeaseAndThePause) {
  for (const char* name : {"F06/fenced", "F06 strategy=fenced", "F06"})
    EXPECT_THAT(told_reasons(*test::opened(name)), test::IsGolden(name));
}

TEST(PlainWords, NoExplanationOfAnyStoryNamesAKeyBesideALockOrAScript) {
  for (const ShownRunPtr& run : test::every_story())
    for (const Sentence& line : told_reasons(*run, false))
      EXPECT_THAT(line.english(),
                  Not(AnyOf(HasSubstr("{"), HasSubstr("claim_with"), HasSubstr("Lua "))))
          << run->judged.name;
}

// Regression: the headline was the command, "bob → stock: READ stock TOKEN 2".
TEST(PlainWords, NoRequestOfAClientAndNoAnswerToItIsTheCommand) {
  for (const char* name : {"F06/fenced", "F06", "F12", "F11/sentinel"}) {
    const ShownRunPtr run = test::opened(name);
    for (const Sentence& line : told_of(*run, EventKind::sent))
      EXPECT_THAT(line.english(), Not(HasSubstr("→"))) << name;
    for (const Sentence& line : told_of(*run, EventKind::received))
      EXPECT_THAT(line.english(), Not(AnyOf(HasSubstr("OK"), HasSubstr(": nil")))) << name;
  }
  EXPECT_THAT(told_of(*test::opened("F06/fenced"), EventKind::sent), test::IsGolden());
  EXPECT_THAT(told_of(*test::opened("F06"), EventKind::received), test::IsGolden());
}

TEST(PlainWords, AFailoverSaysWhoseLockTheNewMasterLacks) {
  for (const char* name : {"F11", "F11/sentinel"})
    EXPECT_THAT(told_reasons(*test::opened(name)), test::IsGolden(name));
  const ShownRunPtr saved = test::opened("F11/set_wait");
  for (const std::uint32_t event : test::events_of(saved->trace(), EventKind::node_promoted))
    EXPECT_THAT(cause_words(saved->trace(), saved->scene, event), test::IsGolden());
}

TEST(PlainWords, SentinelIsSeenBetweenADeathAndTheFailoverAndOnTheLaneOfTheMaster) {
  const ShownRunPtr run = test::opened("F11/sentinel");
  std::vector<Sentence> course;
  for (const std::uint32_t event : test::events_where(run->trace(), [](const sim::Event& one) {
         return one.kind == EventKind::node_killed || one.kind == EventKind::sentinels_agree ||
                one.kind == EventKind::sentinels_pick || one.kind == EventKind::node_promoted ||
                one.kind == EventKind::node_demoted;
       }))
    course.push_back(event_words(run->trace(), event));
  EXPECT_THAT(course, test::IsGolden());
  const std::uint32_t agreed = test::events_of(run->trace(), EventKind::sentinels_agree).at(0);
  EXPECT_THAT(fault_label(run->trace()[agreed]), test::IsGolden("label"));
  const auto& alarms = run->scene.alarms;
  const auto mark = std::find_if(alarms.begin(), alarms.end(),
                                 [&](const Mark& one) { return one.event == agreed; });
  ASSERT_NE(mark, alarms.end());
  EXPECT_EQ(run->scene.lanes[mark->lane].name, "n1");
}

// Regression: after a failed connection the sentence was that the command may still run.
TEST(PlainWords, ARefusedConnectionNeverRanAnything) {
  const ShownRunPtr run = test::opened("F11/sentinel");
  const auto lines = told_of(*run, EventKind::timed_out);
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(lines, testing::Each(lines.front()));
  EXPECT_THAT(lines.front(), test::IsGolden());
  EXPECT_THAT(told_of(*test::opened("F12"), EventKind::timed_out), test::IsGolden())
      << "a timeout is unknown";
}

// Regression: the cause of a client's event after it had entered was "Nothing before it led to
// this".
TEST(PlainWords, WhatAProgramDoesByItselfHasWhatItsClientDidBefore) {
  const ShownRunPtr run = test::opened("F06/fenced");
  const auto all_sent = test::events_of(run->trace(), EventKind::sent);
  EXPECT_FALSE(all_sent.empty());
  for (const std::uint32_t sent : all_sent) {
    const auto steps = why(run->trace(), run->scene, sent);
    ASSERT_GT(steps.size(), 1u) << event_words(run->trace(), sent).english();
    EXPECT_LT(steps[1].event, sent);
  }
}

}  // namespace
}  // namespace locklab::app
