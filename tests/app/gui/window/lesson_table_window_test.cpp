// Tables in lessons are laid out in columns, or row by row as blocks, and no cell is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/gui/update/lesson_steps.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

bool has_table(const std::vector<Block>& blocks) {
  return std::any_of(blocks.begin(), blocks.end(),
                     [](const Block& block) { return block.kind == BlockKind::table_row; });
}

/// The steps with a table, with their questions answered.
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

TEST(LessonTable, ItsCellsStandInColumnsAndNoneIsCut) {
  std::size_t seen = 0;
  std::size_t in_columns = 0;
  for (const Language language : test::both_languages)
    for (const ImVec2 size : {ImVec2{1280, 720}, {1024, 640}, {800, 600}, {1920, 1080}})
      for (const bool presenting : {false, true}) {
        test::ClassRoomScreen window(size);
        for (const LessonPlace& place : places_with_tables(language)) {
          Model model = test::set_for(ThemeName::dark, language);
          model.presenting = presenting;
          model.lesson = place;
          window.show(model);
          const auto panel = window.all("step ");
          ASSERT_EQ(panel.size(), 1u);
          std::map<float, std::vector<NamedRectangle>> columns;  // by their left edges
          for (const NamedRectangle& cell : window.all("table cell"))
            columns[cell.from.x].push_back(cell);
          const auto lines = window.all("table line");
          ASSERT_TRUE(columns.empty() != lines.empty()) << size.x;
          ++seen;
          in_columns += lines.empty();
          for (const NamedRectangle& line : lines) EXPECT_LE(line.to.x, panel[0].to.x);
          if (!lines.empty()) continue;
          EXPECT_GE(columns.size(), 2u);
          EXPECT_LE(columns.size(), 4u) << "a cell stands beside its column";
          for (auto column = columns.begin(); column != columns.end(); ++column) {
            const auto next = std::next(column);
            const float edge = next == columns.end() ? panel[0].to.x : next->first;
            for (const NamedRectangle& cell : column->second) EXPECT_LE(cell.to.x, edge) << size.x;
          }
        }
      }
  EXPECT_GE(seen, 16u);
  EXPECT_GE(in_columns, 4u);
}

}  // namespace
}  // namespace locklab::app
