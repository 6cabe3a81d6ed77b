// Lesson steps and the view that each sets.
#include <gmock/gmock.h>

#include <algorithm>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/settings_file.h"
#include "app/gui/update/update.h"
#include "app/lessons/lesson_list.h"
#include "app/timeline/scene/shapes.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;

class LessonSteps : public testing::Test {
 protected:
  Model model;
};

TEST_F(LessonSteps, EveryStepOfEveryLessonIsReachedAndShowsItsMoment) {
  want(model, OpenLesson{0});
  const auto& all = lessons(Language::english);
  for (std::size_t lesson = 0; lesson < all.size(); ++lesson)
    for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
      ASSERT_EQ(model.lesson->lesson, lesson);
      ASSERT_EQ(model.lesson->step, step);
      const LessonStep& read = all[lesson].steps[step];
      if (read.showing && !read.showing->scenario.empty()) {
        EXPECT_EQ(model.run->judged.scenario.name, read.showing->scenario) << read.title;
      }
      if (read.showing && !read.showing->seek.empty() && read.showing->seek != "start") {
        EXPECT_GT(model.cursor.events, 0u) << all[lesson].id << ": " << read.title;
      }
      want(model, GoToStep{+1});
    }
  EXPECT_EQ(model.lesson->lesson, all.size() - 1);
  for (int i = 0; i < 1000; ++i) want(model, GoToStep{-1});
  EXPECT_EQ(model.lesson->lesson, 0u);
  EXPECT_EQ(model.lesson->step, 0u);
}

// Regression: all events of the step lay within 2 of 755 pixels.
TEST_F(LessonSteps, AStepWithoutAViewOfItsOwnHasTheSameAfterARestartAsAfterNext) {
  want(model, OpenLesson{0});
  for (int i = 0; i < 2; ++i) want(model, GoToStep{+1});
  ASSERT_FALSE(lessons(Language::english)[0].steps[2].showing);
  const TimeView arrived = model.view;
  EXPECT_LT(arrived.span(), 5'000) << "both enter within a millisecond";
  want(model, Fit{});
  want(model, ShowAgain{});
  EXPECT_EQ(model.view, arrived);
}

TEST_F(LessonSteps, AClickerStepsThroughTheLessonAndWithoutOneThroughTheRun) {
  want(model, OpenLesson{0});
  press(model, Key::page_down);
  EXPECT_EQ(model.lesson->step, 1u);
  press(model, Key::page_up);
  EXPECT_EQ(model.lesson->step, 0u);
  want(model, CloseLesson{});
  const std::size_t events = model.cursor.events;
  press(model, Key::page_down);
  EXPECT_EQ(model.cursor.events, events + 1);
  press(model, Key::page_up);
  EXPECT_EQ(model.cursor.events, events);
}

TEST_F(LessonSteps, AnAnswerIsKeptAndTheFirstOneCounts) {
  want(model, OpenLesson{12});
  EXPECT_FALSE(model.lesson->answer());
  want(model, Answer{2});
  want(model, Answer{1});
  EXPECT_EQ(model.lesson->answer(), 2u);
  want(model, GoToStep{+1});
  EXPECT_FALSE(model.lesson->answer());
  want(model, GoToStep{-1});
  EXPECT_EQ(model.lesson->answer(), 2u);
}

// Regression: an answer replaced the zoom of its step by the whole run, in which what answered it
// was a few pixels wide.
TEST_F(LessonSteps, AnAnswerKeepsTheZoomOrWidensItToTheMomentOfTheNextStep) {
  want(model, OpenLesson{0});
  std::size_t kept = 0;
  std::size_t widened = 0;
  for (const Lesson& lesson : lessons(Language::english))
    for (const LessonStep& step : lesson.steps) {
      const LessonQuestion* asked = open_question(model);
      const bool zoomed =
          asked && asked->open == OpenAnswer::none && step.showing && !step.showing->zoom.empty();
      const ShownRunPtr run = model.run;
      const std::size_t events = model.cursor.events;
      const TimeView before = model.view;
      if (zoomed) want(model, Answer{asked->right});
      const TimeView after = model.view;
      want(model, GoToStep{+1});
      if (!zoomed || model.run != run || model.cursor.events <= events) continue;
      ++(after == before ? kept : widened);
      const double answer = model.cursor.at_us;
      EXPECT_GE(answer, after.from) << lesson.id << ": " << step.title;
      EXPECT_LE(answer, after.to) << lesson.id << ": " << step.title;
      EXPECT_LE(after.from, before.from) << lesson.id << ": " << step.title;
      EXPECT_LE(after.span(), 1.3 * (std::max(answer, before.to) - after.from))
          << lesson.id << ": " << step.title;
    }
  EXPECT_GT(kept, 0u);
  EXPECT_GT(widened, 0u);
}

TEST_F(LessonSteps, TheReaderMayPlayAndComesBackToWhereTheyWere) {
  want(model, OpenLesson{12});
  want(model, GoToStep{+1});
  const std::size_t events = model.cursor.events;
  want(model, Break{});
  EXPECT_EQ(model.branch, 1u);
  want(model, ShowAgain{});
  EXPECT_EQ(model.branch, 0u);
  EXPECT_EQ(model.cursor.events, events);
  want(model, CloseLesson{});
  EXPECT_FALSE(model.lesson);
  want(model, OpenLesson{});
  EXPECT_EQ(model.lesson->lesson, 12u);
  EXPECT_EQ(model.lesson->step, 1u);
}

TEST_F(LessonSteps, GoingBackToAStepIsAsComingToItTheFirstTime) {
  want(model, OpenLesson{0});
  std::vector<std::size_t> events;
  const std::size_t steps = lessons(Language::english)[0].steps.size();
  for (std::size_t step = 0; step < steps; ++step) {
    events.push_back(model.cursor.events);
    if (step + 1 < steps) want(model, GoToStep{+1});
  }
  for (std::size_t step = steps; step-- > 1;) {
    update(model, GoToStart{});
    want(model, GoToStep{-1});
    EXPECT_EQ(model.cursor.events, events[step - 1]) << step;
  }
}

TEST_F(LessonSteps, TheListOpensAnyLessonAndKnowsHowFarEachWasRead) {
  want(model, OpenLesson{12});
  want(model, Answer{1});
  want(model, GoToStep{+1});
  want(model, ListLessons{true});
  EXPECT_TRUE(model.lessons_listed);
  want(model, OpenLesson{3});
  EXPECT_FALSE(model.lessons_listed);
  EXPECT_EQ(model.lesson->lesson, 3u);
  const auto& all = lessons(Language::english);
  EXPECT_THAT(progress_of(reader_place(model), 12, all[12]),
              testing::FieldsAre(all[12].steps.size(), 2u, testing::_, 1u, 1u));
  EXPECT_EQ(progress_of(reader_place(model), 3, all[3]).read, 1u);
  EXPECT_EQ(progress_of(reader_place(model), 5, all[5]).read, 0u);

  want(model, CloseLesson{});
  Model later;
  EXPECT_FALSE(take_settings(later, settings_text(model)));
  EXPECT_EQ(reader_place(later).lesson, 3u);
  EXPECT_EQ(progress_of(reader_place(later), 12, all[12]).read, 2u);
}

TEST_F(LessonSteps, WhatWasBrokenByHandIsNotLeftForALessonWithoutAQuestion) {
  want(model, Open{"F11"});
  want(model, Break{});
  const ShownRunPtr broken = model.run;
  EXPECT_FALSE(update(model, OpenLesson{3}));
  EXPECT_TRUE(model.leave_for);
  EXPECT_FALSE(model.pending);
  update(model, Leave{Leaving::stay});
  EXPECT_FALSE(model.leave_for);
  EXPECT_FALSE(model.lesson) << "its story would be missing";
  EXPECT_EQ(model.run, broken);

  EXPECT_FALSE(update(model, OpenLesson{3}));
  want(model, Leave{Leaving::discard});
  ASSERT_TRUE(model.lesson);
  EXPECT_EQ(model.lesson->lesson, 3u);
  EXPECT_EQ(model.run->judged.scenario.name, story_of_step(model));
  EXPECT_FALSE(model.showing) << "its moment was sought";
}

/// The timeline as the window lays it out, 1000 pixels wide.
TimelineShapes shapes_of(const Model& model) {
  TimelineOptions options;
  options.view = model.view;
  options.width = 1000;
  for (const LaneChoice& choice : model.lanes) options.lanes.push_back(choice.lane);
  if (predicts(model)) options.told = {model.cursor.events, model.cursor.at_us};
  return lay_out_timeline(model.run->scene, model.run->trace(), options);
}

TEST_F(LessonSteps, WhatComesAfterTheCursorIsNotToldBeforeTheQuestionIsAnswered) {
  want(model, OpenLesson{12});
  ASSERT_TRUE(predicts(model));
  const auto& verdicts = model.run->judged.verdicts;
  for (const sim::Verdict& verdict : verdicts) EXPECT_FALSE(is_told(model, verdict));
  const auto x = static_cast<float>(model.view.x_of(model.cursor.at_us, 1000)) + 0.5f;
  const TimelineShapes asked = shapes_of(model);
  for (const auto* bars : {&asked.bars, &asked.keys, &asked.holding})
    for (const BarShape& bar : *bars) EXPECT_LE(bar.x1, x + 3);
  for (const ArrowShape& arrow : asked.arrows) EXPECT_LE(arrow.x1, x);
  for (const auto* marks : {&asked.marks, &asked.alarms})
    for (const MarkShape& mark : *marks) EXPECT_LT(mark.event, model.cursor.events);
  EXPECT_TRUE(asked.clashes.empty());
  EXPECT_FALSE(asked.bars.empty());
  for (std::uint16_t i = 0; i < verdicts.size(); ++i) want(model, SeekVerdict{i});
  EXPECT_TRUE(predicts(model));
  EXPECT_FALSE(model.verdict) << "a click on a verdict would be an answer";

  want(model, Answer{0});
  EXPECT_FALSE(predicts(model));
  EXPECT_FALSE(shapes_of(model).clashes.empty());
  EXPECT_GT(shapes_of(model).arrows.size(), asked.arrows.size());
}

// The violation is often the answer: "no: Alice and Bob were inside together".
TEST_F(LessonSteps, WhatHasBeenBrokenByTheMomentOfAQuestionIsToldOnceItIsAnswered) {
  want(model, OpenLesson{12});
  want(model, GoToStep{+1});
  want(model, GoToStep{+1});
  ASSERT_TRUE(predicts(model));
  const auto& verdicts = model.run->judged.verdicts;
  const auto inside = std::find_if(verdicts.begin(), verdicts.end(), [](const sim::Verdict& v) {
    return v.property == sim::Property::mutual_exclusion;
  });
  ASSERT_LT(*inside->event, model.cursor.events) << "Bob is inside already";
  for (const sim::Verdict& verdict : verdicts) EXPECT_FALSE(is_told(model, verdict));
  want(model, Answer{0});
  EXPECT_TRUE(is_told(model, *inside));
}

}  // namespace
}  // namespace locklab::app
