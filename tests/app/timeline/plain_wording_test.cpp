// What a headline and an explanation say: what a message wants, and no command.
#include "app/timeline/plain_wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/timeline/causes.h"
#include "app/timeline/shown_run.h"
#include "app/timeline/wording.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

ShownRunPtr shown_story(const std::string& name) {
  return std::get<ShownRunPtr>(make_shown_run(sim::Library(), name));
}

/// The explanation of each broken promise, in the words of the window.
std::vector<Sentence> told_reasons(const ShownRun& run, bool promised_only = true) {
  std::vector<Sentence> lines;
  for (const sim::Verdict& verdict : run.judged.verdicts) {
    if (verdict.kept != sim::Kept::broken || (promised_only && !verdict.promised)) continue;
    for (const WhyStep& step : why_broken(run.trace(), run.scene, verdict))
      lines.push_back(cause_words(run.trace(), run.scene, step.event));
  }
  return lines;
}

/// The words of every event of that kind.
std::vector<Sentence> told_of(const ShownRun& run, EventKind kind) {
  std::vector<Sentence> lines;
  for (std::size_t i = 0; i < run.trace().size(); ++i)
    if (run.trace()[i].kind == kind) lines.push_back(plain_words(run.trace(), i));
  return lines;
}

// The chain followed the counter, which the same script stores last, and lost the pause.
TEST(PlainWords, AFencedLockIsFollowedToTheEndOfItsLeaseAndThePause) {
  for (const char* name : {"F06/fenced", "F06 strategy=fenced", "F06"})
    EXPECT_THAT(told_reasons(*shown_story(name)), test::IsGolden(name));
}

TEST(PlainWords, NoExplanationOfAnyStoryNamesAKeyBesideALockOrAScript) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = shown_story(name);
    for (const Sentence& line : told_reasons(*run, false)) {
      EXPECT_THAT(line.english(),
                  Not(AnyOf(HasSubstr("{"), HasSubstr("claim_with"), HasSubstr("Lua "))))
          << name;
    }
  }
}

// Where the command was in large letters: "bob → stock: READ stock TOKEN 2".
TEST(PlainWords, NoRequestOfAClientAndNoAnswerToItIsTheCommand) {
  for (const char* name : {"F06/fenced", "F06", "F12", "F11/sentinel"}) {
    const ShownRunPtr run = shown_story(name);
    for (const Sentence& line : told_of(*run, EventKind::sent))
      EXPECT_THAT(line.english(), Not(HasSubstr("→"))) << name;
    for (const Sentence& line : told_of(*run, EventKind::received))
      EXPECT_THAT(line.english(), Not(AnyOf(HasSubstr("OK"), HasSubstr(": nil")))) << name;
  }
  EXPECT_THAT(told_of(*shown_story("F06/fenced"), EventKind::sent), test::IsGolden());
  EXPECT_THAT(told_of(*shown_story("F06"), EventKind::received), test::IsGolden());
}

TEST(PlainWords, AFailoverSaysWhoseLockTheNewMasterLacks) {
  for (const char* name : {"F11", "F11/sentinel"})
    EXPECT_THAT(told_reasons(*shown_story(name)), test::IsGolden(name));
  const ShownRunPtr saved = shown_story("F11/set_wait");
  for (std::size_t i = 0; i < saved->trace().size(); ++i)
    if (saved->trace()[i].kind == EventKind::node_promoted) {
      EXPECT_THAT(cause_words(saved->trace(), saved->scene, i), test::IsGolden());
    }
}

TEST(PlainWords, SentinelIsSeenBetweenADeathAndTheFailover) {
  const ShownRunPtr run = shown_story("F11/sentinel");
  std::vector<Sentence> course;
  for (std::size_t i = 0; i < run->trace().size(); ++i) switch (run->trace()[i].kind) {
      case EventKind::node_killed:
      case EventKind::sentinels_agree:
      case EventKind::sentinels_pick:
      case EventKind::node_promoted:
      case EventKind::node_demoted:
        course.push_back(event_words(run->trace(), i));
        break;
      default:
        break;
    }
  EXPECT_THAT(course, test::IsGolden());
}

TEST(PlainWords, WhatSentinelsThinkStandsOnTheLaneOfTheMaster) {
  const ShownRunPtr run = shown_story("F11/sentinel");
  const auto told =
      std::find_if(run->scene.alarms.begin(), run->scene.alarms.end(), [&](const Mark& mark) {
        return run->trace()[mark.event].kind == EventKind::sentinels_agree;
      });
  ASSERT_NE(told, run->scene.alarms.end());
  EXPECT_EQ(run->scene.lanes[told->lane].name, "n1");
  EXPECT_THAT(fault_label(run->trace()[told->event]), test::IsGolden());
}

// A client that cannot connect was told that its command may still run.
TEST(PlainWords, ARefusedConnectionNeverRanAnything) {
  const ShownRunPtr run = shown_story("F11/sentinel");
  const auto lines = told_of(*run, EventKind::timed_out);
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(lines, testing::Each(lines.front()));
  EXPECT_THAT(lines.front(), test::IsGolden());
  EXPECT_THAT(told_of(*shown_story("F12"), EventKind::timed_out), test::IsGolden())
      << "a timeout is unknown";
}

// "Nothing before it led to this", of a client that had just entered.
TEST(PlainWords, WhatAProgramDoesByItselfHasWhatItsClientDidBefore) {
  const ShownRunPtr run = shown_story("F06/fenced");
  const sim::Trace& trace = run->trace();
  std::size_t seen = 0;
  for (std::uint32_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::sent) continue;
    ++seen;
    const auto steps = why(trace, run->scene, i);
    ASSERT_GT(steps.size(), 1u) << event_words(trace, i).english();
    EXPECT_LT(steps[1].event, i);
  }
  EXPECT_GT(seen, 0u);
}

}  // namespace
}  // namespace locklab::app
