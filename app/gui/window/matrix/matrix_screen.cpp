// The matrix as a heat map: every lock against every kind of fault, or against the textbook traits.
// Each cell has a colour, a sign and a word; a click selects it, and opens its run if it has one.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "app/gui/model/matrix_cells.h"
#include "app/gui/window/matrix/matrix_parts.h"
#include "app/gui/window/widgets/rich_text.h"
#include "app/matrix/traits.h"
#include "app/words/verdict_name.h"

namespace locklab::app {

namespace {

MatrixHeading heading_of_lock(const View& view, const std::string& id) {
  const Strategy* strategy = find_strategy(id);
  return {id, std::string(view.say.lock_name(id)), strategy ? view.tell(strategy->title) : ""};
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
  for (const TextbookTrait& trait : traits()) {
    // The heading names the fault, since a lock has a trait only with respect to a fault.
    std::string words(view.say(fmt::format("trait.{}", trait.id)));
    if (trait.property != sim::Property::reentrancy)
      words +=
          "\n" + view.say.fill("list.brackets",
                               view.say(fmt::format("strike.{}",
                                                    trait.faults.empty() ? "none" : trait.faults)));
    grid.columns.push_back({std::string(trait.id), std::move(words),
                            std::string(view.say(fmt::format("trait.{}.tip", trait.id)))});
  }
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
    // The shipped table is being read, which takes only a moment; nothing is searched.
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

/// Draws the signs and the bounds of the search in brief, which the tooltip explains in full; for
/// the traits, only the bounds.
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
  const float details = matrix_table(view, grid);
  matrix_pane(view, grid, details);
}

}  // namespace locklab::app
