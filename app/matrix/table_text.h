// A table for a terminal. Where it is wider than the terminal, its columns are in several blocks.
#pragma once

#include <string>
#include <vector>

#include "app/timeline/scene/paint.h"

namespace locklab::app {

struct TableCell {
  std::string text;
  Tone tone = Tone::plain;
};

/// A table of rows with equally many cells. If it is wider than `columns`, its columns are divided
/// into blocks, one below the other, each of which repeats the first column.
std::string table_text(const std::vector<std::vector<TableCell>>& rows, std::size_t columns,
                       bool colour);

}  // namespace locklab::app
