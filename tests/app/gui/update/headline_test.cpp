// The headline, the sentence above the timeline.
#include "app/gui/update/headline.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "app/gui/update/lesson_steps.h"
#include "app/runs/judged_run.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::Not;

TEST(Headline, SaysWhatHappensAtTheCursor) {
  Model model = showing("F06");
  EXPECT_THAT(headline_of(model).title, test::IsGolden());
  EXPECT_TRUE(headline_of(model).now.empty()) << "nothing has happened yet";
  update(model, intent::RunUntil{Until::fault});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_FALSE(headline_of(model).broken);
}

TEST(Headline, IsOfAViolationAsLongAsTheClashIsSelectedAndLasts) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(headline_of(model).broken, model.verdict);
  update(model, intent::Step{+1});
  EXPECT_TRUE(headline_of(model).broken) << "both are still inside";
  update(model, intent::GoToEnd{});
  EXPECT_FALSE(headline_of(model).broken);
}

TEST(Headline, SaysTheReasonAlsoToThoseWhoOnlyStep) {
  Model model = showing("F06");
  const std::size_t broken = *model.run->judged.verdicts[0].event;
  while (model.cursor.events <= broken) {
    EXPECT_FALSE(headline_of(model).broken) << "not before it is broken";
    update(model, intent::Step{+1});
  }
  EXPECT_EQ(headline_of(model).broken, 0);
}

TEST(Headline, SaysOfAPromiseThatWasNeverMadeThatItWasNot) {
  Model model = showing("F27_lost_update");
  const auto& verdicts = model.run->judged.verdicts;
  const auto lost = std::find_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& one) {
    return one.property == sim::Property::no_lost_update;
  });
  ASSERT_FALSE(lost->promised);
  update(model, intent::SeekVerdict{static_cast<std::uint16_t>(lost - verdicts.begin())});
  ASSERT_TRUE(headline_of(model).broken);
  EXPECT_FALSE(headline_of(model).promised);
  EXPECT_FALSE(headline_of(model).is_alarm()) << "nobody has broken a promise";
}

// Regression: in lesson 5 text and chip named deadlock, the headline availability.
TEST(Headline, SpeaksOfThePromiseThatTheStepPointsAt) {
  for (const bool presenting : {false, true}) {
    Model model;
    model.presenting = presenting;
    want(model, intent::OpenLesson{4});
    want(model, intent::GoToStep{+1});
    ASSERT_TRUE(pointed_verdict(model));
    EXPECT_EQ(model.run->judged.verdicts[*pointed_verdict(model)].property,
              sim::Property::no_deadlock);
    EXPECT_EQ(headline_of(model).broken, pointed_verdict(model));
  }
}

// Regression: in lesson 14 the headline under "Rejected" was that bob had entered, 300 ms earlier.
TEST(Headline, IsTheEventThatAStepGoesOnTo) {
  for (const bool presenting : {false, true}) {
    Model model;
    model.presenting = presenting;
    want(model, intent::OpenLesson{13});
    for (int step = 0; step < 3; ++step) want(model, intent::GoToStep{+1});
    EXPECT_THAT(headline_of(model).now, test::IsGolden("late write"));
    EXPECT_FALSE(headline_of(model).broken);
  }
}

TEST(Headline, KeepsTheBrokenPromiseBeforeAClass) {
  Model model = showing("F06");
  model.presenting = true;
  EXPECT_FALSE(headline_of(model).broken);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(headline_of(model).broken, 0) << "the first in time";
}

TEST(Headline, AtTheEndSaysWhatCameOfTheRun) {
  const std::pair<const char*, bool> runs[] = {
      {"F06", true},  // shown as an alarm, like each violation
      {"F11/redlock", false},
      {"F27_lost_update", false},  // broken, though not promised
      // Regression: one red sentence was the whole summary of "A fence stops the late write".
      {"F06/fenced", true},
      // Regression: a stock of -2 was summarised as "Every promise was kept".
      {"bare strategy=set_px_lua set={initial_value=1}", false}};
  for (const auto& [name, alarms] : runs) {
    Model model = showing(name);
    update(model, intent::GoToEnd{});
    EXPECT_THAT(headline_of(model).now.english(), test::IsGolden(name));
    EXPECT_EQ(headline_of(model).is_alarm(), alarms) << name;
  }
}

// A class looks at the question, not at the title of the step.
TEST(Headline, IsTheQuestionOfALessonAsLongAsItIsOpen) {
  Model model;
  want(model, intent::OpenLesson{11});
  ASSERT_TRUE(predicts(model));
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_TRUE(headline_of(model).title.empty()) << "a title may answer it";
  update(model, intent::Answer{0});
  EXPECT_THAT(headline_of(model).now.english(), Not(testing::HasSubstr("remember")));
}

TEST(Headline, AfterTheLastBrokenPromiseVBeginsAtTheFirst) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  const auto first = model.verdict;
  const std::size_t at = model.cursor.events;
  update(model, intent::RunUntil{Until::violation});
  EXPECT_GT(model.cursor.events, at) << "a later one";
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(model.cursor.events, at);
  EXPECT_EQ(model.verdict, first);
}

TEST(Headline, SaysWhatARequestWantsAndNotItsCommand) {
  Model model = showing("F06");
  std::string said;
  while (model.cursor.events < model.run->trace().size()) {
    update(model, intent::Step{+1});
    said += headline_of(model).now.english() + "\n";
  }
  EXPECT_THAT(said, test::IsGolden());
  EXPECT_THAT(said, Not(testing::HasSubstr("NX PX")));
}

TEST(Headline, OfAnyShippedStoryFitsOnTwoLinesAndCountsNoMicroseconds) {
  const std::regex microseconds(R"re([1-9][0-9]*\.[0-9]+ ms|[0-9]\.[0-9]{2})re");
  for (const std::string& name : library_runs(sim::Library()).names) {
    const auto made = make_shown_run(sim::Library(), name);
    for (const sim::Verdict& verdict : std::get<ShownRunPtr>(made)->judged.verdicts) {
      if (verdict.kept != sim::Kept::broken || !verdict.promised) continue;
      const std::string said = verdict.sentence.english();
      EXPECT_LE(said.size(), name.find('/') == name.npos ? 165u : 185u) << name << ": " << said;
      EXPECT_FALSE(std::regex_search(said, microseconds)) << name << ": " << said;
    }
  }
}

// The whole cause: the fault, the lost key and the resulting votes, or the overwritten deadline.
TEST(Headline, AtAViolationTellsItsWholeChain) {
  for (const char* name : {"F12", "F13", "F11", "F06", "F10"}) {
    Model model = showing(name);
    update(model, intent::RunUntil{Until::violation});
    EXPECT_THAT(headline_of(model).now.english(), test::IsGolden(name));
  }
}

TEST(Headline, IsEmptyWithoutARun) { EXPECT_TRUE(headline_of(Model{}).now.empty()); }

}  // namespace
}  // namespace locklab::app
