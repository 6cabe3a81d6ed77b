// The matrix as a heat map: every lock against every kind of fault, or against the textbooks'
// traits. Each cell has a colour, a sign and a word, and opens its run.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "app/gui/model/matrix_cells.h"
#include "app/gui/window/matrix_parts.h"
#include "app/gui/window/rich_text.h"
#include "app/matrix/traits.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

// Height of what the selected cell says, at 100 %.
constexpr float lowest_pane = 64;
constexpr float least_pane = 92;  ///< before letters are smaller
constexpr float most_of_pane = 170;

MatrixHeading heading_of_lock(const View& view, const std::string& id) {
  const Strategy* strategy = find_strategy(id);
  return {id, std::string(view.say(fmt::format("lock.{}", id))),
          strategy ? view.tell(strategy->title) : ""};
}

MatrixGrid faults_grid(const View& view, const Matrix& matrix) {
  MatrixGrid grid;
  for (const std::string& id : matrix.strategies) grid.rows.push_back(heading_of_lock(view, id));
  for (const std::string& kind : matrix.faults) {
    const std::string id = kind.empty() ? "none" : kind;
    grid.columns.push_back({id, std::string(view.say(fmt::format("strike.{}", id))),
                            std::string(view.say(fmt::format("strike.{}.tip", id)))});
  }
  const auto property = view.model.matrix.property;
  grid.look = [&matrix, property](std::size_t row, std::size_t column) {
    return look_of(matrix.cell(row, column), property);
  };
  grid.lines = [&matrix, property, language = view.model.settings.language](std::size_t row,
                                                                            std::size_t column) {
    return lines_of(matrix.cell(row, column), property, language);
  };
  return grid;
}

MatrixGrid traits_grid(const View& view, const Matrix& matrix) {
  MatrixGrid grid;
  for (const std::string& id : trait_rows(matrix)) grid.rows.push_back(heading_of_lock(view, id));
  for (const TextbookTrait& trait : traits())
    grid.columns.push_back({std::string(trait.id),
                            std::string(view.say(fmt::format("trait.{}", trait.id))),
                            std::string(view.say(fmt::format("trait.{}.tip", trait.id)))});
  const auto ids = trait_rows(matrix);
  grid.look = [&matrix, ids](std::size_t row, std::size_t column) {
    return trait_look(matrix, ids[row], column);
  };
  grid.lines = [&matrix, ids, language = view.model.settings.language](std::size_t row,
                                                                       std::size_t column) {
    const auto line = trait_line(matrix, ids[row], column, language);
    return line ? std::vector{*line} : std::vector<CellLine>{};
  };
  return grid;
}

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

// ---- above the table

void which_table(const View& view) {
  for (const bool traits : {false, true}) {
    const char* key = traits ? "matrix.traits" : "matrix.faults";
    ImGui::PushStyleColor(ImGuiCol_Button, view.model.matrix.traits == traits
                                               ? faded(view.theme.accent, 0.45f)
                                               : view.theme.raised);
    if (view.button(traits ? "matrix traits" : "matrix faults", view.say(key),
                    view.say(fmt::format("{}.tip", key))))
      view.want(intent::ShowTraits{traits});
    ImGui::PopStyleColor();
    ImGui::SameLine(0, view.px(2));
  }
}

void which_property(const View& view) {
  if (view.model.matrix.traits) return;
  const auto words = [&](std::optional<sim::Property> property) {
    return property ? view.tell(property_name(*property)) : std::string(view.say("matrix.worst"));
  };
  const std::optional<sim::Property> now = view.model.matrix.property;
  ImGui::SameLine(0, view.px(16));
  if (!view.menu("matrix property", words(now), 190, view.say("matrix.property.tip"))) return;
  const auto choice = [&](std::optional<sim::Property> property) {
    if (ImGui::Selectable(std::string(words(property)).c_str(), property == now))
      view.want(intent::ShowProperty{property});
    view.name_last(fmt::format("matrix property {}", property ? name(*property) : "worst"),
                   property ? view.tell(meaning(*property)) : std::string());
  };
  choice(std::nullopt);
  for (std::size_t i = 0; i < sim::property_count; ++i) choice(static_cast<sim::Property>(i));
  ImGui::EndCombo();
}

void making(const View& view) {
  const MatrixView& matrix = view.model.matrix;
  ImGui::SameLine(0, view.px(16));
  if (!matrix.job) {
    const char* key = matrix.matrix ? "matrix.again" : "matrix.make";
    if (view.button("matrix make", view.say(key), view.say("matrix.make.tip")))
      view.want(intent::MakeMatrix{true});
  } else if (matrix.of == 0) {
    // The shipped table is read in a moment; nothing is searched yet.
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(view.say.c("matrix.loading"));
    view.name_last("matrix loading");
  } else {
    const float part = static_cast<float>(matrix.done) / static_cast<float>(matrix.of);
    ImGui::ProgressBar(part, {view.px(180), ImGui::GetFrameHeight()},
                       view.say.fill("matrix.progress", matrix.done, matrix.of).c_str());
    view.name_last("matrix progress", view.say("matrix.progress.tip"));
    ImGui::SameLine();
    if (view.button("matrix stop", view.say("dialog.cancel"), "Esc"))
      view.want(intent::StopMatrix{});
  }
  ImGui::SameLine();
  if (view.button("matrix explore", view.say("menu.explore"), view.say("menu.explore.tip"))) {
    const MatrixSize size = size_of(matrix);
    const bool chosen = matrix.row < size.rows;
    const std::string lock = !chosen         ? ""
                             : matrix.traits ? trait_rows(*matrix.matrix)[matrix.row]
                                             : matrix.matrix->strategies[matrix.row];
    view.want(intent::ShowExplore{true, lock});
  }
}

/// One line of signs; what they mean exactly, and what was searched, stands in its tooltip.
void legend(const View& view) {
  const bool traits = view.model.matrix.traits;
  std::string words;
  if (!traits)
    for (const CellState state : states_in_legend())
      words += fmt::format("{}{} {}", words.empty() ? "" : "    ", sign(state),
                           view.say(fmt::format("matrix.state.{}.short", name(state))));
  ImGui::BeginGroup();
  second_text(view, traits ? view.say("trait.bounds") : std::string_view(words));
  if (!traits) second_text(view, view.say("matrix.bounds.short"));
  ImGui::EndGroup();
  view.name_last("matrix legend");
  if (traits || !view.shows_tips() || !ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  wrapped_text(view, view.say("matrix.bounds"), view.px(620));
  for (const CellState state : states_in_legend())
    wrapped_text(view,
                 fmt::format("{} {}", sign(state),
                             view.say(fmt::format("matrix.state.{}.tip", name(state)))),
                 view.px(620));
  ImGui::EndTooltip();
}

// ---- the table

/// What a click does.
std::string_view click_words(const View& view, const CellLook& look) {
  const bool shows = look.state == CellState::broken || look.state == CellState::unpromised_broken;
  return view.say(shows ? "matrix.cell.show" : "matrix.cell.choose");
}

/// Three lines: which cell, what breaks, and what a click does. The reasons stand below the table.
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
  const float most = view.px(440);
  ImGui::PushFont(view.fonts.text);
  view.tip_on_last(fmt::format(
      "{}\n{}\n{}", shortened(grid.rows[row].words + "  ×  " + grid.columns[column].words, most),
      shortened(state, most), click_words(view, look)));
  ImGui::PopFont();
}

/// How the table is written.
struct Writing {
  ImFont* font;
  bool brief;  ///< cells say only how many promises are broken
};

std::string words_in_cell(const View& view, const CellLook& look, bool brief) {
  if (!brief || look.broken <= 1 || look.state == CellState::waiting) return cell_words(view, look);
  return fmt::format("{} {}", sign(look.state),
                     view.say.fill("matrix.state.broken_many.short", look.broken));
}

/// A heading in two lines where it has two words and one line is wider than the cells.
std::string in_lines(const std::string& words, float width) {
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

/// The width of a column with its widest word, so that none is cut off.
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

/// Between two cells, in the small direction.
ImVec2 cell_padding(const View& view) { return {view.px(2), view.px(2)}; }

struct ColumnWidths {
  std::vector<float> all;
  bool fit = true;  ///< none is beyond the edge
};

/// Columns that are all as wide as the widest, or, where that is too much, each as its words need.
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

/// One line, or two where a heading has two.
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

/// Of a table whose rows are all in view, with what is between it and the details.
float least_height(const View& view, const MatrixGrid& grid, const ColumnWidths& widths) {
  const float row = ImGui::GetTextLineHeight() + view.px(2 + 2 * 2 + 1);
  const float bar = widths.fit ? 0 : ImGui::GetStyle().ScrollbarSize;
  return static_cast<float>(grid.rows.size()) * row + headings_height(grid, widths.all) +
         view.px(5) + bar + ImGui::GetStyle().ItemSpacing.y;
}

/// The largest letters in which the whole table is in sight, with what the cell says below it; the
/// words in its cells are cut before letters are small.
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
        // Scrolls the cell that the keyboard selects into view. One that was clicked stays.
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

void matrix_screen(const View& view) {
  const MatrixView& matrix = view.model.matrix;
  which_table(view);
  which_property(view);
  making(view);
  legend(view);
  if (!matrix.problem.empty())
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.violation), "%s",
                       view.tell(matrix.problem).c_str());
  if (!matrix.matrix) {
    second_text(view, std::string(view.say(!matrix.job     ? "matrix.nothing"
                                           : matrix.of > 0 ? "matrix.begins"
                                                           : "matrix.loading.text")));
    view.name_last("matrix nothing");
    return;
  }
  const MatrixGrid grid =
      matrix.traits ? traits_grid(view, *matrix.matrix) : faults_grid(view, *matrix.matrix);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Writing writing = writing_of(view, grid, room);
  ImGui::PushFont(writing.font);
  const float needed = least_height(view, grid, column_widths(view, grid, room.x, writing.brief));
  const float details = std::clamp(std::min(room.y * 0.3f, room.y - needed), view.px(lowest_pane),
                                   view.px(most_of_pane));
  table(view, grid, {room.x, room.y - details - ImGui::GetStyle().ItemSpacing.y}, writing.brief);
  ImGui::PopFont();
  matrix_pane(view, grid, details);
}

}  // namespace locklab::app
