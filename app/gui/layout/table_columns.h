// The columns of a table in a lesson's text: as wide as their words need, within what there is.
#pragma once

#include <vector>

namespace locklab::app {

/// What the cells of a column need, in pixels.
struct ColumnNeed {
  float least = 0;  ///< below it a word is cut
  float whole = 0;  ///< with it no cell needs a second line
};

/// The widths of the columns, with `gap` between them; empty: there is not room for columns, and
/// each row is written as a block of its own.
std::vector<float> table_columns(const std::vector<ColumnNeed>& needs, float room, float gap);

}  // namespace locklab::app
