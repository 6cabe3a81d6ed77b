// Dialogs and tables as they are laid out, without a screen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "app/explore/matrix_cache.h"
#include "app/gui/update/branches.h"
#include "app/gui/update/keys.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "app/matrix/matrix.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

const NamedRectangle* seen(const UnseenWindow& window, std::string_view name) {
  const auto& all = window.named();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const NamedRectangle& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

void settle(UnseenWindow& window, const Model& model) {
  for (int i = 0; i < 5; ++i) window.draw(model);
}

void rest_on(UnseenWindow& window, const Model& model, const NamedRectangle& widget) {
  ImGui::GetIO().MousePos =
      ImVec2((widget.from.x + widget.to.x) / 2, (widget.from.y + widget.to.y) / 2);
  settle(window, model);
}

Model user(Language language = Language::english) {
  Model model;
  model.settings.welcomed = true;
  model.settings.language = language;
  return model;
}

Model with_open_run(const char* name, Language language = Language::english) {
  Model model = user(language);
  work_on(model, update(model, intent::Open{name}));
  return model;
}

KeyPress enter() {
  KeyPress press;
  press.key = Key::enter;
  return press;
}

// ---- lessons

TEST(LessonsDialog, EnterDoesWhatTheBlueButtonSays) {
  Model model = user();
  update(model, intent::ListLessons{true});
  const auto wanted = intent_of(enter(), model);
  ASSERT_TRUE(wanted);
  EXPECT_TRUE(wanted->is<intent::OpenLesson>());
}

TEST(LessonsDialog, ARowIsAsWideAsTheListAlsoWhereItCanBeReset) {
  UnseenWindow window(1280, 720);
  Model model = user();
  model.left = LessonPlace{};
  model.left->read[0] = 2;
  update(model, intent::ListLessons{true});
  settle(window, model);
  const NamedRectangle* row = seen(window, "lesson 1");
  const NamedRectangle* other = seen(window, "lesson 2");
  const NamedRectangle* reset = seen(window, "lesson 1 reset");
  ASSERT_TRUE(row && other && reset);
  EXPECT_FLOAT_EQ(row->to.x, other->to.x);
  EXPECT_GE(row->to.x, reset->to.x);
  EXPECT_GE(reset->from.y, row->from.y - 1);
  EXPECT_LE(reset->to.y, other->from.y + 1);
}

TEST(StoryDialog, DoneIsThePrimaryButton) {
  UnseenWindow window(1280, 720);
  Model model = with_open_run("F06");
  update(model, intent::EditStory{});
  settle(window, model);
  const NamedRectangle* done = seen(window, "story accept");
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->primary);
}

TEST(EmptyWindow, HasNothingToPlay) {
  UnseenWindow window(1280, 720);
  settle(window, user());
  const NamedRectangle* play = seen(window, "play");
  ASSERT_TRUE(play);
  EXPECT_EQ(play->id, 0u) << "it can be clicked";
  settle(window, with_open_run("F06"));
  EXPECT_NE(seen(window, "play")->id, 0u);
}

TEST(Lane, ItsTooltipIsShortAndThereIsNoneBeforeAClass) {
  for (const Language language : {Language::english, Language::chinese}) {
    UnseenWindow window(1280, 720);
    Model model = with_open_run("F06", language);
    settle(window, model);
    rest_on(window, model, *seen(window, "lane alice"));
    const NamedRectangle* tip = seen(window, "tooltip");
    ASSERT_TRUE(tip);
    EXPECT_LT(tip->to.x - tip->from.x, 140);
    model.presenting = true;
    settle(window, model);
    rest_on(window, model, *seen(window, "lane alice"));
    EXPECT_FALSE(seen(window, "tooltip"));
  }
}

// ---- the matrix

Model with_matrix(Language language = Language::english) {
  Model model = user(language);
  update(model, intent::ShowScreen{Screen::matrix});
  model.matrix.job.reset();
  model.matrix.matrix =
      std::make_shared<const Matrix>(*shipped_matrix(sim::Library(LOCKLAB_SOURCE_DIR "/assets")));
  return model;
}

TEST(MatrixScreen, ReadsItsTableWithoutTalkOfASearch) {
  UnseenWindow window(1280, 720);
  Model model = user();
  update(model, intent::ShowScreen{Screen::matrix});
  model.matrix.job = 1;
  settle(window, model);
  EXPECT_FALSE(seen(window, "matrix progress"));
  EXPECT_TRUE(seen(window, "matrix loading"));
}

TEST(MatrixScreen, NoColumnIsCutAndThePaneShowsWholeButtons) {
  for (const Language language : {Language::english, Language::chinese}) {
    UnseenWindow window(1280, 720);
    Model model = with_matrix(language);
    const MatrixView& matrix = model.matrix;
    for (std::size_t row = 0; row < matrix.matrix->strategies.size(); ++row)
      for (std::size_t column : {std::size_t{0}, std::size_t{4}}) {
        model.matrix.row = row;
        model.matrix.column = column;
        settle(window, model);
        const NamedRectangle* pane = seen(window, "matrix lines");
        ASSERT_TRUE(pane);
        // What is beyond the edge is laid out nowhere, so each stands beside the one before.
        float edge = 0;
        std::size_t cells = 0;
        for (const NamedRectangle& one : window.named()) {
          if (!one.name.starts_with("cell none ")) continue;
          ++cells;
          EXPECT_GT(one.from.x, edge) << one.name;
          EXPECT_LE(one.to.x, 1280) << one.name;
          edge = one.to.x;
        }
        EXPECT_EQ(cells, matrix.matrix->faults.size());
        for (const NamedRectangle& one : window.named()) {
          if (!one.name.starts_with("open ") || one.from.y >= pane->to.y) continue;
          EXPECT_LE(one.to.y, pane->to.y) << one.name << " of row " << row;
        }
      }
  }
}

/// Whether the cell of this number is wholly above the pane, which is the last of all.
bool is_clickable(const std::vector<NamedRectangle>& cells, std::size_t number) {
  return cells[number].to.y <= cells.back().from.y;
}

// Rows grew when the pane below shrank: a second click chose another lock.
TEST(MatrixScreen, AClickMovesNothing) {
  for (const ThemeName theme : {ThemeName::dark, ThemeName::projector})
    for (const Language language : {Language::english, Language::chinese})
      for (const ImVec2 size : {ImVec2{1280, 720}, {1024, 640}, {1920, 1080}}) {
        Model model = with_matrix(language);
        model.settings.theme = theme;
        UnseenWindow window(size.x, size.y, {}, drawn_scale(model, 1, size.x, size.y));
        std::vector<NamedRectangle> before;
        const auto is_cell = [](const NamedRectangle& one) {
          return one.name.starts_with("cell ") || one.name == "matrix pane";
        };
        for (std::size_t row = 0; row < 8; ++row)
          for (std::size_t column = 0; column < 8; ++column) {
            const std::size_t columns = model.matrix.matrix->faults.size();
            if (!before.empty() && !is_clickable(before, row * columns + column)) continue;
            model.matrix.row = row;
            model.matrix.column = column;
            settle(window, model);
            std::vector<NamedRectangle> now;
            std::copy_if(window.named().begin(), window.named().end(), std::back_inserter(now),
                         is_cell);
            ASSERT_FALSE(now.empty());
            if (before.empty()) before = now;
            ASSERT_EQ(now.size(), before.size());
            for (std::size_t i = 0; i < now.size(); ++i)
              EXPECT_EQ(now[i].from.y, before[i].from.y)
                  << now[i].name << " after a click on " << row << ", " << column;
          }
      }
}

TEST(MatrixScreen, ATooltipOfACellIsThreeLinesOnTheScreen) {
  for (const Language language : {Language::english, Language::chinese}) {
    UnseenWindow window(1280, 720);
    const Model model = with_matrix(language);
    settle(window, model);
    std::vector<NamedRectangle> cells;
    for (const NamedRectangle& one : window.named())
      if (one.name.starts_with("cell ")) cells.push_back(one);
    ASSERT_GE(cells.size(), 200u);
    for (std::size_t i = 0; i < cells.size(); i += 5) {
      rest_on(window, model, cells[i]);
      const NamedRectangle* tip = seen(window, "tooltip");
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

// ---- where does this lock break?

TEST(ExploreDialog, TheVerdictIsInSightAboveAllElseOfTheAnswer) {
  for (const bool breaks : {true, false})
    for (const Language language : {Language::english, Language::chinese}) {
      UnseenWindow window(1280, 720);
      Model model = with_open_run("F12", language);
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
      settle(window, model);
      const NamedRectangle* verdict =
          seen(window, breaks ? "explore verdict breaks" : "explore verdict holds");
      const NamedRectangle* bounds = seen(window, "explore bounds");
      const NamedRectangle* close = seen(window, "explore close");
      ASSERT_TRUE(verdict && bounds && close);
      EXPECT_LT(verdict->to.y, close->from.y);
      EXPECT_LT(verdict->to.y, bounds->from.y);
      for (const NamedRectangle& one : window.named()) {
        if (!one.name.starts_with("found ")) continue;
        EXPECT_LT(verdict->from.y, one.from.y);
      }
    }
}

// ---- two runs

TEST(Comparison, ShowsBothRunsWholeAndAVerdictARow) {
  for (const Language language : {Language::english, Language::chinese}) {
    UnseenWindow window(1280, 720);
    Model model = with_open_run("F06", language);
    const char* const name = "F06_pause_past_ttl fault={at_ms=226, pause={client=\"bob\", ms=450}}";
    auto branch = make_shown_run(sim::Library(), name);
    ASSERT_TRUE(std::holds_alternative<ShownRunPtr>(branch));
    add_branch(model, std::get<ShownRunPtr>(branch), model.branch);
    update(model, intent::Compare{0});
    ASSERT_TRUE(model.comparison);
    settle(window, model);
    std::size_t rows = 0;
    for (const NamedRectangle& one : window.named()) rows += one.name.starts_with("differs ");
    EXPECT_GE(rows, 2u);
    for (const char* side : {"", "other "}) {
      const NamedRectangle* canvas = seen(window, std::string(side) + "timeline");
      const NamedRectangle* area = seen(window, std::string(side) + "timeline area");
      ASSERT_TRUE(canvas && area) << side;
      EXPECT_LE(canvas->to.y, area->to.y + 1) << side << "timeline is cut";
    }
  }
}

}  // namespace
}  // namespace locklab::app
