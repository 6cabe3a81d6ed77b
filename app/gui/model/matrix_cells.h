// The matrix screen as plain data: the state of each cell, its explanation, and its run. Does not
// use ImGui, so tests need no window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"
#include "app/matrix/matrix.h"

namespace locklab::app {

enum class CellState : std::uint8_t {
  waiting,            ///< not searched yet
  kept,               ///< promised, and kept within the bounds
  broken,             ///< promised, and broken
  unpromised_broken,  ///< broken, but not promised
  unpromised,         ///< not promised, and not broken in the part searched
  not_finished,       ///< not broken in the part searched
  cannot_strike,      ///< the fault has no target
  vacuous,            ///< promised and not broken, but the fault affected no client using the lock
  count_
};
/// The state's key: "kept" for "matrix.state.kept" in the catalogue.
std::string_view name(CellState state);
/// A sign in addition to the colour: "✓"; empty for `waiting`.
std::string_view sign(CellState state);
/// The states that have a sign, in the order of the legend.
std::vector<CellState> states_in_legend();

/// The line for one property in a cell.
struct CellLine {
  sim::Property property = sim::Property::mutual_exclusion;
  CellState state = CellState::waiting;
  std::string why;  ///< the reason of a violation; empty if there is none
  std::string run;
  std::string ground;  ///< the scenario's difference from the plain one; empty if there is none
};

struct CellLook {
  CellState state = CellState::waiting;
  std::size_t broken = 0;  ///< number of broken promises
};

/// The look of a cell for a property; with nullopt, the worst of all promised properties and of a
/// lock's essential ones: mutual exclusion, no lost update, no deadlock. Other unpromised
/// properties count only if there is no promised one.
CellLook look_of(const MatrixCell& cell, std::optional<sim::Property> property);
/// The violated properties of a cell: broken promises first, then unpromised ones. With `property`,
/// that one alone, violated or not.
std::vector<CellLine> lines_of(const MatrixCell& cell, std::optional<sim::Property> property,
                               Language language);

struct MatrixSize {
  std::size_t rows = 0, columns = 0;
};
/// The size of the visible table.
MatrixSize size_of(const MatrixView& view);
/// The locks of the teachers' table.
std::vector<std::string> trait_rows(const Matrix& matrix);
/// The look of a cell in the teachers' table.
CellLook trait_look(const Matrix& matrix, std::string_view strategy, std::size_t trait);
/// The property that decides a cell of the teachers' table; nullopt if no search has decided it.
std::optional<CellLine> trait_line(const Matrix& matrix, std::string_view strategy,
                                   std::size_t trait, Language language);

/// The run that a click on the selected cell opens; nullopt if the cell has none.
std::optional<intent::OpenBroken> run_behind_cell(const Model& model);
/// The run behind a line of the selected cell: the story that illustrates it, or the counterexample
/// of a search.
intent::OpenBroken run_shown(const Model& model, const CellLine& line);

}  // namespace locklab::app
