#include "app/gui/layout/pointing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "app/lessons/point.h"
#include "sim/trace/sentence.h"
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
  const auto shape = point_at(target, screen, {target}, {{left, above}, {}}, 1);
  EXPECT_GT(shape.tail_x, shape.tip_x);  // from the right
  EXPECT_FALSE(arrow_room(shape, 1).overlaps(left));
  // In a narrow gap it is short, and what contains the target is no obstacle.
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

void wish(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (job) update(model, Opened{job->job, test::opened(job->work.get<work::Run>().name)});
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

bool through(const NamedRectangle& line, const NamedRectangle& label) {
  return line.from.x < label.to.x && label.from.x < line.to.x + 0.5f && line.from.y < label.to.y &&
         label.from.y < line.to.y + 0.5f;
}

/// What an arrow of a lesson must not cover.
bool is_read(std::string_view name) {
  static constexpr std::string_view kinds[] = {
      "words of the speed", "cursor time",   "ruler number", "bar on a lane", "key on a lane",
      "bar in a strip",     "clash block",   "two inside",   "struck ",       "holder name",
      "name on a lane",     "timeline title"};
  return std::any_of(std::begin(kinds), std::end(kinds),
                     [&](std::string_view kind) { return name.starts_with(kind); });
}

// Arrows lay over the last word of a line of the lesson, and frames struck labels through.
TEST(Pointing, NoArrowCoversTheLessonAndNoFrameGoesThroughALabel) {
  std::size_t arrows = 0;
  std::size_t frames = 0;
  for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::projector})
    for (const Language language : {Language::english, Language::chinese})
      for (const ImVec2 size : {ImVec2{1280, 720}, {1024, 640}, {1920, 1080}}) {
        Model model;
        model.settings.language = language;
        model.settings.theme = theme;
        model.settings.welcomed = true;
        const float scale = drawn_scale(model, 1, size.x, size.y);
        UnseenWindow window(size.x, size.y, {}, scale);
        wish(model, OpenLesson{0});
        std::size_t steps = 0;
        for (const Lesson& lesson : lessons(language)) steps += lesson.steps.size();
        for (std::size_t i = 0; i < steps; ++i, wish(model, GoToStep{+1})) {
          for (int frame = 0; frame < 3; ++frame) window.draw(model);
          const std::string where = lessons(language)[model.lesson->lesson].id + " " +
                                    std::to_string(model.lesson->step + 1);
          const NamedRectangle* lesson = nullptr;
          for (const NamedRectangle& one : window.named())
            if (one.name.starts_with("step ")) lesson = &one;
          ASSERT_TRUE(lesson);
          for (const NamedRectangle& one : window.named()) {
            if (one.name.starts_with("arrow of ")) {
              ++arrows;
              for (const NamedRectangle& words : window.named())
                if (is_read(words.name)) {
                  EXPECT_FALSE(through(one, words))
                      << one.name << " over " << words.name << ", " << where;
                }
              EXPECT_TRUE(one.from.x >= lesson->to.x || one.to.x <= lesson->from.x ||
                          one.to.y <= lesson->from.y || one.from.y >= lesson->to.y)
                  << one.name << ", " << where;
            }
            if (one.name != "frame line") continue;
            ++frames;
            for (const NamedRectangle& label : window.named())
              if (label.name.starts_with("words ") || label.name.starts_with("struck ") ||
                  label.name == "holder name") {
                EXPECT_FALSE(through(one, label)) << label.name << ", " << where;
              }
          }
        }
      }
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
