// Reading a lesson changes what the window shows.
#include <gtest/gtest.h>

#include "app/gui/update.h"
#include "app/lessons/lesson_list.h"

namespace locklab::app {
namespace {

using namespace intent;

/// Does what the workshop would do, as long as there is work.
void go(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (!job) return;
  const auto made = make_shown_run(sim::Library(), std::get<work::Run>(job->work).name);
  ASSERT_TRUE(std::holds_alternative<ShownRunPtr>(made)) << std::get<work::Run>(job->work).name;
  update(model, Opened{job->job, std::get<ShownRunPtr>(made)});
}

TEST(LessonSteps, EveryStepOfEveryLessonIsReachedAndShowsItsMoment) {
  Model model;
  go(model, OpenLesson{0});
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
      go(model, GoToStep{+1});
    }
  EXPECT_EQ(model.lesson->lesson, all.size() - 1);
  for (int i = 0; i < 1000; ++i) go(model, GoToStep{-1});
  EXPECT_EQ(model.lesson->lesson, 0u);
  EXPECT_EQ(model.lesson->step, 0u);
}

TEST(LessonSteps, AnAnswerIsKeptAndTheFirstOneCounts) {
  Model model;
  go(model, OpenLesson{12});
  EXPECT_FALSE(model.lesson->answer());
  go(model, Answer{2});
  go(model, Answer{1});
  EXPECT_EQ(model.lesson->answer(), 2u);
  go(model, GoToStep{+1});
  EXPECT_FALSE(model.lesson->answer());
  go(model, GoToStep{-1});
  EXPECT_EQ(model.lesson->answer(), 2u);
}

TEST(LessonSteps, TheReaderMayPlayAndComesBackToWhereTheyWere) {
  Model model;
  go(model, OpenLesson{12});
  go(model, GoToStep{+1});
  const std::size_t events = model.cursor.events;
  go(model, Break{});
  EXPECT_EQ(model.branch, 1u);
  go(model, ShowAgain{});
  EXPECT_EQ(model.branch, 0u);
  EXPECT_EQ(model.cursor.events, events);
  go(model, CloseLesson{});
  EXPECT_FALSE(model.lesson);
  go(model, OpenLesson{});
  EXPECT_EQ(model.lesson->lesson, 12u);
  EXPECT_EQ(model.lesson->step, 1u);
}

}  // namespace
}  // namespace locklab::app
