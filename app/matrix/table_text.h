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

/// The rows, all of as many cells. Each block begins with the first column, and is at most
/// `columns` wide if each of the others fits beside it.
std::string table_text(const std::vector<std::vector<TableCell>>& rows, std::size_t columns,
                       bool colour);

}  // namespace locklab::app
