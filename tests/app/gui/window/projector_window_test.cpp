// What a class sees: the projector theme, whose letters are a quarter larger, in small windows; and
// the presenter mode.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "tests/support/named_widgets.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

Model before_class(Language language) {
  Model model;
  model.settings.language = language;
  model.settings.theme = ThemeName::projector;
  model.settings.welcomed = true;
  work_on(model, update(model, intent::Open{"F06"}));
  update(model, intent::RunUntil{Until::violation});
  return model;
}

/// The window as it is drawn at a size, four frames later: sizes are known in the frame after.
class Seen {
 public:
  Seen(const Model& model, ImVec2 size)
      : scale_(drawn_scale(model, 1, size.x, size.y)), window_(size.x, size.y, {}, scale_) {
    for (int i = 0; i < 4; ++i) window_.draw(model);
  }
  std::optional<NamedRectangle> widget(const std::string& name) const {
    return test::widget_named(window_, name);
  }
  std::vector<NamedRectangle> all(std::string_view beginning) const {
    return test::widgets_named(window_, beginning);
  }
  /// How high it is in units; 0: it is not there.
  float height(const std::string& name) const {
    const auto found = widget(name);
    return found ? (found->to.y - found->from.y) / scale_ : 0;
  }

 private:
  float scale_;
  UnseenWindow window_;
};

const ImVec2 class_rooms[] = {{1024, 640}, {1280, 720}, {1920, 1080}};

TEST(Projector, EveryPanelIsThereAndNoMenuIsCut) {
  for (const ImVec2 size : class_rooms)
    for (const Language language : {Language::english, Language::chinese}) {
      const Seen seen(before_class(language), size);
      for (const char* panel : {"timeline", "cluster", "panel breaking", "source code", "why",
                                "palette crash", "palette pause", "verdict mutual_exclusion"})
        EXPECT_TRUE(seen.widget(panel)) << panel << ", " << size.x;
      EXPECT_FALSE(seen.widget("no room")) << size.x;
      EXPECT_FALSE(seen.widget("shortened until")) << size.x;
      EXPECT_FALSE(seen.widget("shortened strategy")) << size.x;
    }
}

TEST(Projector, TheCodeHasFiveLinesAtLeast) {
  for (const ImVec2 size : {class_rooms[1], class_rooms[2]}) {
    const Seen seen(before_class(Language::english), size);
    const float line = seen.height("code line");
    ASSERT_GT(line, 0);
    const float lines = seen.height("source code") / line;
    EXPECT_GE(lines, 5) << size.x;
    EXPECT_LT(lines - std::floor(lines), 0.5f) << "what is left is a margin, not half a line";
  }
}

// Half a line at the end of a list looks like a fault of the window.
TEST(Projector, ListsEndWithAWholeLine) {
  for (const ImVec2 size : class_rooms)
    for (const Telling page : {Telling::happened, Telling::why}) {
      Model model = before_class(Language::english);
      update(model, intent::ShowTelling{page});
      const Seen seen(model, size);
      const auto list = seen.widget("told rows");
      const auto row = seen.widget("event words");
      ASSERT_TRUE(list && row);
      const float height = row->to.y - row->from.y;
      const float rows = (list->to.y - list->from.y) / height;
      // Below the chain of a broken promise stays what would have saved it.
      EXPECT_GE(rows, page == Telling::why ? 1.9f : 2.9f) << size.x;
      EXPECT_LE(std::abs(rows - std::round(rows)) * height, 1.0f) << "pixels, at " << size.x;
    }
}

Model two_majorities(ThemeName theme, Language language) {
  Model model;
  model.settings.language = language;
  model.settings.theme = theme;
  model.settings.welcomed = true;
  work_on(model, update(model, intent::Open{"F12"}));
  update(model, intent::RunUntil{Until::violation});
  return model;
}

bool is_inside(const NamedRectangle& one, const NamedRectangle& of) {
  return one.from.y >= of.from.y && one.to.y <= of.to.y + 1;
}

TEST(Timeline, AStoryOfFiveNodesIsWholeAtTheUsualSize) {
  const Seen seen(two_majorities(ThemeName::dark, Language::english), {1280, 720});
  const auto area = seen.widget("timeline area");
  ASSERT_TRUE(area);
  for (const char* part : {"lane n5", "lane stock", "holding believes", "holding resource"}) {
    const auto found = seen.widget(part);
    ASSERT_TRUE(found) << part;
    EXPECT_TRUE(is_inside(*found, *area)) << part;
  }
  EXPECT_FALSE(seen.widget("timeline more"));
}

// n5, the stock and the holders' strips were below the edge, and nothing said so.
TEST(Timeline, WhatIsBelowItsEdgeIsNamedThere) {
  for (const Language language : {Language::english, Language::chinese}) {
    const Seen seen(two_majorities(ThemeName::projector, language), {1024, 640});
    const auto more = seen.widget("timeline more");
    ASSERT_TRUE(more);
    EXPECT_TRUE(is_inside(*more, *seen.widget("timeline area")));
    EXPECT_TRUE(seen.widget("lane alice"));
  }
}

TEST(Timeline, WhatStruckCoversNoNameOfAHolder) {
  for (const bool presenting : {false, true})
    for (const ThemeName theme : {ThemeName::dark, ThemeName::projector})
      for (const Language language : {Language::english, Language::chinese})
        for (const ImVec2 size : class_rooms) {
          Model model = two_majorities(theme, language);
          model.presenting = presenting;
          const Seen seen(model, size);
          const auto names = seen.all("name on a lane");
          EXPECT_FALSE(names.empty());
          for (const NamedRectangle& struck : seen.all("struck "))
            for (const NamedRectangle& name : names)
              EXPECT_FALSE(struck.from.x < name.to.x && name.from.x < struck.to.x &&
                           struck.from.y < name.to.y && name.from.y < struck.to.y)
                  << struck.name << " at " << size.x << (presenting ? ", presenting" : "");
        }
}

TEST(Palette, WhatNamedServersCannotDoLiveIsGreyAndSaysWhy) {
  Model model = two_majorities(ThemeName::dark, Language::english);
  EXPECT_TRUE(Seen(model, {1920, 1080}).all("not live ").empty()) << "on servers of the lab's own";
  model.live.own = false;
  model.live.servers = "10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4,10.0.0.5";
  const Seen seen(model, {1920, 1080});
  EXPECT_TRUE(seen.widget("not live kill"));
  EXPECT_TRUE(seen.widget("not live refuse_full"));
  EXPECT_FALSE(seen.widget("not live pause"));
}

TEST(Projector, TheRowOfBranchesSaysHowToBreakTheRunUntilThereIsOne) {
  Model model = before_class(Language::english);
  EXPECT_TRUE(Seen(model, {1280, 720}).widget("break how"));
  work_on(model, update(model, intent::Break{Spot{SpotKind::lane, 0}, 0, {}, {}}));
  EXPECT_FALSE(Seen(model, {1280, 720}).widget("break how"));
  EXPECT_TRUE(Seen(model, {1280, 720}).widget("branch 1"));
}

TEST(Presenting, TheClusterIsThereWhereBothHaveRoom) {
  Model model = before_class(Language::english);
  model.settings.theme = ThemeName::dark;
  model.presenting = true;
  {
    const Seen roomy(model, {1440, 900});
    EXPECT_TRUE(roomy.widget("cluster"));
    EXPECT_TRUE(roomy.widget("timeline"));
  }
  const Seen low(model, {1024, 300});
  EXPECT_FALSE(low.widget("cluster"));
  EXPECT_FALSE(low.widget("no room")) << "nobody asked for it";
}

// A class that votes needs all of the question.
TEST(Presenting, TheButtonThatShowsTheTruthIsWhole) {
  for (const ThemeName theme : {ThemeName::dark, ThemeName::projector})
    for (const Language language : {Language::english, Language::chinese})
      for (const ImVec2 size : {ImVec2{1280, 720}, {1920, 1080}})
        for (std::size_t lesson = 0; lesson < 16; lesson += 2) {
          Model model;
          model.settings.language = language;
          model.settings.theme = theme;
          model.settings.welcomed = true;
          model.presenting = true;
          if (const auto job = update(model, intent::OpenLesson{lesson})) work_on(model, job);
          if (!predicts(model)) continue;
          update(model, intent::CountVotes{true});
          const Seen seen(model, size);
          const auto truth = seen.widget("vote truth");
          ASSERT_TRUE(truth) << "lesson " << lesson + 1;
          EXPECT_FALSE(truth->cut) << "lesson " << lesson + 1 << " at " << size.x;
          const auto question = seen.widget("question");
          ASSERT_TRUE(question);
          EXPECT_LE(truth->to.y, question->to.y) << "lesson " << lesson + 1 << " at " << size.x;
        }
}

}  // namespace
}  // namespace locklab::app
