#include "app/gui/layout/pointing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "app/lessons/point.h"
#include "app/words/sentence.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using namespace intent;
using testing::HasSubstr;

constexpr Rectangle screen{0, 0, 1280, 720};

TEST(Pointing, TheArrowEndsAtTheRingAndCoversNothingThatIsPointedAt) {
  const std::vector<Rectangle> pointed{
      {100, 100, 200, 120}, {100, 124, 200, 144}, {0, 0, 300, 40}, {1200, 690, 1279, 719}};
  for (const Rectangle& target : pointed) {
    const PointingShape shape = point_at(target, screen, pointed, {}, 1);
    const Rectangle room = arrow_room(shape, 1);
    EXPECT_TRUE(screen.contains(shape.ring));
    EXPECT_TRUE(screen.contains(room));
    for (const Rectangle& other : pointed) EXPECT_FALSE(room.overlaps(other));
    EXPECT_TRUE(shape.tip_x == shape.ring.x0 || shape.tip_x == shape.ring.x1 ||
                shape.tip_y == shape.ring.y0 || shape.tip_y == shape.ring.y1);
  }
}

TEST(Pointing, TheArrowComesFromWhereThereIsRoom) {
  const Rectangle target{100, 100, 200, 120};
  const Rectangle left{0, 0, 95, 720};
  const Rectangle above{0, 0, 1280, 95};
  const auto shape = point_at(target, screen, {target}, {left, above}, 1);
  EXPECT_GT(shape.tail_x, shape.tip_x);  // from the right
  EXPECT_FALSE(arrow_room(shape, 1).overlaps(left));
  // In a narrow gap it is short, and what contains the target is no obstacle.
  const Rectangle right{219, 0, 1280, 720};
  const Rectangle below{0, 125, 1280, 720};
  const auto tight = point_at(target, screen, {target}, {left, above, right, below, screen}, 1);
  EXPECT_LT(tight.tail_x - tight.tip_x, shape.tail_x - shape.tip_x);
  EXPECT_FALSE(arrow_room(tight, 1).overlaps(right));
}

TEST(Pointing, WhatFillsTheScreenHasARingAlone) {
  const auto shape = point_at(screen, screen, {screen}, {}, 1);
  EXPECT_TRUE(screen.contains(shape.ring));
  EXPECT_EQ(shape.tip_x, shape.tail_x);
  EXPECT_EQ(shape.tip_y, shape.tail_y);
}

TEST(PointNames, WhatIsNoneIsSaidWithTheNearestRightWord) {
  for (const char* name :
       {"lane alice", "holding believes", "verdict mutual_exclusion", "palette pause", "source",
        "redis", "cluster", "branches", "time", "control play"})
    EXPECT_FALSE(unknown_point(name)) << name;
  EXPECT_THAT(unknown_point("palette paus").value_or(Sentence()).english(), HasSubstr("pause"));
  EXPECT_THAT(unknown_point("verdict mutual_exclusio").value_or(Sentence()).english(),
              HasSubstr("mutual_exclusion"));
  EXPECT_THAT(unknown_point("sources").value_or(Sentence()).english(), HasSubstr("source"));
  for (const char* name : {"", "lane ", "palette", "lan alice", "control everything", "holding"})
    EXPECT_TRUE(std::string(name) == "palette" || unknown_point(name)) << name;
}

TEST(PointNames, AnUnknownOneIsAProblemOfTheLesson) {
  const auto read =
      read_lesson("# A\n\n## B\n\n```lab\npoint = [\"sorce\"]\n```\n\ntext\n", "a.md");
  ASSERT_TRUE(std::holds_alternative<sim::Problem>(read));
  EXPECT_THAT(sim::to_string(std::get<sim::Problem>(read)),
              testing::AllOf(HasSubstr("sorce"), HasSubstr("source")));
}

void wish(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (job) update(model, Opened{job->job, test::opened(std::get<work::Run>(job->work).name)});
}

const NamedRectangle* named(const UnseenWindow& window, const std::string& name) {
  for (const NamedRectangle& rectangle : window.named())
    if (rectangle.name == name) return &rectangle;
  return nullptr;
}

void expect_all_in_sight(const Rectangle& room) {
  UnseenWindow window(room.x1, room.y1);
  for (const Language language : {Language::english, Language::chinese}) {
    Model model;
    model.settings.language = language;
    model.settings.welcomed = true;
    wish(model, OpenLesson{0});
    const auto& all = lessons(language);
    std::size_t steps = 0;
    for (const Lesson& lesson : all) steps += lesson.steps.size();
    for (std::size_t i = 0; i < steps; ++i, wish(model, GoToStep{+1})) {
      const Lesson& lesson = all[model.lesson->lesson];
      const LessonStep& step = lesson.steps[model.lesson->step];
      for (int frame = 0; frame < 3; ++frame) window.draw(model);
      if (!step.showing) continue;
      for (const std::string& point : step.showing->point) {
        const NamedRectangle* ring = named(window, "pointing " + point);
        ASSERT_TRUE(ring) << lesson.id << ", " << step.title << ": " << point;
        const Rectangle place{ring->from.x, ring->from.y, ring->to.x, ring->to.y};
        EXPECT_TRUE(room.contains(place)) << lesson.id << ", " << step.title << ": " << point;
        EXPECT_GT(place.x1 - place.x0, 8) << lesson.id << ", " << step.title << ": " << point;
        EXPECT_GT(place.y1 - place.y0, 8) << lesson.id << ", " << step.title << ": " << point;
      }
    }
  }
}

/// At the smallest window for which the layout is made.
TEST(Pointing, EveryStepOfEveryLessonPointsAtWhatIsOnTheScreen) { expect_all_in_sight(screen); }

/// A projector's letters are a quarter larger: as if the screen were smaller.
TEST(Pointing, EveryStepPointsAtWhatIsOnTheScreenOfAProjectorToo) {
  expect_all_in_sight({0, 0, screen.x1 / 1.25f, screen.y1 / 1.25f});
}

TEST(Pointing, IsOverWithTheStepAndNotDoneBelowADialog) {
  UnseenWindow window(screen.x1, screen.y1);
  Model model;
  model.settings.welcomed = true;
  wish(model, OpenLesson{0});
  window.draw(model);
  window.draw(model);
  EXPECT_TRUE(named(window, "pointing source"));
  update(model, Help{true});
  window.draw(model);
  EXPECT_FALSE(named(window, "pointing source"));
  update(model, Help{false});
  wish(model, CloseLesson{});
  window.draw(model);
  EXPECT_FALSE(named(window, "pointing source"));
}

}  // namespace
}  // namespace locklab::app
