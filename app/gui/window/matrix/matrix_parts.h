// The parts of the matrix screen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/gui/model/matrix_cells.h"
#include "app/gui/window/view.h"

namespace locklab::app {

struct MatrixHeading {
  std::string id, words, tip;
};

/// A table of the screen: locks against faults, or locks against traits.
struct MatrixGrid {
  std::vector<MatrixHeading> rows, columns;
  std::function<CellLook(std::size_t, std::size_t)> look;
  std::function<std::vector<CellLine>(std::size_t, std::size_t)> lines;
};

/// Draws the table, and returns the height left for the selected cell's pane.
float matrix_table(const View& view, const MatrixGrid& grid);

/// The text in a cell: "× 2 broken". Empty if it was not searched yet.
std::string cell_words(const View& view, const CellLook& look);

/// Describes the selected cell below the table, with a button for each run behind it. Its height is
/// the same for every cell, so that a click moves nothing.
void matrix_pane(const View& view, const MatrixGrid& grid, float height);

}  // namespace locklab::app
