#include "app/gui/update/look.h"

#include <gtest/gtest.h>

#include <set>

#include "app/gui/update/keys.h"
#include "app/gui/update/settings_file.h"
#include "app/gui/update/update.h"
#include "app/lessons/lesson_list.h"
#include "app/words/words.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using namespace intent;

void done(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (job) update(model, Opened{job->job, test::opened(job->work.get<work::Run>().name)});
}

void press_control(Model& model, char32_t character) {
  KeyPress press;
  press.control = true;
  press.character = character;
  const auto wanted = intent_of(press, model);
  ASSERT_TRUE(wanted);
  done(model, *wanted);
}

TEST(Panels, EachIsHiddenAndShownAgainByItsKey) {
  Model model;
  done(model, Open{"F06_pause_past_ttl"});
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    const bool before = is_wanted(model, panel);
    EXPECT_EQ(before, panel != Panel::lesson);
    press_control(model, static_cast<char32_t>('1' + i));
    EXPECT_NE(is_wanted(model, panel), before) << name(panel);
    EXPECT_NE(is_shown(model, panel), before) << name(panel);
    press_control(model, static_cast<char32_t>('1' + i));
    EXPECT_EQ(is_wanted(model, panel), before) << name(panel);
  }
  KeyPress ninth;
  ninth.control = true;
  ninth.character = '9';
  EXPECT_FALSE(intent_of(ninth, model));
}

TEST(Look, EscapePutsAProblemAwayAndOtherKeysLeaveIt) {
  Model model;
  done(model, Open{"F06_pause_past_ttl"});
  model.problem = say("cannot write {}", "somewhere");
  KeyPress right;
  right.key = Key::right;
  done(model, *intent_of(right, model));
  EXPECT_FALSE(model.problem.empty()) << "it stays while the run is stepped";
  KeyPress escape;
  escape.key = Key::escape;
  const auto wanted = intent_of(escape, model);
  ASSERT_TRUE(wanted);
  done(model, *wanted);
  EXPECT_TRUE(model.problem.empty());
  EXPECT_FALSE(intent_of(escape, model)) << "nothing else was left by it";
}

TEST(Panels, AreRememberedOneByOne) {
  for (std::size_t i = 0; i < panel_count; ++i) {
    const auto panel = static_cast<Panel>(i);
    Model model;
    done(model, Open{"F06_pause_past_ttl"});
    done(model, ShowPanel{panel, panel == Panel::lesson});
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
      done(model, ShowPanel{static_cast<Panel>(i), false});
    done(model, ShowPanes{Panes::timeline});
  };
  hide_all();
  done(model, OpenLesson{0});
  hide_all();  // a lesson has a choice of its own
  std::set<Panel> seen;
  const auto& all = lessons(Language::english);
  std::size_t steps = 0;
  for (const Lesson& lesson : all) steps += lesson.steps.size();
  for (std::size_t step = 0; step < steps; ++step, done(model, GoToStep{+1})) {
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
  done(model, CloseLesson{});
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
  done(model, SetScale{180, false});
  EXPECT_EQ(model.settings.scale_percent, 100);
  EXPECT_EQ(model.wanted_scale, 180);
  done(model, SetScale{180, true});
  EXPECT_EQ(model.settings.scale_percent, 180);
  EXPECT_FALSE(model.wanted_scale);
  done(model, SetScale{9'999});
  EXPECT_EQ(model.settings.scale_percent, most_scale);
  done(model, SetScale{1});
  EXPECT_EQ(model.settings.scale_percent, least_scale);
}

TEST(Quitting, WorksFromEveryDialog) {
  KeyPress quit;
  quit.control = true;
  quit.character = 'q';
  for (const Intent& opened :
       {Intent(OpenDialog{false, FileKind::scenario}), Intent(OpenDialog{true, FileKind::picture}),
        Intent(ShowLive{true}), Intent(Help{true}), Intent(intent::SetUp{true})}) {
    Model model;
    done(model, Open{"F06_pause_past_ttl"});
    update(model, opened);
    update(model, intent_of(quit, model).value());
    EXPECT_TRUE(model.quit);
  }
}

TEST(Quitting, AsksAboutUnsavedWorkInTheDialogsPlace) {
  KeyPress quit;
  quit.control = true;
  quit.character = 'q';
  Model model;
  done(model, Open{"F06_pause_past_ttl"});
  done(model, Break{{SpotKind::lane, 0}, 0, {}, {}});
  update(model, OpenDialog{true, FileKind::scenario});
  update(model, intent_of(quit, model).value());
  EXPECT_FALSE(model.quit);
  EXPECT_FALSE(model.dialog);
  EXPECT_EQ(model.leave_for, "");
  update(model, intent_of(quit, model).value());
  EXPECT_FALSE(model.quit);
  update(model, Leave{Leaving::discard});
  EXPECT_TRUE(model.quit);
}

}  // namespace
}  // namespace locklab::app
