// A lesson step before a class: the cluster, all answers during a vote, nothing given away; then
// the first start, and runs opened from the matrix.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/explore/matrix_cache.h"
#include "app/gui/model/matrix_cells.h"
#include "app/gui/update/lesson_steps.h"
#include "tests/support/class_room.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/painted_frame.h"

namespace locklab::app {
namespace {

using test::all_themes;
using test::at_each_step;
using test::at_each_vote;
using test::both_languages;
using test::ClassRoomScreen;
using test::lead;
using test::presented;
using test::ScreenAtRest;
using test::set_for;
using test::story;

/// The first overlap of two parts of the cluster; empty if there is none.
std::string lies_on_another(const ClassRoomScreen& room, const Model& model) {
  std::vector<NamedRectangle> all = room.all("cluster words of ");
  for (const Lane& lane : model.run->scene.lanes)
    if (const auto disc = room.widget("cluster " + lane.name)) all.push_back(*disc);
  for (const NamedRectangle& a : all)
    for (const NamedRectangle& b : all)
      if (&a != &b && test::overlap(a, b, 1)) return a.name + " on " + b.name;
  return "";
}

// Regression: in lesson 11 nodes covered clients, and lessons 12 and 15 had no cluster.
TEST(ClassRoom, InEachStepTheClusterIsThereAndNothingInItLiesOnAnother) {
  for (const ThemeName theme : all_themes)
    for (const ImVec2 size : {ImVec2{1024, 640}, ImVec2{1280, 720}, ImVec2{1920, 1080}}) {
      ClassRoomScreen room(presented(theme), size);
      for (const Language language : both_languages)
        at_each_step(theme, language, true, [&](const Model& model, const std::string& step) {
          if (!model.run) return;
          room.show(model, 3);
          // With more than nine lanes, a window less than 1900 pixels wide may have no space for
          // the cluster.
          const bool crowded = model.run->scene.lanes.size() > 9 && size.x < 1900;
          EXPECT_TRUE(crowded || room.widget("cluster"))
              << step << " at " << size.x << " in theme " << static_cast<int>(theme);
          EXPECT_EQ(lies_on_another(room, model), "") << step << " at " << size.x;
        });
    }
}

// Regression: in lessons 7, 8 and 16 a line and a half of the text was visible, and an answer was
// cut.
TEST(ClassRoom, WhileAClassVotesAllAnswersAndThreeLinesOfTheTextAreWhole) {
  std::size_t seen = 0;
  for (const ThemeName theme : all_themes) {
    ClassRoomScreen room(presented(theme), {1280, 720});
    for (const Language language : both_languages)
      at_each_vote(theme, language,
                   [&](const Model& voting, const LessonQuestion& asked, const std::string& step) {
                     room.show(voting, 6);
                     const auto question = room.widget("question");
                     const auto words = room.widget("lesson words");
                     const auto line = room.widget("lesson line");
                     const auto text = room.widget("lesson text");
                     ASSERT_TRUE(question && words && line && text) << step;
                     for (std::size_t i = 1; i <= asked.answers.size(); ++i) {
                       const auto answer = room.widget("answer " + std::to_string(i));
                       ASSERT_TRUE(answer) << step << " has no answer " << i;
                       EXPECT_FALSE(answer->cut) << step << ", answer " << i;
                       EXPECT_LE(answer->to.y, question->to.y + 1) << step << ", answer " << i;
                     }
                     const float enough =
                         std::min(text->from.y + 3 * (line->to.y - line->from.y) - 2, text->to.y);
                     EXPECT_LE(enough, words->to.y + 1)
                         << step << " in theme " << static_cast<int>(theme);
                     ++seen;
                   });
  }
  EXPECT_GE(seen, 6 * 20u);
}

// Regression: a button's text ran out of it, and no sign was explained above 90 empty pixels.
TEST(ClassRoom, TheFirstStartHasALegendAndWholeButtonsAndNoEmptyCard) {
  test::in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    Model model = story("F06", theme, language);
    model.settings.welcomed = false;
    const ScreenAtRest room(model, size);
    const auto card = room.widget("panel source");
    const auto learn = room.widget("welcome learn");
    ASSERT_TRUE(card && learn);
    EXPECT_GE(room.all("welcome line").size(), 3u);
    for (const char* name : {"welcome play", "welcome break", "welcome learn"}) {
      const auto button = room.widget(name);
      const auto words = room.widget(std::string("words of ") + name);
      ASSERT_TRUE(button && words);
      EXPECT_TRUE(button->button) << name << " is in sight";
      EXPECT_LE(words->to.x, button->to.x + 1) << name;
      EXPECT_LE(button->to.y, card->to.y - 2) << name;
    }
    EXPECT_LE(card->to.y - learn->to.y, 24 * room.scale()) << "an empty card";
  });
}

// Regression: in lesson 16 flags were bright at the start of the run, where verdicts are "?".
TEST(ClassRoom, NoFlagIsBrightWhileItsVerdictIsAQuestion) {
  Model model = set_for(ThemeName::dark, Language::english);
  lead(model, intent::OpenLesson{15});
  update(model, intent::Answer{0});
  ASSERT_TRUE(model.lesson && model.cursor.events == 0 && !holds_future(model));
  ClassRoomScreen room(model, {1280, 720});
  const auto brightest = [&] {
    room.show(model);
    const test::PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(ThemeName::dark).panel);
    float most = 0;
    for (const NamedRectangle& flag : room.all("flag of a broken promise")) {
      const float y = flag.from.y + 3 * room.scale();
      most = std::max(most, test::contrast(frame.at(flag.from.x + 5 * room.scale(), y),
                                           frame.at(flag.from.x - 4 * room.scale(), y)));
    }
    return most;
  };
  const float ahead = brightest();
  update(model, intent::GoToEnd{});
  const float known = brightest();
  EXPECT_GT(ahead, 0);
  EXPECT_LT(ahead, 0.7f * known);
}

// Regression: eleven locks had "mutual exclusion ✓" next to a table in which a pause breaks nine of
// them.
TEST(ClassRoom, TraitsNameTheFaultThatTheyHoldUnder) {
  const auto matrix = std::make_shared<Matrix>(test::forged_matrix("set_px_lua", "pause"));
  for (const Language language : both_languages) {
    Model model = set_for(ThemeName::projector, language);
    model.matrix.matrix = matrix;
    model.matrix.traits = true;
    model.screen = Screen::matrix;
    const ScreenAtRest room(model);
    const auto plain = room.widget("column reentrant");
    const auto under = room.widget("column timeout");
    ASSERT_TRUE(plain && under);
    EXPECT_GT(under->to.y - under->from.y, 1.5f * (plain->to.y - plain->from.y)) << "two lines";
    ASSERT_TRUE(room.has("matrix pane"));
    EXPECT_LE(room.height("matrix pane"), 101);
  }
}

// Regression: the fault was outside the view, and the clash had no width.
TEST(ClassRoom, WhatOpensFromACellShowsTheFaultAndTheClash) {
  const auto matrix = std::make_shared<Matrix>(*shipped_matrix(sim::Library()));
  ClassRoomScreen room(set_for(), {1280, 720});
  std::size_t seen = 0;
  for (const MatrixCell& cell : matrix->cells) {
    if (cell.faults.empty() || cell.properties.empty()) continue;
    const auto excluded = static_cast<std::size_t>(sim::Property::mutual_exclusion);
    const PropertyCell& one = cell.properties[excluded];
    if (one.standing != Standing::broken) continue;
    Model model = set_for();
    lead(model, intent::OpenBroken{one.run, one.property});
    ASSERT_TRUE(model.run) << one.run;
    room.show(model, 2);
    const auto blocks = room.all("clash block");
    ASSERT_FALSE(blocks.empty()) << one.run;
    EXPECT_GE(blocks[0].to.x - blocks[0].from.x, 7) << one.run;
    const auto& alarms = model.run->scene.alarms;
    const auto fault = std::find_if(alarms.begin(), alarms.end(), [](const Mark& alarm) {
      return alarm.kind == MarkKind::fault;
    });
    if (fault == alarms.end()) continue;  // a lock without exclusion breaks without a fault
    EXPECT_LE(model.view.from, static_cast<double>(fault->at)) << one.run;
    ++seen;
  }
  EXPECT_GE(seen, 60u);
}

}  // namespace
}  // namespace locklab::app
