// The table of the matrix: each cell has a colour, a sign and a word, in the largest font with
// which the whole table is visible, if there is one.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/gui/window/matrix/matrix_parts.h"
#include "app/gui/window/shortened.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

// Height of the selected cell's pane, in pixels at 100 %.
constexpr float lowest_pane = 64;
constexpr float least_pane = 92;  ///< minimum unless the table has the smallest font
constexpr float most_of_pane = 170;
constexpr float most_of_traits = 100;  ///< for the table of traits, whose cells have one sentence

struct Colours {
  ImU32 fill, text;
};

Colours colours_of(const View& view, CellState state) {
  const Theme& theme = view.theme;
  switch (state) {
    case CellState::kept:
      return {faded(theme.good, 0.28f), theme.text};
    case CellState::broken:
      return {faded(theme.violation, 0.38f), theme.text};
    case CellState::unpromised_broken:
      return {faded(theme.warning, 0.28f), theme.text};
    case CellState::not_finished:
      return {faded(theme.accent, 0.22f), theme.text};
    case CellState::waiting:
      return {faded(theme.line, 0.12f), theme.second_text};
    default:
      return {faded(theme.line, 0.35f), theme.second_text};
  }
}

/// The effect of a click, in words.
std::string_view click_words(const View& view, const CellLook& look) {
  const bool shows = look.state == CellState::broken || look.state == CellState::unpromised_broken;
  return view.say(shows ? "matrix.cell.show" : "matrix.cell.choose");
}

/// Shows three lines: the cell, its state with what breaks, and the effect of a click. The reasons
/// are in the pane below the table.
void tooltip(const View& view, const MatrixGrid& grid, std::size_t row, std::size_t column) {
  if (!view.shows_tips()) return;
  const CellLook look = grid.look(row, column);
  std::string broken;
  for (const CellLine& line : grid.lines(row, column))
    if (!line.why.empty() && line.state == look.state)
      broken += fmt::format("{}{}", broken.empty() ? "" : view.say("list.comma"),
                            view.tell(verdict_name(line.property, sim::Kept::broken)));
  std::string state = look.state == CellState::waiting
                          ? std::string(view.say("matrix.state.waiting.tip"))
                          : cell_words(view, look);
  if (!broken.empty()) state += std::string(view.say("list.colon")) + broken;
  std::string of_column = grid.columns[column].words;
  std::replace(of_column.begin(), of_column.end(), '\n', ' ');
  const float most = view.px(440);
  ImGui::PushFont(view.fonts.text);
  view.tip_on_last(fmt::format("{}\n{}\n{}",
                               shortened(grid.rows[row].words + "  ×  " + of_column, most),
                               shortened(state, most), click_words(view, look)));
  ImGui::PopFont();
}

/// The typography of the table.
struct Writing {
  ImFont* font;
  bool brief;  ///< cells with several broken promises show only their number
};

std::string words_in_cell(const View& view, const CellLook& look, bool brief) {
  if (!brief || look.broken <= 1 || look.state == CellState::waiting) return cell_words(view, look);
  return fmt::format("{} {}", sign(look.state),
                     view.say.fill("matrix.state.broken_many.short", look.broken));
}

/// A heading, broken at its first space if one line would be wider than `width`. A heading that
/// already has two lines is not changed.
std::string in_lines(const std::string& words, float width) {
  if (words.find('\n') != words.npos) return words;
  const std::size_t space = words.find(' ');
  if (space == words.npos || ImGui::CalcTextSize(words.c_str()).x <= width) return words;
  std::string lines = words;
  lines[space] = '\n';
  return lines;
}

void cell(const View& view, const MatrixGrid& grid, std::size_t row, std::size_t column,
          ImVec2 size, bool brief) {
  const CellLook look = grid.look(row, column);
  const Colours colours = colours_of(view, look.state);
  const bool selected = view.model.matrix.row == row && view.model.matrix.column == column;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 to{at.x + size.x, at.y + size.y};
  ImGui::PushID(static_cast<int>(row * grid.columns.size() + column));
  if (ImGui::InvisibleButton("cell", size)) view.want(intent::OpenCell{row, column});
  view.name_last(fmt::format("cell {} {}", grid.rows[row].id, grid.columns[column].id));
  ImGui::PopID();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(at, to, colours.fill, view.px(4));
  if (selected || hovered)
    draw.AddRect(at, to, selected ? view.theme.accent : view.theme.second_text, view.px(4), 0,
                 view.px(selected ? 3 : 1));
  const std::string words = words_in_cell(view, look, brief);
  const ImVec2 wide = ImGui::CalcTextSize(words.c_str());
  draw.AddText({at.x + (size.x - wide.x) / 2, at.y + (size.y - wide.y) / 2}, colours.text,
               words.c_str());
  view.name_place("words in a cell", at, wide);
  if (hovered) tooltip(view, grid, row, column);
}

/// The minimum width of a column that cuts off no words.
float least_column(const View& view, const MatrixGrid& grid, std::size_t column, bool brief) {
  float wide = 0;
  for (std::size_t row = 0; row < grid.rows.size(); ++row)
    wide = std::max(
        wide, ImGui::CalcTextSize(words_in_cell(view, grid.look(row, column), brief).c_str()).x);
  const std::string heading = in_lines(grid.columns[column].words, wide);
  return std::max(wide, ImGui::CalcTextSize(heading.c_str()).x) + view.px(brief ? 6 : 12);
}

float widest_row(const View& view, const MatrixGrid& grid) {
  float label = 0;
  for (const MatrixHeading& row : grid.rows)
    label = std::max(label, ImGui::CalcTextSize(row.words.c_str()).x);
  return label + view.px(8);
}

ImVec2 cell_padding(const View& view) { return {view.px(2), view.px(2)}; }

struct ColumnWidths {
  std::vector<float> all;
  bool fit = true;  ///< whether all columns fit
};

/// The widths of columns that fill `room`: equal ones or, if a column needs more than that, for
/// each its minimum and an equal share of the rest. Columns that do not fit have their minimum
/// widths.
ColumnWidths column_widths(const View& view, const MatrixGrid& grid, float room, bool brief) {
  ColumnWidths widths;
  const auto columns = static_cast<float>(grid.columns.size());
  const float beside = ImGui::GetStyle().ScrollbarSize + widest_row(view, grid) +
                       2 * cell_padding(view).x * (columns + 1) + view.px(1) * columns;
  float all = 0;
  float most = 0;
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    widths.all.push_back(least_column(view, grid, column, brief));
    all += widths.all.back();
    most = std::max(most, widths.all.back());
  }
  const float cells = room - beside;
  widths.fit = all <= cells;
  if (most * columns <= cells)
    widths.all.assign(widths.all.size(), cells / columns);
  else if (widths.fit)
    for (float& width : widths.all) width += (cells - all) / columns;
  return widths;
}

/// Height of the headings: one line, or two if a heading has two.
float headings_height(const MatrixGrid& grid, const std::vector<float>& widths) {
  float high = ImGui::GetTextLineHeight();
  for (std::size_t column = 0; column < widths.size(); ++column)
    high = std::max(
        high, ImGui::CalcTextSize(in_lines(grid.columns[column].words, widths[column]).c_str()).y);
  return high;
}

void headings(const View& view, const MatrixGrid& grid, const std::vector<float>& widths) {
  const float high = headings_height(grid, widths);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    const MatrixHeading& heading = grid.columns[column];
    ImGui::TableNextColumn();
    const std::string words = in_lines(heading.words, widths[column]);
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + std::max((widths[column] - size.x) / 2, 0.0f),
                         ImGui::GetCursorPosY() + high - size.y});
    ImGui::BeginGroup();
    for (std::size_t from = 0; from < words.size();) {
      const std::size_t to = std::min(words.find('\n', from), words.size());
      const std::string line = words.substr(from, to - from);
      const float wide = ImGui::CalcTextSize(line.c_str()).x;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddText({at.x + (size.x - wide) / 2, at.y},
                                          ImGui::GetColorU32(ImGuiCol_Text), line.c_str());
      ImGui::SetCursorScreenPos({at.x, at.y + ImGui::GetTextLineHeight()});
      from = to + 1;
    }
    ImGui::SetCursorScreenPos(
        {ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y - size.y});
    ImGui::Dummy(size);
    ImGui::EndGroup();
    view.name_last(fmt::format("column {}", heading.id), heading.tip);
  }
}

/// The height of a table with all rows visible, with the gap to the selected cell's pane.
float least_height(const View& view, const MatrixGrid& grid, const ColumnWidths& widths) {
  const float row = ImGui::GetTextLineHeight() + view.px(2 + 2 * 2 + 1);
  const float bar = widths.fit ? 0 : ImGui::GetStyle().ScrollbarSize;
  return static_cast<float>(grid.rows.size()) * row + headings_height(grid, widths.all) +
         view.px(5) + bar + ImGui::GetStyle().ItemSpacing.y;
}

/// The largest font with which the whole table is visible, together with the pane below it, or the
/// small one. Words in cells are shortened before the font becomes smaller.
Writing writing_of(const View& view, const MatrixGrid& grid, ImVec2 room) {
  for (ImFont* const font : {view.fonts.large, view.fonts.text})
    for (const bool brief : {false, true}) {
      ImGui::PushFont(font);
      const ColumnWidths widths = column_widths(view, grid, room.x, brief);
      const bool fits =
          widths.fit && room.y - least_height(view, grid, widths) >= view.px(least_pane);
      ImGui::PopFont();
      if (fits) return {font, brief};
    }
  ImGui::PushFont(view.fonts.small);
  const bool brief = !column_widths(view, grid, room.x, false).fit;
  ImGui::PopFont();
  return {view.fonts.small, brief};
}

void table(const View& view, const MatrixGrid& grid, ImVec2 size, bool brief) {
  const float label = widest_row(view, grid);
  const ImVec2 padding = cell_padding(view);
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const ColumnWidths widths = column_widths(view, grid, size.x, brief);
  const auto rows = static_cast<float>(grid.rows.size());
  const float line = ImGui::GetTextLineHeight();
  const float below = widths.fit ? 0 : bar;
  const float headed = headings_height(grid, widths.all) + 2 * padding.y + view.px(1);
  const float high = std::clamp((size.y - below - headed) / rows - 2 * padding.y - view.px(1),
                                line + view.px(2), line + view.px(20));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, padding);
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  if (ImGui::BeginTable(view.model.matrix.traits ? "traits" : "faults",
                        static_cast<int>(grid.columns.size()) + 1, flags, size)) {
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, label);
    for (std::size_t column = 0; column < grid.columns.size(); ++column)
      ImGui::TableSetupColumn(grid.columns[column].id.c_str(), ImGuiTableColumnFlags_WidthFixed,
                              widths.all[column]);
    headings(view, grid, widths.all);
    int* seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("selected"), 0);
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (high - line) / 2);
      ImGui::TextUnformatted(grid.rows[row].words.c_str());
      view.name_last(fmt::format("row {}", grid.rows[row].id), grid.rows[row].tip);
      for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        ImGui::TableNextColumn();
        const ImVec2 from = ImGui::GetCursorScreenPos();
        cell(view, grid, row, column, {widths.all[column], high}, brief);
        const bool in_sight = View::in_sight(from, {from.x + widths.all[column], from.y + high});
        // Scrolls a newly selected cell into view unless it is completely visible.
        const int number = static_cast<int>(row * grid.columns.size() + column);
        const bool selected = view.model.matrix.row == row && view.model.matrix.column == column;
        if (selected && *seen != number) {
          if (!in_sight) ImGui::SetScrollHereY();
          if (!in_sight) ImGui::SetScrollHereX();
          *seen = number;
        }
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

}  // namespace

float matrix_table(const View& view, const MatrixGrid& grid) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Writing writing = writing_of(view, grid, room);
  ImGui::PushFont(writing.font);
  const float needed = least_height(view, grid, column_widths(view, grid, room.x, writing.brief));
  const float details =
      std::clamp(std::min(room.y * 0.3f, room.y - needed), view.px(lowest_pane),
                 view.px(view.model.matrix.traits ? most_of_traits : most_of_pane));
  table(view, grid, {room.x, room.y - details - ImGui::GetStyle().ItemSpacing.y}, writing.brief);
  ImGui::PopFont();
  return details;
}

}  // namespace locklab::app
