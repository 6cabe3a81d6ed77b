// The matrix screen as plain data: the text of each cell, its explanation, and the run behind it.
// It does not use ImGui, so tests need no window.
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
  unpromised,         ///< not promised, and not broken within the bounds
  not_finished,       ///< not broken in the part that was searched
  cannot_strike,      ///< the fault has nothing to strike
  vacuous,            ///< promised and not broken, but the fault struck nobody who could tell
  count_
};
/// The state as text: "kept" is "matrix.state.kept" in the catalogue.
std::string_view name(CellState state);
/// A sign beside the colour: "✓".
std::string_view sign(CellState state);
/// The states that have a sign, in the order of the legend.
std::vector<CellState> states_in_legend();

/// The line for one property in a cell.
struct CellLine {
  sim::Property property = sim::Property::mutual_exclusion;
  CellState state = CellState::waiting;
  std::string why;  ///< how it breaks; empty: it does not
  std::string run;
  std::string ground;  ///< on which it breaks; empty: on the plain one
};

struct CellLook {
  CellState state = CellState::waiting;
  std::size_t broken = 0;  ///< number of broken promises
};

/// The look of a cell for a property; none: the worst of all that are promised, and of what a lock
/// is for: that one is inside, that no update is lost, that nobody waits for ever.
CellLook look_of(const MatrixCell& cell, std::optional<sim::Property> property);
/// The properties of a cell: broken promises first, then other violations. With `property`, only
/// that one.
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
std::optional<CellLine> trait_line(const Matrix& matrix, std::string_view strategy,
                                   std::size_t trait, Language language);

/// The run that a click on the selected cell opens.
std::optional<intent::OpenBroken> run_behind_cell(const Model& model);
/// What shows a line of the selected cell: the story that is told of it, or the run that a search
/// found.
intent::OpenBroken run_shown(const Model& model, const CellLine& line);

}  // namespace locklab::app
