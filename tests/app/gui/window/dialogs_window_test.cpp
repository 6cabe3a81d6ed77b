// Dialogs and tables, laid out without a display.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/explore/matrix_cache.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/keys.h"
#include "app/matrix/matrix.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::both_languages;
using test::ClassRoomScreen;
using test::opened_story;
using test::set_for;

KeyPress enter() {
  KeyPress press;
  press.key = Key::enter;
  return press;
}

// ---- lessons

TEST(LessonsDialog, EnterDoesWhatTheBlueButtonSays) {
  Model model = set_for();
  update(model, intent::ListLessons{true});
  const auto wanted = intent_of(enter(), model);
  ASSERT_TRUE(wanted);
  EXPECT_TRUE(wanted->is<intent::OpenLesson>());
}

TEST(LessonsDialog, ARowIsAsWideAsTheListAlsoWhereItCanBeReset) {
  ClassRoomScreen window;
  Model model = set_for();
  model.left = LessonPlace{};
  model.left->read[0] = 2;
  update(model, intent::ListLessons{true});
  window.show(model, 5);
  const auto row = window.widget("lesson 1");
  const auto other = window.widget("lesson 2");
  const auto reset = window.widget("lesson 1 reset");
  ASSERT_TRUE(row && other && reset);
  EXPECT_FLOAT_EQ(row->to.x, other->to.x);
  EXPECT_GE(row->to.x, reset->to.x);
  EXPECT_GE(reset->from.y, row->from.y - 1);
  EXPECT_LE(reset->to.y, other->from.y + 1);
}

TEST(StoryDialog, DoneIsThePrimaryButton) {
  ClassRoomScreen window;
  Model model = opened_story("F06");
  update(model, intent::EditStory{});
  window.show(model, 5);
  const auto done = window.widget("story accept");
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->primary);
}

TEST(EmptyWindow, HasNothingToPlay) {
  ClassRoomScreen window;
  window.show(set_for(), 5);
  const auto play = window.widget("play");
  ASSERT_TRUE(play);
  EXPECT_EQ(play->id, 0u) << "it can be clicked";
  window.show(opened_story("F06"), 5);
  EXPECT_NE(window.widget("play")->id, 0u);
}

TEST(Lane, ItsTooltipIsShortAndThereIsNoneBeforeAClass) {
  for (const Language language : both_languages) {
    ClassRoomScreen window;
    Model model = opened_story("F06", ThemeName::dark, language);
    window.show(model, 5);
    const auto tip = window.tooltip_of(model, *window.widget("lane alice"));
    ASSERT_TRUE(tip);
    EXPECT_LT(tip->to.x - tip->from.x, 140);
    model.presenting = true;
    window.show(model, 5);
    EXPECT_FALSE(window.tooltip_of(model, *window.widget("lane alice")));
  }
}

// ---- the matrix

Model with_matrix(Language language = Language::english) {
  Model model = set_for(ThemeName::dark, language);
  update(model, intent::ShowScreen{Screen::matrix});
  model.matrix.job.reset();
  model.matrix.matrix =
      std::make_shared<const Matrix>(*shipped_matrix(sim::Library(LOCKLAB_SOURCE_DIR "/assets")));
  return model;
}

TEST(MatrixScreen, ReadsItsTableWithoutTalkOfASearch) {
  ClassRoomScreen window;
  Model model = set_for();
  update(model, intent::ShowScreen{Screen::matrix});
  model.matrix.job = 1;
  window.show(model, 5);
  EXPECT_FALSE(window.widget("matrix progress"));
  EXPECT_TRUE(window.widget("matrix loading"));
}

TEST(MatrixScreen, NoColumnIsCutAndThePaneShowsWholeButtons) {
  for (const Language language : both_languages) {
    ClassRoomScreen window;
    Model model = with_matrix(language);
    const MatrixView& matrix = model.matrix;
    for (std::size_t row = 0; row < matrix.matrix->strategies.size(); ++row)
      for (std::size_t column : {std::size_t{0}, std::size_t{4}}) {
        model.matrix.row = row;
        model.matrix.column = column;
        window.show(model, 5);
        const auto pane = window.widget("matrix lines");
        ASSERT_TRUE(pane);
        // Columns beyond the edge are not laid out, so each cell must follow the one before.
        float edge = 0;
        std::size_t cells = 0;
        for (const NamedRectangle& one : window.all("cell none ")) {
          ++cells;
          EXPECT_GT(one.from.x, edge) << one.name;
          EXPECT_LE(one.to.x, 1280) << one.name;
          edge = one.to.x;
        }
        EXPECT_EQ(cells, matrix.matrix->faults.size());
        for (const NamedRectangle& one : window.all("open "))
          EXPECT_TRUE(one.from.y >= pane->to.y || one.to.y <= pane->to.y)
              << one.name << " of row " << row;
      }
  }
}

/// True if this cell is entirely above the pane, the last element of `cells`.
bool is_clickable(const std::vector<NamedRectangle>& cells, std::size_t number) {
  return cells[number].to.y <= cells.back().from.y;
}

// Regression: rows grew when the pane below shrank, so a second click selected another lock.
TEST(MatrixScreen, AClickMovesNothing) {
  for (const ThemeName theme : {ThemeName::dark, ThemeName::projector})
    for (const Language language : both_languages)
      for (const ImVec2 size : {ImVec2{1280, 720}, {1024, 640}, {1920, 1080}}) {
        Model model = with_matrix(language);
        model.settings.theme = theme;
        ClassRoomScreen window(model, size);
        std::vector<NamedRectangle> before;
        for (std::size_t row = 0; row < 8; ++row)
          for (std::size_t column = 0; column < 8; ++column) {
            const std::size_t columns = model.matrix.matrix->faults.size();
            if (!before.empty() && !is_clickable(before, row * columns + column)) continue;
            model.matrix.row = row;
            model.matrix.column = column;
            window.show(model, 5);
            std::vector<NamedRectangle> now = window.all("cell ");
            ASSERT_FALSE(now.empty());
            now.push_back(window.widget("matrix pane").value());
            if (before.empty()) before = now;
            ASSERT_EQ(now.size(), before.size());
            for (std::size_t i = 0; i < now.size(); ++i)
              EXPECT_EQ(now[i].from.y, before[i].from.y)
                  << now[i].name << " after a click on " << row << ", " << column;
          }
      }
}

TEST(MatrixScreen, ATooltipOfACellIsThreeLinesOnTheScreen) {
  for (const Language language : both_languages) {
    ClassRoomScreen window;
    const Model model = with_matrix(language);
    window.show(model, 5);
    const auto cells = window.all("cell ");
    ASSERT_GE(cells.size(), 200u);
    for (std::size_t i = 0; i < cells.size(); i += 5) {
      const auto tip = window.tooltip_of(model, cells[i]);
      ASSERT_TRUE(tip) << cells[i].name;
      const float line = ImGui::GetFontSize();
      EXPECT_LE(tip->to.y - tip->from.y, 3 * line * 1.5f + 2 * ImGui::GetStyle().WindowPadding.y);
      EXPECT_GE(tip->from.x, 0);
      EXPECT_GE(tip->from.y, 0);
      EXPECT_LE(tip->to.x, 1280);
      EXPECT_LE(tip->to.y, 720);
    }
  }
}

// ---- the explore dialog

TEST(ExploreDialog, TheVerdictIsInSightAboveAllElseOfTheAnswer) {
  for (const bool breaks : {true, false})
    for (const Language language : both_languages) {
      ClassRoomScreen window;
      Model model = opened_story("F12", ThemeName::dark, language);
      update(model, intent::ShowExplore{true});
      auto found = std::make_shared<Found>();
      found->form = model.exploring.form;
      found->nodes = "3";
      found->exhausted = true;
      for (std::size_t i = 0; i < 5; ++i) {
        FoundProperty one;
        one.property = static_cast<sim::Property>(i);
        one.promised = true;
        one.broken = breaks && i < 2;
        found->properties.push_back(one);
      }
      model.exploring.found = found;
      window.show(model, 5);
      const auto verdict =
          window.widget(breaks ? "explore verdict breaks" : "explore verdict holds");
      const auto bounds = window.widget("explore bounds");
      const auto close = window.widget("explore close");
      ASSERT_TRUE(verdict && bounds && close);
      EXPECT_LT(verdict->to.y, close->from.y);
      EXPECT_LT(verdict->to.y, bounds->from.y);
      for (const NamedRectangle& one : window.all("found ")) EXPECT_LT(verdict->from.y, one.from.y);
    }
}

// ---- the comparison

TEST(Comparison, ShowsBothRunsWholeAndAVerdictARow) {
  for (const Language language : both_languages) {
    ClassRoomScreen window;
    Model model = opened_story("F06", ThemeName::dark, language);
    const char* const name = "F06_pause_past_ttl fault={at_ms=226, pause={client=\"bob\", ms=450}}";
    auto branch = make_shown_run(sim::Library(), name);
    ASSERT_TRUE(std::holds_alternative<ShownRunPtr>(branch));
    add_branch(model, std::get<ShownRunPtr>(branch), model.branch);
    update(model, intent::Compare{0});
    ASSERT_TRUE(model.comparison);
    window.show(model, 5);
    EXPECT_GE(window.all("differs ").size(), 2u);
    for (const char* side : {"", "other "}) {
      const auto canvas = window.widget(std::string(side) + "timeline");
      const auto area = window.widget(std::string(side) + "timeline area");
      ASSERT_TRUE(canvas && area) << side;
      EXPECT_LE(canvas->to.y, area->to.y + 1) << side << "timeline is cut";
    }
  }
}

}  // namespace
}  // namespace locklab::app
