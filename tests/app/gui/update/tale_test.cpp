// The run in words: the list, the explanation and the remedies.
#include "app/gui/update/tale.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include "app/gui/update/headline.h"
#include "app/gui/update/navigation.h"
#include "app/timeline/words/wording.h"
#include "tests/support/opened_run.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;
using testing::IsEmpty;

std::string words_of_row(const Model& model, std::size_t row) {
  return event_words(model.run->trace(), ToldRows(model).event(row)).english();
}

TEST(ToldRows, ListEveryEventAndMarkTheOneAtTheCursor) {
  Model model = showing("F06");
  EXPECT_EQ(ToldRows(model).size(), model.run->trace().size());
  EXPECT_FALSE(ToldRows(model).at_cursor());
  update(model, intent::RunUntil{Until::entered});
  EXPECT_EQ(words_of_row(model, *ToldRows(model).at_cursor()), "alice enters");
  update(model, intent::GoToEnd{});
  EXPECT_EQ(*ToldRows(model).at_cursor() + 1, ToldRows(model).size());
}

// Regression: the panel marked an event that the cursor had left.
TEST(ToldRows, MarkTheEventAtTheCursorHoweverItGotThere) {
  Model model = showing("F06");
  const auto marked = [&] { return ToldRows(model).event(*ToldRows(model).at_cursor()); };
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(marked(), model.cursor.events - 1);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(marked(), model.cursor.events - 1);
  update(model, intent::Step{-1});
  EXPECT_EQ(marked(), *event_at_cursor(model));
}

TEST(ToldRows, ShowANodesKeyBeforeItsAnswerLeaves) {
  Model model = showing("F06");
  EXPECT_THAT(words_of_row(model, 3), test::IsGolden());
  EXPECT_EQ(words_of_row(model, 4), "n1 answers alice: OK");
  for (int i = 0; i < 4; ++i) update(model, intent::Step{+1});
  EXPECT_EQ(model.cursor.events, 5u) << "the answer and the key are one step";
}

TEST(ToldRows, OfALaneAreItsEventsOnly) {
  Model model = showing("F06");
  update(model, intent::SelectLane{1});
  update(model, intent::OnlyLane{true});
  ASSERT_EQ(ToldRows(model).size(), model.run->scene.events[1].size());
  update(model, intent::RunUntil{Until::entered});
  EXPECT_EQ(words_of_row(model, *ToldRows(model).at_cursor()), "bob enters");
}

TEST(ToldRows, WithWordsAreThoseThatContainThem) {
  Model model = showing("F06");
  const auto job = update(model, intent::SeekWords{"EXPIRES"});
  ASSERT_TRUE(job && job->work.is<work::FindWords>());
  EXPECT_TRUE(is_finding(model));
  EXPECT_EQ(ToldRows(model).size(), 0u);
  update(model, intent::WordsFound{job->job, {49}});
  EXPECT_FALSE(is_finding(model));
  ASSERT_EQ(ToldRows(model).size(), 1u);
  EXPECT_THAT(words_of_row(model, 0), test::IsGolden());
  EXPECT_FALSE(update(model, intent::Step{+1})) << "it has been searched";
  EXPECT_TRUE(update(model, intent::SetLanguage{Language::chinese})) << "other words";
}

// Regression: in a filtered list "n5 answers bob: OK" came before "n5 stores bob's lock".
TEST(ToldRows, OfWordsOrOfALaneKeepTheOrderOfTheStory) {
  for (const char* name : {"F06", "F12", "F15"}) {
    Model model = showing(name);
    std::vector<std::uint32_t> told;
    for (std::size_t row = 0; row < ToldRows(model).size(); ++row)
      told.push_back(ToldRows(model).event(row));
    for (std::uint16_t lane = 0; lane < model.run->scene.lanes.size(); ++lane) {
      update(model, intent::SelectLane{lane});
      update(model, intent::OnlyLane{true});
      const ToldRows rows(model);
      std::vector<std::uint32_t> wanted = told;
      const auto& of_lane = model.run->scene.events[lane];
      std::erase_if(wanted, [&](std::uint32_t event) {
        return !std::binary_search(of_lane.begin(), of_lane.end(), event);
      });
      ASSERT_EQ(rows.size(), wanted.size()) << name;
      for (std::size_t row = 0; row < rows.size(); ++row)
        EXPECT_EQ(rows.event(row), wanted[row]) << name << " lane " << lane << " row " << row;
      for (const std::uint32_t event : of_lane) {
        update(model, intent::SeekEvent{event});
        const ToldRows at_event(model);
        ASSERT_TRUE(at_event.at_cursor()) << name;
        EXPECT_EQ(at_event.event(*at_event.at_cursor()), event) << name << " lane " << lane;
        update(model, intent::SelectLane{lane});
      }
      update(model, intent::OnlyLane{false});
    }
  }
}

TEST(Why, ExplainsTheEventAtTheCursorAndAViolationFromBothSides) {
  Model model = showing("F06");
  EXPECT_THAT(why_shown(model), IsEmpty());
  update(model, intent::RunUntil{Until::violation});
  EXPECT_EQ(model.tale.shown, Telling::why);
  const auto steps = why_shown(model);
  ASSERT_GT(steps.size(), 3u);
  EXPECT_EQ(event_words(model.run->trace(), steps.back().event).english(), "alice enters");
}

TEST(Why, AsksOnceForWhatWouldHaveSavedTheRunWhereItIsBroken) {
  Model model = showing("F06");
  EXPECT_FALSE(update(model, intent::ShowTelling{Telling::why})) << "nothing is broken yet";
  const auto job = update(model, intent::RunUntil{Until::violation});
  ASSERT_TRUE(job && job->work.is<work::FindRemedies>());
  EXPECT_FALSE(update(model, intent::Step{+1}));
  update(model,
         intent::RemediesFound{job->job, {{"F06_pause_past_ttl set={ttl_ms=630}", {}, {}, {}}}});
  const auto branch = update(model, intent::TryRemedy{0});
  ASSERT_TRUE(branch && branch->work.is<work::Run>());
  EXPECT_THAT(branch->work.get<work::Run>().name, HasSubstr("ttl_ms=630"));
  EXPECT_FALSE(update(model, intent::TryRemedy{7}));
}

// Regression: WHY began with an older refusal, not with the broken promise.
TEST(Why, BeginsWithThePromiseThatIsBrokenAtTheCursor) {
  for (const char* name : {"F01", "F02", "F06", "F12"}) {
    Model model = showing(name);
    update(model, intent::RunUntil{Until::violation});
    const auto verdict = explained(model);
    ASSERT_TRUE(verdict) << name;
    EXPECT_EQ(verdict, headline_of(model).broken) << name;
    EXPECT_EQ(why_shown(model).front().event, *model.run->judged.verdicts[*verdict].event) << name;
  }
}

TEST(Why, AtTheEndIsOfABrokenPromiseAndNotOfTheEnd) {
  Model model = showing("F02");
  update(model, intent::ShowTelling{Telling::why});
  update(model, intent::GoToEnd{});
  ASSERT_TRUE(explained(model));
  EXPECT_GT(why_shown(model).size(), 2u);
}

// Regression: "A lease of 600 ms" was offered against a crash.
TEST(Why, OfAnEventThatBrokeNothingHasNoRemedies) {
  Model model = showing("F06");
  update(model, intent::RunUntil{Until::violation});
  EXPECT_TRUE(tells_remedies(model));
  update(model, intent::Step{+1});
  ASSERT_EQ(model.tale.shown, Telling::why);
  EXPECT_FALSE(explained(model));
  EXPECT_FALSE(tells_remedies(model));
  update(model, intent::GoToEnd{});
  EXPECT_TRUE(tells_remedies(model));
}

TEST(IsReached, HidesAVerdictUntilTheCursorHasBeenThere) {
  Model model = showing("F06");
  const auto& verdicts = model.run->judged.verdicts;
  const auto reached = [&](sim::Property property) {
    return is_reached(model, verdicts[static_cast<std::size_t>(property)]);
  };
  EXPECT_FALSE(reached(sim::Property::mutual_exclusion));
  update(model, intent::RunUntil{Until::violation});
  EXPECT_TRUE(reached(sim::Property::mutual_exclusion));
  EXPECT_FALSE(reached(sim::Property::no_lost_update));
  EXPECT_FALSE(reached(sim::Property::no_deadlock)) << "the end decides";
  update(model, intent::GoToStart{});
  EXPECT_TRUE(reached(sim::Property::mutual_exclusion)) << "it is known now";
  update(model, intent::GoToEnd{});
  EXPECT_TRUE(reached(sim::Property::no_deadlock));
}

// Regression: "Nothing before it led to this" was shown for the end of a run and for the user's own
// fault.
TEST(Why, OfABeginningSaysWhoStruckOrThatTheRunEnds) {
  Model model = showing("F06");
  const auto& trace = model.run->trace();
  for (std::uint32_t i = 0; i < trace.size(); ++i)
    if (strikes(trace[i].kind)) {
      EXPECT_EQ(beginning_of(*model.run, i), "tale.struck_by_story");
    }
  EXPECT_EQ(beginning_of(*model.run, static_cast<std::uint32_t>(trace.size() - 1)),
            "tale.run_ends");
  EXPECT_EQ(beginning_of(*model.run, 0), "tale.no_cause");
  const ShownRunPtr run = test::opened("F06 fault={at_ms=5, crash={client=\"bob\"}}");
  bool yours = false;
  for (std::uint32_t i = 0; i < run->trace().size(); ++i)
    if (run->trace()[i].kind == sim::EventKind::client_crashed)
      yours = beginning_of(*run, i) == "tale.struck_by_you";
  EXPECT_TRUE(yours);
}

}  // namespace
}  // namespace locklab::app
