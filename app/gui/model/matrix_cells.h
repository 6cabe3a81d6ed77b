// The matrix screen as plain data: what each cell says, which words explain it, and which run lies
// behind it. Without ImGui, so that tests need no window.
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
  unpromised_broken,  ///< broken, but never promised
  unpromised,         ///< not promised, and not broken here
  not_finished,       ///< not broken in what was searched
  cannot_strike,      ///< there is nothing that this fault could strike
  count_
};
/// "kept": its word is the text "matrix.state.kept".
std::string_view name(CellState state);
/// For those who do not see colours: "✓".
std::string_view sign(CellState state);

/// What is said of one property in a cell.
struct CellLine {
  Property property = Property::mutual_exclusion;
  CellState state = CellState::waiting;
  std::string why;  ///< how it breaks; empty: it does not
  std::string run;
};

struct CellLook {
  CellState state = CellState::waiting;
  std::size_t broken = 0;  ///< promises that are
};

/// Of that property; none: the worst of all.
CellLook look_of(const MatrixCell& cell, std::optional<Property> property);
/// Broken promises first, then what else is broken; of the one property, whatever it is.
std::vector<CellLine> lines_of(const MatrixCell& cell, std::optional<Property> property,
                               Language language);

struct MatrixSize {
  std::size_t rows = 0, columns = 0;
};
/// Of the table that is shown.
MatrixSize size_of(const MatrixView& view);
/// The locks of the teachers' table.
std::vector<std::string> trait_rows(const Matrix& matrix);
/// What its cell says.
CellLook trait_look(const Matrix& matrix, std::string_view strategy, std::size_t trait);
std::optional<CellLine> trait_line(const Matrix& matrix, std::string_view strategy,
                                   std::size_t trait, Language language);

/// What a click on the selected cell opens.
std::optional<intent::OpenBroken> run_behind_cell(const Model& model);

}  // namespace locklab::app
