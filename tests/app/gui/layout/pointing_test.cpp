#include "app/gui/layout/pointing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lessons/lesson_list.h"
#include "app/lessons/point.h"
#include "sim/trace/sentence.h"
#include "tests/support/class_room.h"

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
  const auto shape = point_at(target, screen, {target}, {{left, above}, {}}, 1);
  EXPECT_GT(shape.tail_x, shape.tip_x);  // the arrow comes from the right
  EXPECT_FALSE(arrow_room(shape, 1).overlaps(left));
  // In a narrow gap the arrow is shorter; a rectangle that contains the target is no obstacle.
  const Rectangle right{219, 0, 1280, 720};
  const Rectangle below{0, 125, 1280, 720};
  const auto tight =
      point_at(target, screen, {target}, {{left, above, right, below, screen}, {}}, 1);
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

void expect_all_in_sight(const Rectangle& room) {
  test::ClassRoomScreen window({room.x1, room.y1});
  for (const Language language : test::both_languages)
    test::at_each_step(
        ThemeName::dark, language, false, [&](const Model& model, const std::string& where) {
          const auto& showing =
              lessons(language)[model.lesson->lesson].steps[model.lesson->step].showing;
          if (!showing) return;
          window.show(model, 3);
          for (const std::string& point : showing->point) {
            const auto ring = window.widget("pointing " + point);
            ASSERT_TRUE(ring) << where << ": " << point;
            const Rectangle place{ring->from.x, ring->from.y, ring->to.x, ring->to.y};
            EXPECT_TRUE(room.contains(place)) << where << ": " << point;
            EXPECT_GT(place.x1 - place.x0, 8) << where << ": " << point;
            EXPECT_GT(place.y1 - place.y0, 8) << where << ": " << point;
          }
        });
}

/// The smallest window that the layout supports.
TEST(Pointing, EveryStepOfEveryLessonPointsAtWhatIsOnTheScreen) { expect_all_in_sight(screen); }

/// The projector theme's letters are a quarter larger, so the window holds fewer units.
TEST(Pointing, EveryStepPointsAtWhatIsOnTheScreenOfAProjectorToo) {
  expect_all_in_sight({0, 0, screen.x1 / 1.25f, screen.y1 / 1.25f});
}

bool through(const NamedRectangle& line, const NamedRectangle& label) {
  return line.from.x < label.to.x && label.from.x < line.to.x + 0.5f && line.from.y < label.to.y &&
         label.from.y < line.to.y + 0.5f;
}

/// True for texts that an arrow of a lesson must not cross.
bool is_read(std::string_view name) {
  static constexpr std::string_view kinds[] = {
      "words of the speed", "cursor time",   "ruler number", "bar on a lane", "key on a lane",
      "bar in a strip",     "clash block",   "two inside",   "struck ",       "holder name",
      "name on a lane",     "timeline title"};
  return std::any_of(std::begin(kinds), std::end(kinds),
                     [&](std::string_view kind) { return name.starts_with(kind); });
}

// Regression: arrows covered the last word of a lesson's line, and frames crossed labels.
TEST(Pointing, NoArrowCoversTheLessonAndNoFrameGoesThroughALabel) {
  std::size_t arrows = 0;
  std::size_t frames = 0;
  test::in_looks({}, [&](ThemeName theme, Language language, ImVec2 size) {
    test::ClassRoomScreen window(test::set_for(theme, language), size);
    test::at_each_step(theme, language, false, [&](const Model& model, const std::string& where) {
      window.show(model, 3);
      const auto steps = window.all("step ");
      ASSERT_FALSE(steps.empty());
      const NamedRectangle& lesson = steps.back();
      for (const NamedRectangle& arrow : window.all("arrow of ")) {
        ++arrows;
        for (const NamedRectangle& words : window.named())
          EXPECT_FALSE(is_read(words.name) && through(arrow, words))
              << arrow.name << " over " << words.name << ", " << where;
        EXPECT_TRUE(arrow.from.x >= lesson.to.x || arrow.to.x <= lesson.from.x ||
                    arrow.to.y <= lesson.from.y || arrow.from.y >= lesson.to.y)
            << arrow.name << ", " << where;
      }
      for (const NamedRectangle& line : window.all("frame line")) {
        ++frames;
        for (const char* kind : {"words ", "struck ", "holder name"})
          for (const NamedRectangle& label : window.all(kind))
            EXPECT_FALSE(through(line, label)) << label.name << ", " << where;
      }
    });
  });
  EXPECT_GT(arrows, 300u);
  EXPECT_GT(frames, 4000u);
}

TEST(Pointing, AFrameLeavesRoomForALabelOnItsLine) {
  const Rectangle label{40, 90, 80, 110};
  const auto lines = ring_lines({0, 100, 200, 140}, {label}, 2);
  ASSERT_EQ(lines.size(), 5u);
  for (const Rectangle& line : lines)
    EXPECT_FALSE(line.x0 < label.x1 && label.x0 < line.x1 && line.y0 < label.y1 &&
                 label.y0 <= line.y0);
}

TEST(Pointing, WhereAnArrowWouldCoverWordsTheRingIsAlone) {
  const Rectangle target{100, 100, 200, 120};
  const auto shape = point_at(target, screen, {target}, {{target.grown(60)}, {}}, 1);
  EXPECT_NE(shape.tail_x, shape.tip_x) << "what contains the target is no obstacle";
  const Rectangle left{0, 0, 95, 720}, right{205, 0, 1280, 720};
  const Rectangle above{96, 0, 204, 95}, below{96, 125, 204, 720};
  const auto alone = point_at(target, screen, {target}, {{left, right, above, below}, {}}, 1);
  EXPECT_EQ(alone.tail_x, alone.tip_x);
  EXPECT_EQ(alone.tail_y, alone.tip_y);
  const auto over = point_at(target, screen, {target}, {{left, right, above}, {below}}, 1);
  EXPECT_GT(over.tail_y, over.tip_y) << "a picture may be covered";
}

TEST(Pointing, IsOverWithTheStepAndNotDoneBelowADialog) {
  test::ClassRoomScreen window;
  Model model = test::set_for();
  test::lead(model, OpenLesson{0});
  window.show(model, 2);
  EXPECT_TRUE(window.has("pointing source"));
  update(model, Help{true});
  window.show(model, 1);
  EXPECT_FALSE(window.has("pointing source"));
  update(model, Help{false});
  test::lead(model, CloseLesson{});
  window.show(model, 1);
  EXPECT_FALSE(window.has("pointing source"));
}

}  // namespace
}  // namespace locklab::app
