// Makes the matrix: one search for each cell, on several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/matrix/matrix.h"
#include "sim/explore/explore.h"

namespace locklab::app {

struct MatrixTask {
  std::vector<std::string> strategies;  ///< empty: all
  std::vector<std::string> faults;      ///< kinds, "pause"; empty: all, and none at all
  std::uint32_t threads = 2;
  std::uint64_t most_states = 3'000'000;  ///< of one cell; beyond it is not finished
};

/// How many cells are done, of how many, and the matrix with those that are.
struct MatrixProgress {
  std::size_t done, of;
  const Matrix& matrix;
};

/// `progress` is told by whichever thread was there, one at a time. What is not done when it is
/// cancelled is not finished.
std::variant<Matrix, sim::Problem> make_matrix(
    const sim::Library& library, const MatrixTask& task, const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress = {});

}  // namespace locklab::app
