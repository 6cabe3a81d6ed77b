// The projector theme, whose letters are a quarter larger, in small windows; and the presenter
// mode.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "app/gui/update/lesson_steps.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::in_looks;
using test::overlap;
using test::ScreenAtRest;
using test::set_for;
using test::story;

Model before_class(Language language = Language::english) {
  return story("F06", ThemeName::projector, language);
}

TEST(Projector, EveryPanelIsThereAndNoMenuIsCut) {
  in_looks({.themes = {ThemeName::projector}}, [](ThemeName, Language language, ImVec2 size) {
    const ScreenAtRest seen(before_class(language), size);
    for (const char* panel : {"timeline", "cluster", "panel breaking", "source code", "why",
                              "palette crash", "palette pause", "verdict mutual_exclusion"})
      EXPECT_TRUE(seen.has(panel)) << panel;
    for (const char* none : {"no room", "shortened until", "shortened strategy"})
      EXPECT_FALSE(seen.has(none)) << none;
  });
}

TEST(Projector, TheCodeHasFiveLinesAtLeast) {
  for (const ImVec2 size : {ImVec2{1280, 720}, {1920, 1080}}) {
    const ScreenAtRest seen(before_class(), size);
    const float line = seen.height("code line");
    ASSERT_GT(line, 0);
    const float lines = seen.height("source code") / line;
    EXPECT_GE(lines, 5) << size.x;
    EXPECT_LT(lines - std::floor(lines), 0.5f) << "what is left is a margin, not half a line";
  }
}

// Half a line at the end of a list looks like a defect of the window.
TEST(Projector, ListsEndWithAWholeLine) {
  for (const ImVec2 size : test::Looks().sizes)
    for (const Telling page : {Telling::happened, Telling::why}) {
      Model model = before_class();
      update(model, intent::ShowTelling{page});
      const ScreenAtRest seen(model, size);
      const float height = seen.height("event words");
      ASSERT_GT(height, 0);
      const float rows = seen.height("told rows") / height;
      // On the WHY page the remedies take up space below the causes.
      EXPECT_GE(rows, page == Telling::why ? 1.9f : 2.9f) << size.x;
      EXPECT_LE(std::abs(rows - std::round(rows)) * height * seen.scale(), 1.0f)
          << "pixels, at " << size.x;
    }
}

bool is_inside(const NamedRectangle& one, const NamedRectangle& of) {
  return one.from.y >= of.from.y && one.to.y <= of.to.y + 1;
}

TEST(Timeline, AStoryOfFiveNodesIsWholeAtTheUsualSize) {
  const ScreenAtRest seen(story("F12"));
  const auto area = seen.widget("timeline area");
  ASSERT_TRUE(area);
  for (const char* part : {"lane n5", "lane stock", "holding believes", "holding resource"}) {
    const auto found = seen.widget(part);
    ASSERT_TRUE(found) << part;
    EXPECT_TRUE(is_inside(*found, *area)) << part;
  }
  EXPECT_FALSE(seen.widget("timeline more"));
}

// Regression: n5, the stock and the holders' strips were below the edge, without a hint.
TEST(Timeline, WhatIsBelowItsEdgeIsNamedThere) {
  for (const Language language : test::both_languages) {
    const ScreenAtRest seen(story("F12", ThemeName::projector, language), {1024, 640});
    const auto more = seen.widget("timeline more");
    ASSERT_TRUE(more);
    EXPECT_TRUE(is_inside(*more, *seen.widget("timeline area")));
    EXPECT_TRUE(seen.widget("lane alice"));
  }
}

TEST(Timeline, WhatStruckCoversNoNameOfAHolder) {
  in_looks({.themes = {ThemeName::dark, ThemeName::projector}},
           [](ThemeName theme, Language language, ImVec2 size) {
             Model model = story("F12", theme, language);
             for (const bool presenting : {false, true}) {
               model.presenting = presenting;
               const ScreenAtRest seen(model, size);
               const auto names = seen.all("name on a lane");
               EXPECT_FALSE(names.empty());
               for (const NamedRectangle& struck : seen.all("struck "))
                 for (const NamedRectangle& name : names)
                   EXPECT_FALSE(overlap(struck, name)) << struck.name << presenting;
             }
           });
}

TEST(Palette, WhatNamedServersCannotDoLiveIsGreyAndSaysWhy) {
  Model model = story("F12");
  EXPECT_TRUE(ScreenAtRest(model, {1920, 1080}).all("not live ").empty())
      << "on servers of the lab's own";
  model.live.own = false;
  model.live.servers = "10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5";
  const ScreenAtRest seen(model, {1920, 1080});
  EXPECT_TRUE(seen.widget("not live kill"));
  EXPECT_TRUE(seen.widget("not live refuse_full"));
  EXPECT_FALSE(seen.widget("not live pause"));
}

TEST(Projector, TheRowOfBranchesSaysHowToBreakTheRunUntilThereIsOne) {
  Model model = before_class();
  EXPECT_TRUE(ScreenAtRest(model).has("break how"));
  test::strike(model, 0);
  const ScreenAtRest seen(model);
  EXPECT_FALSE(seen.has("break how"));
  EXPECT_TRUE(seen.has("branch 1"));
}

TEST(Presenting, TheClusterIsThereWhereBothHaveRoom) {
  Model model = story("F06");
  model.presenting = true;
  {
    const ScreenAtRest roomy(model, {1440, 900});
    EXPECT_TRUE(roomy.has("cluster"));
    EXPECT_TRUE(roomy.has("timeline"));
  }
  const ScreenAtRest low(model, {1024, 300});
  EXPECT_FALSE(low.has("cluster"));
  EXPECT_FALSE(low.has("no room")) << "nobody asked for it";
}

// A class that votes needs the whole question.
TEST(Presenting, TheButtonThatShowsTheTruthIsWhole) {
  in_looks(
      {.themes = {ThemeName::dark, ThemeName::projector}, .sizes = {{1280, 720}, {1920, 1080}}},
      [](ThemeName theme, Language language, ImVec2 size) {
        for (std::size_t lesson = 0; lesson < 16; lesson += 2) {
          Model model = set_for(theme, language);
          model.presenting = true;
          test::lead(model, intent::OpenLesson{lesson});
          if (!predicts(model)) continue;
          update(model, intent::CountVotes{true});
          const ScreenAtRest seen(model, size);
          const auto truth = seen.widget("vote truth");
          const auto question = seen.widget("question");
          ASSERT_TRUE(truth && question) << "lesson " << lesson + 1;
          EXPECT_FALSE(truth->cut) << "lesson " << lesson + 1;
          EXPECT_LE(truth->to.y, question->to.y) << "lesson " << lesson + 1;
        }
      });
}

}  // namespace
}  // namespace locklab::app
