// What the matrix screen shows: which of two tables, which property, which cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "sim/trace/property.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct Matrix;  // app/matrix/matrix.h

struct MatrixView {
  std::shared_ptr<const Matrix> matrix;  ///< as far as it is made; null: nothing yet
  std::optional<std::uint64_t> job;      ///< the one that is being made
  std::size_t done = 0, of = 0;          ///< its cells
  Sentence problem;
  bool traits = false;               ///< the teachers' table
  std::optional<Property> property;  ///< none: the worst of all
  std::size_t row = 0, column = 0;   ///< the selected cell
};

}  // namespace locklab::app
