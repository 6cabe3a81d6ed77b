#include "app/gui/update/look.h"

#include <gtest/gtest.h>

#include <set>

#include "app/gui/update/settings_file.h"
#include "app/lessons/lesson_list.h"
#include "app/words/words.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::showing;

constexpr KeyPress quit{.character = 'q', .control = true};

TEST(Panels, EachIsHiddenAndShownAgainByItsKey) {
  Model model = showing("F06_pause_past_ttl");
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    const KeyPress key{.character = static_cast<char32_t>('1' + i), .control = true};
    const bool before = is_wanted(model, panel);
    EXPECT_EQ(before, panel != Panel::lesson);
    press(model, key);
    EXPECT_NE(is_wanted(model, panel), before) << name(panel);
    EXPECT_NE(is_shown(model, panel), before) << name(panel);
    press(model, key);
    EXPECT_EQ(is_wanted(model, panel), before) << name(panel);
  }
  EXPECT_FALSE(intent_of({.character = '9', .control = true}, model));
}

TEST(Look, EscapePutsAProblemAwayAndOtherKeysLeaveIt) {
  Model model = showing("F06_pause_past_ttl");
  model.problem = say("cannot write {}", "somewhere");
  press(model, Key::right);
  EXPECT_FALSE(model.problem.empty()) << "it stays while the run is stepped";
  press(model, Key::escape);
  EXPECT_TRUE(model.problem.empty());
  EXPECT_FALSE(intent_of({.key = Key::escape}, model)) << "nothing else was left by it";
}

TEST(Panels, AreRememberedOneByOne) {
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    Model model = showing("F06_pause_past_ttl");
    want(model, ShowPanel{panel, panel == Panel::lesson});
    Model again;
    ASSERT_FALSE(take_settings(again, settings_text(model)));
    if (panel == Panel::lesson) {
      EXPECT_TRUE(again.settings.reading);
      continue;
    }
    for (std::size_t k = 0; k < panel_count; ++k) {
      const auto other = static_cast<Panel>(k);
      EXPECT_EQ(is_wanted(again, other), other != panel && other != Panel::lesson) << name(other);
    }
  }
}

TEST(Panels, NamesThatAreNonePutNothingAway) {
  Model model;
  ASSERT_FALSE(take_settings(
      model, R"({"layout": {"hidden": ["palette", "sidebar", 3, "cluster", "lesson"]}})"));
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    EXPECT_EQ(is_wanted(model, panel), panel != Panel::palette && panel != Panel::lesson);
  }
}

TEST(Panels, WhatAStepPointsAtIsShownForThatStep) {
  Model model;
  const auto hide_all = [&] {
    for (std::size_t i = 1; i < panel_count; ++i)
      want(model, ShowPanel{static_cast<Panel>(i), false});
    want(model, ShowPanes{Panes::timeline});
  };
  hide_all();
  want(model, OpenLesson{0});
  hide_all();  // a lesson has its own panels
  std::set<Panel> seen;
  const auto& all = lessons(Language::english);
  std::size_t steps = 0;
  for (const Lesson& lesson : all) steps += lesson.steps.size();
  for (std::size_t step = 0; step < steps; ++step, want(model, GoToStep{+1})) {
    const auto& showing = all[model.lesson->lesson].steps[model.lesson->step].showing;
    for (const auto& [point, panel] : {std::pair{"source", Panel::source},
                                       {"redis", Panel::source},
                                       {"cluster", Panel::cluster},
                                       {"palette pause", Panel::palette},
                                       {"verdict mutual_exclusion", Panel::verdicts},
                                       {"holding servers", Panel::holding}}) {
      const bool pointed = showing && std::find(showing->point.begin(), showing->point.end(),
                                                point) != showing->point.end();
      if (!pointed) continue;
      seen.insert(panel);
      EXPECT_TRUE(is_shown(model, panel)) << point;
      EXPECT_FALSE(is_wanted(model, panel)) << point;
      if (panel == Panel::cluster) {
        EXPECT_EQ(shown_panes(model), Panes::both);
      }
    }
  }
  EXPECT_EQ(seen.size(), 5u);
  want(model, CloseLesson{});
  for (const Panel panel : seen) EXPECT_FALSE(is_shown(model, panel)) << name(panel);
  EXPECT_EQ(shown_panes(model), Panes::timeline);
}

TEST(Panels, AllHaveAName) {
  for (const Language language : {Language::english, Language::chinese})
    for (std::size_t i = 0; i < panel_count; ++i) {
      const std::string key = "panel." + std::string(name(static_cast<Panel>(i)));
      EXPECT_TRUE(Words::in(language).all().contains(key)) << key;
    }
}

TEST(Look, TheSliderChangesTheSizeWhenItIsLetGo) {
  Model model;
  want(model, SetScale{180, false});
  EXPECT_EQ(model.settings.scale_percent, 100);
  EXPECT_EQ(model.wanted_scale, 180);
  want(model, SetScale{180, true});
  EXPECT_EQ(model.settings.scale_percent, 180);
  EXPECT_FALSE(model.wanted_scale);
  want(model, SetScale{9'999});
  EXPECT_EQ(model.settings.scale_percent, most_scale);
  want(model, SetScale{1});
  EXPECT_EQ(model.settings.scale_percent, least_scale);
}

TEST(Quitting, WorksFromEveryDialog) {
  for (const Intent& opened :
       {Intent(OpenDialog{false, FileKind::scenario}), Intent(OpenDialog{true, FileKind::picture}),
        Intent(ShowLive{true}), Intent(Help{true}), Intent(intent::SetUp{true})}) {
    Model model = showing("F06_pause_past_ttl");
    update(model, opened);
    press(model, quit);
    EXPECT_TRUE(model.quit);
  }
}

TEST(Quitting, AsksAboutUnsavedWorkInTheDialogsPlace) {
  Model model = showing("F06_pause_past_ttl");
  want(model, Break{{SpotKind::lane, 0}, 0, {}, {}});
  update(model, OpenDialog{true, FileKind::scenario});
  press(model, quit);
  EXPECT_FALSE(model.quit);
  EXPECT_FALSE(model.dialog);
  EXPECT_EQ(model.leave_for, "");
  press(model, quit);
  EXPECT_FALSE(model.quit);
  update(model, Leave{Leaving::discard});
  EXPECT_TRUE(model.quit);
}

}  // namespace
}  // namespace locklab::app
