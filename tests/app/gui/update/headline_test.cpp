// The sentence over the timeline.
#include "app/gui/update/headline.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/update.h"
#include "app/runs/judged_run.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;
using testing::Not;

TEST(Headline, SaysWhatHappensAtTheCursor) {
  Model model = showing("F06");
  EXPECT_THAT(headline_of(model).title, test::IsGolden());
  EXPECT_TRUE(headline_of(model).now.empty()) << "nothing has happened yet";
  update(model, intent::RunUntil{Until::fault});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_FALSE(headline_of(model).broken);
}

TEST(Headline, SaysAtAViolationWhyAndForAsLongAsTheClashIsSelectedAndLasts) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(headline_of(model).broken, model.verdict);
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
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

// Lesson 5: the text and the chip spoke of a deadlock, the headline of availability.
TEST(Headline, SpeaksOfThePromiseThatTheStepPointsAt) {
  for (const bool presenting : {false, true}) {
    Model model;
    model.presenting = presenting;
    if (const auto job = update(model, intent::OpenLesson{4})) work_on(model, job);
    if (const auto job = update(model, intent::GoToStep{+1})) work_on(model, job);
    ASSERT_TRUE(pointed_verdict(model));
    EXPECT_EQ(model.run->judged.verdicts[*pointed_verdict(model)].property,
              sim::Property::no_deadlock);
    EXPECT_EQ(headline_of(model).broken, pointed_verdict(model));
  }
}

// Lesson 14: under "Rejected" stood that bob had entered, 300 ms earlier.
TEST(Headline, IsTheEventThatAStepGoesOnTo) {
  for (const bool presenting : {false, true}) {
    Model model;
    model.presenting = presenting;
    if (const auto job = update(model, intent::OpenLesson{13})) work_on(model, job);
    for (int step = 0; step < 3; ++step)
      if (const auto job = update(model, intent::GoToStep{+1})) work_on(model, job);
    EXPECT_THAT(headline_of(model).now.english(), HasSubstr("alice's write"));
    EXPECT_THAT(headline_of(model).now.english(), HasSubstr("token 1"));
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
  Model model = showing("F06");
  update(model, intent::GoToEnd{});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_TRUE(headline_of(model).is_alarm()) << "in red, as it was at each of them";
  model = showing("F11/redlock");
  update(model, intent::GoToEnd{});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_FALSE(headline_of(model).is_alarm());
}

// "Every promise was kept" stood beside a stock of -2.
TEST(Headline, AtTheEndSaysThatMoreWasSoldThanThereWas) {
  Model model = showing("bare strategy=set_px_lua set={initial_value=1}");
  update(model, intent::GoToEnd{});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
}

TEST(Headline, AtTheEndNamesWhatWasBrokenThoughNeverPromised) {
  Model model = showing("F27_lost_update");
  update(model, intent::GoToEnd{});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_THAT(headline_of(model).now.english(), HasSubstr("lost update"));
  EXPECT_FALSE(headline_of(model).is_alarm());
}

// The class looks at the question, not at the name of the step.
TEST(Headline, IsTheQuestionOfALessonAsLongAsItIsOpen) {
  Model model;
  if (const auto job = update(model, intent::OpenLesson{11})) work_on(model, job);
  ASSERT_TRUE(predicts(model));
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  EXPECT_TRUE(headline_of(model).title.empty()) << "a title may answer it";
  update(model, intent::Answer{0});
  EXPECT_THAT(headline_of(model).now.english(), Not(HasSubstr("remember")));
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
  EXPECT_THAT(said, Not(HasSubstr("NX PX")));
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

/// The chain of a story: what was done, which key was gone, and who voted for it.
TEST(Headline, OfAMajorityEndsInTheSecondVote) {
  const auto said = [](const std::string& name) {
    Model model = showing(name);
    update(model, intent::RunUntil{Until::violation});
    return headline_of(model).now.english();
  };
  EXPECT_THAT(said("F12"), test::IsGolden());
  EXPECT_THAT(said("F13"), test::IsGolden());
  EXPECT_THAT(said("F11"), test::IsGolden());
  EXPECT_THAT(said("F06"), test::IsGolden());
}

TEST(Headline, IsEmptyWithoutARun) { EXPECT_TRUE(headline_of(Model{}).now.empty()); }

// One red sentence was all that was said of "A fence stops the late write".
TEST(Headline, AtTheEndOfARunThatAFenceSavedSaysThatTheDataAreRight) {
  Model model = test::showing("F06/fenced");
  update(model, intent::GoToEnd{});
  EXPECT_THAT(headline_of(model).now.english(), test::IsGolden());
  model = test::showing("F06");
  update(model, intent::GoToEnd{});
  EXPECT_EQ(headline_of(model).now.english().find("data are right"), std::string::npos);
}

TEST(Headline, OfAnOverwrittenDeadlineSaysWhoseAndWhy) {
  Model model = test::showing("F10");
  update(model, intent::RunUntil{Until::violation});
  const std::string words = headline_of(model).now.english();
  EXPECT_NE(words.find("the deadline that bob had worked out before"), std::string::npos) << words;
  EXPECT_NE(words.find("alice's lock ends 89 ms earlier"), std::string::npos) << words;
}

}  // namespace
}  // namespace locklab::app
