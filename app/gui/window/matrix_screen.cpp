// The matrix as a heat map: every lock against every kind of fault, or against the textbooks'
// traits. Each cell has a colour, a sign and a word, and opens its run.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/gui/model/matrix_cells.h"
#include "app/gui/window/rich_text.h"
#include "app/gui/window/view.h"
#include "app/matrix/traits.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

struct Heading {
  std::string id, words, tip;
};

/// A table of the screen: locks against faults, or locks against traits.
struct Grid {
  std::vector<Heading> rows, columns;
  std::function<CellLook(std::size_t, std::size_t)> look;
  std::function<std::vector<CellLine>(std::size_t, std::size_t)> lines;
};

Heading heading_of_lock(const View& view, const std::string& id) {
  const Strategy* strategy = find_strategy(id);
  return {id, std::string(view.say(fmt::format("lock.{}", id))),
          strategy ? view.tell(strategy->title) : ""};
}

Grid faults_grid(const View& view, const Matrix& matrix) {
  Grid grid;
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

Grid traits_grid(const View& view, const Matrix& matrix) {
  Grid grid;
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

std::string words_of(const View& view, const CellLook& look) {
  if (look.state == CellState::waiting) return "";
  const bool trait = view.model.matrix.traits &&
                     (look.state == CellState::kept || look.state == CellState::broken);
  const std::string words =
      look.broken > 1 ? view.say.fill("matrix.state.broken_many", look.broken)
                      : std::string(view.say(fmt::format("{}.state.{}", trait ? "trait" : "matrix",
                                                         name(look.state))));
  return fmt::format("{} {}", sign(look.state), words);
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
  } else {
    const float part =
        matrix.of == 0 ? 0 : static_cast<float>(matrix.done) / static_cast<float>(matrix.of);
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

void legend(const View& view) {
  std::string words(view.say(view.model.matrix.traits ? "trait.bounds" : "matrix.bounds"));
  second_text(view, words);
  if (view.model.matrix.traits) return;
  words.clear();
  for (const CellState state : states_in_legend())
    words += fmt::format("{}{} {}", words.empty() ? "" : "    ", sign(state),
                         view.say(fmt::format("matrix.state.{}.tip", name(state))));
  second_text(view, words);
  view.name_last("matrix legend");
}

// ---- the table

/// A line of a cell: "× lost update: why".
std::string words_of_line(const View& view, const CellLine& line) {
  const bool broken = line.state == CellState::broken || line.state == CellState::unpromised_broken;
  return fmt::format(
      "{} {}{}{}{}", sign(line.state),
      verdict_label(view.say, line.property, broken ? sim::Kept::broken : sim::Kept::kept,
                    line.state != CellState::unpromised_broken),
      line.why.empty() ? std::string_view() : view.say("list.colon"), line.why,
      line.ground.empty() ? "" : " " + view.say.fill("matrix.ground", line.ground));
}

void tooltip(const View& view, const Grid& grid, std::size_t row, std::size_t column) {
  ImGui::BeginTooltip();
  const CellLook look = grid.look(row, column);
  ImGui::TextUnformatted(
      fmt::format("{}  ×  {}", grid.rows[row].words, grid.columns[column].words).c_str());
  ImGui::TextUnformatted(look.state == CellState::waiting ? view.say.c("matrix.state.waiting.tip")
                                                          : words_of(view, look).c_str());
  for (const CellLine& line : grid.lines(row, column)) {
    if (line.why.empty()) continue;
    ImGui::Separator();
    wrapped_text(view, words_of_line(view, line), view.px(460));
  }
  ImGui::EndTooltip();
}

void cell(const View& view, const Grid& grid, std::size_t row, std::size_t column, ImVec2 size) {
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
  const std::string words = words_of(view, look);
  const ImVec2 wide = ImGui::CalcTextSize(words.c_str());
  draw.AddText({at.x + (size.x - wide.x) / 2, at.y + (size.y - wide.y) / 2}, colours.text,
               words.c_str());
  if (hovered) tooltip(view, grid, row, column);
}

/// The width of the widest word, so that none is cut off.
float widest(const View& view, const Grid& grid) {
  float wide = 0;
  for (const Heading& heading : grid.columns)
    wide = std::max(wide, ImGui::CalcTextSize(heading.words.c_str()).x);
  for (std::size_t row = 0; row < grid.rows.size(); ++row)
    for (std::size_t column = 0; column < grid.columns.size(); ++column)
      wide = std::max(wide, ImGui::CalcTextSize(words_of(view, grid.look(row, column)).c_str()).x);
  return wide + view.px(12);
}

void headings(const View& view, const Grid& grid, float width) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const Heading& heading : grid.columns) {
    ImGui::TableNextColumn();
    const float wide = ImGui::CalcTextSize(heading.words.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max((width - wide) / 2, 0.0f));
    ImGui::TextUnformatted(heading.words.c_str());
    view.name_last(fmt::format("column {}", heading.id), heading.tip);
  }
}

/// Of a table whose rows are all in view, with what is between it and the details.
float least_height(const View& view, const Grid& grid) {
  const float row = ImGui::GetTextLineHeight() + view.px(2 + 2 * 2 + 1);
  return static_cast<float>(grid.rows.size() + 1) * row + ImGui::GetStyle().ScrollbarSize +
         2 * ImGui::GetStyle().ItemSpacing.y;
}

void table(const View& view, const Grid& grid, ImVec2 size) {
  float label = 0;
  for (const Heading& row : grid.rows)
    label = std::max(label, ImGui::CalcTextSize(row.words.c_str()).x);
  label += view.px(8);
  const ImVec2 padding{view.px(2), view.px(2)};
  const auto columns = static_cast<float>(grid.columns.size());
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float fair = (size.x - bar - label - 2 * padding.x * (columns + 1)) / columns - view.px(1);
  const float width = std::max(fair, widest(view, grid));
  const auto rows = static_cast<float>(grid.rows.size());
  const float line = ImGui::GetTextLineHeight();
  const float below = width > fair ? bar : 0;
  const float high = std::clamp((size.y - below - line) / rows - 2 * padding.y - view.px(1),
                                line + view.px(2), line + view.px(20));
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, padding);
  constexpr ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  if (ImGui::BeginTable(view.model.matrix.traits ? "traits" : "faults",
                        static_cast<int>(grid.columns.size()) + 1, flags, size)) {
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, label);
    for (const Heading& heading : grid.columns)
      ImGui::TableSetupColumn(heading.id.c_str(), ImGuiTableColumnFlags_WidthFixed, width);
    headings(view, grid, width);
    int* seen = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("selected"), 0);
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (high - line) / 2);
      ImGui::TextUnformatted(grid.rows[row].words.c_str());
      view.name_last(fmt::format("row {}", grid.rows[row].id), grid.rows[row].tip);
      for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        ImGui::TableNextColumn();
        cell(view, grid, row, column, {width, high});
        // Scrolls the cell that the keyboard selects into view.
        const int number = static_cast<int>(row * grid.columns.size() + column);
        const bool selected = view.model.matrix.row == row && view.model.matrix.column == column;
        if (selected && *seen != number) {
          ImGui::SetScrollHereY();
          ImGui::SetScrollHereX();
          *seen = number;
        }
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

// ---- below the table

void line_of_cell(const View& view, const CellLine& line) {
  const std::string property(name(line.property));
  if (!line.run.empty()) {
    if (view.button(fmt::format("open {}", property),
                    fmt::format("{}##{}", view.say("matrix.open"), property),
                    view.say("matrix.open.tip")))
      view.want(intent::OpenBroken{line.run, line.property});
    ImGui::SameLine();
  }
  ImGui::AlignTextToFramePadding();
  wrapped_text(view, words_of_line(view, line), ImGui::GetContentRegionAvail().x);
}

/// Describes the selected cell in large text, for the keyboard and for the back row of a class.
void selected_cell(const View& view, const Grid& grid, float height) {
  const MatrixView& matrix = view.model.matrix;
  ImGui::BeginChild("matrix cell", {0, height}, true);
  if (matrix.row < grid.rows.size() && matrix.column < grid.columns.size()) {
    const CellLook look = grid.look(matrix.row, matrix.column);
    ImGui::TextUnformatted(fmt::format("{}  ×  {}    {}", grid.rows[matrix.row].words,
                                       grid.columns[matrix.column].words, words_of(view, look))
                               .c_str());
    view.name_last("matrix selected");
    const auto behind = run_behind_cell(view.model);
    if (matrix.traits && behind) {
      ImGui::SameLine(0, view.px(16));
      if (view.button("open story", view.say.fill("trait.open", behind->instead.substr(0, 3)),
                      view.say("trait.open.tip")))
        view.want(*behind);
    }
    for (const CellLine& line : grid.lines(matrix.row, matrix.column)) line_of_cell(view, line);
    if (look.state == CellState::cannot_strike || look.state == CellState::vacuous)
      second_text(view,
                  std::string(view.say(fmt::format("matrix.state.{}.tip", name(look.state)))));
    if (!matrix.traits && look.state == CellState::kept) {
      const MatrixCell& searched = matrix.matrix->cell(matrix.row, matrix.column);
      second_text(view, view.say.fill("matrix.searched", searched.grounds.size(), searched.states(),
                                      searched.seconds()));
      if (const sim::StrikeCounts struck = searched.struck(); struck.times > 0)
        second_text(view, view.say.fill("matrix.struck", struck.times, struck.holding,
                                        struck.acquiring, struck.releasing));
    }
  }
  ImGui::EndChild();
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
    second_text(view, std::string(view.say(matrix.job ? "matrix.begins" : "matrix.nothing")));
    view.name_last("matrix nothing");
    return;
  }
  const Grid grid =
      matrix.traits ? traits_grid(view, *matrix.matrix) : faults_grid(view, *matrix.matrix);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float details = std::clamp(std::min(room.y * 0.24f, room.y - least_height(view, grid)),
                                   view.px(64), view.px(150));
  table(view, grid, {room.x, room.y - details - ImGui::GetStyle().ItemSpacing.y});
  selected_cell(view, grid, details);
}

}  // namespace locklab::app
