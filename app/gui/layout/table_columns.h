// The columns of a table in a lesson's text: as wide as their words need, within the available
// width.
#pragma once

#include <vector>

namespace locklab::app {

/// The widths that the cells of a column need, in pixels.
struct ColumnNeed {
  float least = 0;  ///< minimum; below it a word is cut
  float whole = 0;  ///< preferred; no cell needs a second line
};

/// The widths of the columns in pixels, with `gap` between them; empty if the columns do not fit
/// into `room`, so that each row must be written as a block.
std::vector<float> table_columns(const std::vector<ColumnNeed>& needs, float room, float gap);

}  // namespace locklab::app
