// Computes the matrix on several threads, with a search for each cell and each of its grounds.
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
  std::vector<std::string> strategies;  ///< empty for all
  std::vector<std::string>
      faults;  ///< kinds, such as "pause"; empty for all, and the column without faults
  std::uint32_t threads = 2;
  std::uint64_t most_states = 8'000'000;  ///< limit per search; a larger one stays unfinished
};

/// The numbers of finished cells and of all cells, and the matrix so far.
struct MatrixProgress {
  std::size_t done, of;
  const Matrix& matrix;
};

/// Computes the matrix. Calls `progress` on any of its threads, one call at a time. Cells not done
/// when it is cancelled stay unfinished.
std::variant<Matrix, sim::Problem> make_matrix(
    const sim::Library& library, const MatrixTask& task, const std::atomic<bool>& cancelled,
    const std::function<void(const MatrixProgress&)>& progress = {});

}  // namespace locklab::app
