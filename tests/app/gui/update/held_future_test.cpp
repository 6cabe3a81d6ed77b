// Later events and verdicts stay hidden until they are asked for or reached.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gui/update/headline.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/lessons/lesson_list.h"
#include "app/timeline/scene/shapes.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

/// The number of shown flags and marks whose event is after `at_us`.
std::size_t told_after(const Model& model, double at_us) {
  TimelineOptions options;
  options.view = whole_view(model);
  options.width = 4000;
  options.told = told_part(model);
  for (std::size_t lane = 0; lane < model.run->scene.lanes.size(); ++lane)
    options.lanes.push_back(static_cast<std::uint16_t>(lane));
  const sim::Trace& trace = model.run->trace();
  const TimelineShapes shapes = lay_out_timeline(model.run->scene, trace, options);
  std::size_t after = 0;
  for (const auto* marks : {&shapes.marks, &shapes.alarms})
    after += static_cast<std::size_t>(
        std::count_if(marks->begin(), marks->end(), [&](const MarkShape& mark) {
          return mark.event != none_at && static_cast<double>(trace[mark.event].at) > at_us;
        }));
  return after;
}

/// Opens a lesson at its first step and advances to this step.
Model step_of(std::string_view id, std::size_t step) {
  Model model;
  const auto& all = lessons(Language::english);
  const auto lesson =
      std::find_if(all.begin(), all.end(), [&](const Lesson& one) { return one.id == id; });
  want(model, intent::OpenLesson{static_cast<std::size_t>(lesson - all.begin())});
  for (std::size_t i = 0; i < step; ++i) want(model, intent::GoToStep{+1});
  return model;
}

// Regression: "× deadlock" and "crashed" were visible a step before the question when Bob enters.
TEST(HeldFuture, TheStepBeforeAQuestionShowsNothingThatAnswersIt) {
  const Model model = step_of("04_setnx_del", 0);
  ASSERT_FALSE(predicts(model));
  EXPECT_TRUE(holds_future(model));
  EXPECT_EQ(told_after(model, model.cursor.at_us), 0u);
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    EXPECT_EQ(is_told(model, verdict), verdict.property == sim::Property::mutual_exclusion)
        << name(verdict.property) << ": only what the step speaks of";
  EXPECT_TRUE(headline_of(model).title.empty()) << "a title gives away what happens";
}

TEST(HeldFuture, NoStepOfALessonAnswersALaterOne) {
  std::size_t held = 0;
  const auto& all = lessons(Language::english);
  for (std::size_t lesson = 0; lesson < all.size(); ++lesson) {
    Model model;
    want(model, intent::OpenLesson{lesson});
    for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
      const auto& now = all[lesson].steps[step];
      const std::string story = story_of_step(model);
      Model later = model;
      for (std::size_t next = step + 1; next < all[lesson].steps.size(); ++next) {
        want(later, intent::GoToStep{+1});
        if (!open_question(later) || story_of_step(later) != story || story.empty()) continue;
        if (now.question || later.asked_at.events < model.asked_at.events) continue;
        ++held;
        EXPECT_EQ(told_after(model, model.cursor.at_us), 0u)
            << all[lesson].id << ", step " << step + 1 << " answers step " << next + 1;
      }
      if (model.lesson->step + 1 < all[lesson].steps.size()) want(model, intent::GoToStep{+1});
    }
  }
  EXPECT_GE(held, 4u);
}

TEST(HeldFuture, AnAnswerIsShownUpToWhereTheNextQuestionIsAsked) {
  Model model = step_of("13_pauses", 0);
  want(model, intent::Answer{1});
  const auto until = told_until(model);
  ASSERT_TRUE(until) << "the third step asks what alice writes when she wakes up";
  EXPECT_GT(until->events, model.cursor.events) << "that bob gets in is the answer of this one";
  EXPECT_LT(until->events, model.run->trace().size());
  for (const sim::Verdict& verdict : model.run->judged.verdicts) {
    if (verdict.property == sim::Property::mutual_exclusion) {
      EXPECT_TRUE(is_told(model, verdict));
    }
    if (verdict.property == sim::Property::no_lost_update) {
      EXPECT_FALSE(is_told(model, verdict));
    }
  }
  for (int i = 0; i < 2; ++i) want(model, intent::GoToStep{+1});
  want(model, intent::Answer{0});
  EXPECT_FALSE(holds_future(model)) << "nothing is asked about this run any more";
}

Model at_violation_of(const char* run) {
  Model model = test::showing(run);
  update(model, intent::RunUntil{Until::violation});
  return model;
}

bool knows(const Model& model, sim::Property property) {
  return is_reached(model, model.run->judged.verdicts[static_cast<std::size_t>(property)]);
}

// Regression: when a pause was dropped, a notice announced the update lost 300 ms later.
TEST(HeldFuture, ABranchTellsWhatTheCursorHasComeTo) {
  Model model = at_violation_of("F06");
  want(model, intent::Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_TRUE(knows(model, sim::Property::mutual_exclusion));
  EXPECT_FALSE(knows(model, sim::Property::no_deadlock));
  update(model, intent::GoToEnd{});
  EXPECT_TRUE(knows(model, sim::Property::no_deadlock));
}

TEST(HeldFuture, WhoeverKnowsTheEndOfTheStoryIsToldAtOnceWhatAChangeDoes) {
  Model model = at_violation_of("F06");
  update(model, intent::GoToEnd{});
  update(model, intent::RunUntil{Until::violation});
  want(model, intent::Break{Spot{SpotKind::lane, 0}, 0, {}, {}});
  ASSERT_EQ(model.branch, 1u);
  EXPECT_TRUE(knows(model, sim::Property::no_deadlock));
}

TEST(HeldFuture, ARunThatTheMatrixOpensTellsOnlyWhatItWasOpenedFor) {
  Model model = test::showing(
      "F06_pause_past_ttl fault={when=\"bob entered\", "
      "pause={client=\"bob\", ms=500}}");
  EXPECT_FALSE(knows(model, sim::Property::mutual_exclusion));
  EXPECT_FALSE(knows(model, sim::Property::no_deadlock));
  update(model, intent::RunUntil{Until::violation});
  EXPECT_TRUE(knows(model, sim::Property::mutual_exclusion));
}

}  // namespace
}  // namespace locklab::app
