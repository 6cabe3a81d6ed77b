#include "app/gui/model/matrix_cells.h"

#include <algorithm>
#include <iterator>

#include "app/matrix/cell_stories.h"
#include "app/matrix/grounds.h"
#include "app/matrix/trait_stories.h"
#include "app/matrix/traits.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

namespace {

CellState state_of(Standing standing) {
  switch (standing) {
    case Standing::kept:
      return CellState::kept;
    case Standing::broken:
      return CellState::broken;
    case Standing::vacuous:
      return CellState::vacuous;
    default:
      return CellState::not_finished;
  }
}

CellState state_of(const PropertyCell& one) {
  if (one.standing == Standing::broken)
    return one.promised ? CellState::broken : CellState::unpromised_broken;
  if (!one.promised) return CellState::unpromised;
  return state_of(one.standing);
}

std::string ground_in_words(const PropertyCell& one, Language language) {
  if (one.ground != plain_ground)
    for (const Ground& ground : all_grounds())
      if (ground.id == one.ground) return told(ground.meaning, language);
  return {};
}

CellLine line_of(const PropertyCell& one, Language language) {
  return {one.property, state_of(one), one.why_in(language), one.run,
          ground_in_words(one, language)};
}

}  // namespace

std::string_view name(CellState state) {
  static constexpr std::string_view names[] = {"waiting",           "kept",       "broken",
                                               "unpromised_broken", "unpromised", "not_finished",
                                               "cannot_strike",     "vacuous"};
  static_assert(std::size(names) == static_cast<std::size_t>(CellState::count_));
  return names[static_cast<std::size_t>(state)];
}

std::string_view sign(CellState state) {
  static constexpr std::string_view signs[] = {"", "✓", "×", "(×)", "·", "…", "–", "○"};
  static_assert(std::size(signs) == static_cast<std::size_t>(CellState::count_));
  return signs[static_cast<std::size_t>(state)];
}

std::vector<CellState> states_in_legend() {
  return {CellState::kept,         CellState::broken,       CellState::unpromised_broken,
          CellState::unpromised,   CellState::not_finished, CellState::vacuous,
          CellState::cannot_strike};
}

CellLook look_of(const MatrixCell& cell, std::optional<sim::Property> property) {
  if (!cell.done) return {};
  if (!cell.applies) return {CellState::cannot_strike, 0};
  if (property) {
    const CellState state = state_of(cell.properties[static_cast<std::size_t>(*property)]);
    return {state, state == CellState::broken ? 1u : 0u};
  }
  const auto count = [&](CellState state) {
    return static_cast<std::size_t>(
        std::count_if(cell.properties.begin(), cell.properties.end(),
                      [&](const PropertyCell& one) { return state_of(one) == state; }));
  };
  if (const std::size_t broken = count(CellState::broken)) return {CellState::broken, broken};
  // Every lock is judged by the essential properties, promised or not.
  for (const sim::Property purpose :
       {sim::Property::mutual_exclusion, sim::Property::no_lost_update, sim::Property::no_deadlock})
    if (state_of(cell.properties[static_cast<std::size_t>(purpose)]) ==
        CellState::unpromised_broken)
      return {CellState::unpromised_broken, 0};
  for (const CellState state :
       {CellState::not_finished, CellState::vacuous, CellState::kept, CellState::unpromised_broken})
    if (count(state) > 0) return {state, 0};
  return {CellState::unpromised, 0};
}

std::vector<CellLine> lines_of(const MatrixCell& cell, std::optional<sim::Property> property,
                               Language language) {
  std::vector<CellLine> lines;
  for (const PropertyCell& one : cell.properties)
    if (property ? one.property == *property : one.standing == Standing::broken)
      lines.push_back(line_of(one, language));
  std::stable_sort(lines.begin(), lines.end(), [](const CellLine& a, const CellLine& b) {
    return a.state == CellState::broken && b.state != CellState::broken;
  });
  return lines;
}

MatrixSize size_of(const MatrixView& view) {
  if (!view.matrix) return {};
  if (view.traits) return {trait_rows(*view.matrix).size(), traits().size()};
  return {view.matrix->strategies.size(), view.matrix->faults.size()};
}

std::vector<std::string> trait_rows(const Matrix& matrix) {
  std::vector<std::string> rows;
  for (const std::string& id : matrix.strategies)
    if (const Strategy* strategy = find_strategy(id); strategy && has_traits(*strategy))
      rows.push_back(id);
  return rows;
}

CellLook trait_look(const Matrix& matrix, std::string_view strategy, std::size_t trait) {
  const auto found = standing(matrix, strategy, traits()[trait]);
  if (!found) return {};
  const CellState state = state_of(found->standing);
  return {state, state == CellState::broken ? 1u : 0u};
}

std::optional<CellLine> trait_line(const Matrix& matrix, std::string_view strategy,
                                   std::size_t trait, Language language) {
  const auto found = standing(matrix, strategy, traits()[trait]);
  if (!found || !found->cell) return std::nullopt;
  return line_of(*found->cell, language);
}

std::optional<intent::OpenBroken> run_behind_cell(const Model& model) {
  const MatrixView& view = model.matrix;
  const MatrixSize size = size_of(view);
  if (view.row >= size.rows || view.column >= size.columns) return std::nullopt;
  if (view.traits) {
    const auto story = story_of(traits()[view.column], trait_rows(*view.matrix)[view.row]);
    if (!story) return std::nullopt;
    // If a teacher has edited the scenario so that the lock does not fit, the scenario opens as it
    // is.
    return intent::OpenBroken{sim::to_string(story->run), story->property, story->run.scenario};
  }
  const auto lines =
      lines_of(view.matrix->cell(view.row, view.column), view.property, model.settings.language);
  if (lines.empty() || lines.front().run.empty()) return std::nullopt;
  return run_shown(model, lines.front());
}

intent::OpenBroken run_shown(const Model& model, const CellLine& line) {
  const MatrixView& view = model.matrix;
  if (!view.traits && view.matrix && line.ground.empty())
    if (const auto story = story_of_cell(view.matrix->strategies[view.row],
                                         view.matrix->faults[view.column], line.property))
      return {std::string(*story), line.property, line.run};
  return {line.run, line.property};
}

}  // namespace locklab::app
