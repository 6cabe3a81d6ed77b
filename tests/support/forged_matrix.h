// A matrix as large as the real one, which takes minutes: a real search in one cell, and arbitrary
// results in the others.
#pragma once

#include <atomic>
#include <string>

#include "app/explore/make_matrix.h"
#include "lock/strategy.h"

namespace locklab::test {

/// The matrix with a real search in the cell of `strategy` and of one fault of `kind`.
inline app::Matrix forged_matrix(const std::string& strategy, const std::string& kind) {
  app::Matrix matrix;
  for (const Strategy& one : strategies()) matrix.strategies.emplace_back(one.id);
  matrix.faults.emplace_back();
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::StrikeKind::count_); ++i)
    matrix.faults.emplace_back(sim::name(static_cast<sim::StrikeKind>(i)));
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row)
    for (std::size_t column = 0; column < matrix.faults.size(); ++column) {
      app::MatrixCell& cell = matrix.cells.emplace_back();
      cell.strategy = matrix.strategies[row];
      cell.faults = matrix.faults[column];
      cell.done = true;
      cell.applies = (row + column) % 9 != 0;
      if (!cell.applies) continue;
      for (std::size_t i = 0; i < sim::property_count; ++i) {
        app::PropertyCell& property = cell.properties.emplace_back();
        property.property = static_cast<sim::Property>(i);
        property.promised = i < 5;
        const std::size_t die = (row * 7 + column * 3 + i) % 14;
        property.standing = static_cast<app::Standing>(die / 6 + die / 13);
      }
    }
  const std::atomic<bool> cancelled = false;
  app::MatrixTask task;
  task.strategies = {strategy};
  task.faults = {kind};
  const auto made = app::make_matrix(sim::Library(), task, cancelled);
  for (std::size_t i = 0; i < matrix.cells.size(); ++i)
    if (matrix.strategies[i / matrix.faults.size()] == strategy &&
        matrix.faults[i % matrix.faults.size()] == kind)
      matrix.cells[i] = std::get<app::Matrix>(made).cells[0];
  return matrix;
}

}  // namespace locklab::test
