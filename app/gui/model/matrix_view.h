// The state of the matrix screen: the matrix itself, and the selected table, property and cell.
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
  std::shared_ptr<const Matrix> matrix;  ///< finished cells so far; null if none
  std::optional<std::uint64_t> job;      ///< the job that computes it
  std::size_t done = 0, of = 0;          ///< finished cells, and the total
  Sentence problem;
  bool traits = false;                    ///< shows the teachers' table
  std::optional<sim::Property> property;  ///< the one shown; nullopt for the worst of a cell
  std::size_t row = 0, column = 0;        ///< the selected cell
};

}  // namespace locklab::app
