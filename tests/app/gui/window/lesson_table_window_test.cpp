// Tables of lessons stand in columns, or row by row in blocks, and no cell is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"

namespace locklab::app {
namespace {

bool has_table(const std::vector<Block>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const Block& block) { return block.kind == BlockKind::table_row; });
}

/// The steps with a table, as places of a reader who has answered them.
std::vector<LessonPlace> places_with_tables(Language language) {
  std::vector<LessonPlace> places;
  const auto& all = lessons(language);
  for (std::size_t lesson = 0; lesson < all.size(); ++lesson)
    for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
      if (!has_table(all[lesson].steps[step].text) && !has_table(all[lesson].steps[step].after))
        continue;
      LessonPlace place;
      place.lesson = lesson;
      place.step = step;
      place.answers[place.id()] = 0;
      places.push_back(place);
    }
  return places;
}

struct CellPlace {
  ImVec2 from, to;
};

std::vector<CellPlace> named(const UnseenWindow& window, const std::string& name) {
  std::vector<CellPlace> places;
  for (const NamedRectangle& one : window.named())
    if (one.name.starts_with(name)) places.push_back({one.from, one.to});
  return places;
}

TEST(LessonTable, ItsCellsStandInColumnsAndNoneIsCut) {
  std::size_t seen = 0;
  std::size_t in_columns = 0;
  for (const Language language : {Language::english, Language::chinese})
    for (const ImVec2 size : {ImVec2{1280, 720}, {1024, 640}, {800, 600}, {1920, 1080}})
      for (const bool presenting : {false, true}) {
        UnseenWindow window(size.x, size.y);
        for (const LessonPlace& place : places_with_tables(language)) {
          Model model;
          model.settings.welcomed = true;
          model.settings.language = language;
          model.presenting = presenting;
          model.lesson = place;
          for (int i = 0; i < 4; ++i) window.draw(model);
          const auto panel = named(window, "step ");
          ASSERT_EQ(panel.size(), 1u);
          std::map<float, std::vector<CellPlace>> columns;  // by their left edge
          for (const CellPlace& cell : named(window, "table cell"))
            columns[cell.from.x].push_back(cell);
          const auto lines = named(window, "table line");
          ASSERT_TRUE(columns.empty() != lines.empty()) << size.x;
          ++seen;
          in_columns += lines.empty();
          for (const CellPlace& line : lines) EXPECT_LE(line.to.x, panel[0].to.x);
          if (!lines.empty()) continue;
          EXPECT_GE(columns.size(), 2u);
          EXPECT_LE(columns.size(), 4u) << "a cell stands beside its column";
          for (auto column = columns.begin(); column != columns.end(); ++column) {
            const auto next = std::next(column);
            const float edge = next == columns.end() ? panel[0].to.x : next->first;
            for (const CellPlace& cell : column->second) EXPECT_LE(cell.to.x, edge) << size.x;
          }
        }
      }
  EXPECT_GE(seen, 16u);
  EXPECT_GE(in_columns, 4u);
}

}  // namespace
}  // namespace locklab::app
