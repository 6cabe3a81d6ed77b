// Every strategy against every kind of fault: which promises hold within the bounds, which break,
// and the run that shows it. Each cell is a search of its own.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/language.h"
#include "sim/explore/explore.h"

namespace locklab::app {

/// What became of one property in one cell.
enum class Standing : std::uint8_t {
  kept,          ///< searched exhaustively, and not broken
  broken,        ///< there is a run that shows it
  not_finished,  ///< not broken in what was searched
};
std::string_view name(Standing standing);

struct PropertyCell {
  Property property = Property::mutual_exclusion;
  bool promised = false;
  Standing standing = Standing::not_finished;
  std::string run;  ///< of a counterexample
  std::string why;
  std::string why_in_chinese;

  /// In English where nothing else is there.
  const std::string& why_in(Language language) const {
    return language == Language::chinese && !why_in_chinese.empty() ? why_in_chinese : why;
  }
};

struct MatrixCell {
  std::string strategy;
  std::string faults;   ///< "" or "pause=1"
  bool done = false;    ///< it was searched
  bool applies = true;  ///< false: there is nothing that this fault could strike
  std::vector<PropertyCell> properties;
  sim::SearchCounts counts;
  double seconds = 0;
};

struct Matrix {
  std::vector<std::string> strategies;  ///< rows
  std::vector<std::string> faults;      ///< columns: budgets, the first is ""
  std::vector<MatrixCell> cells;        ///< row by row
  double seconds = 0;

  /// How many cells were searched to their end, or need no search.
  std::size_t finished() const;
  bool complete() const { return finished() == cells.size(); }

  const MatrixCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * faults.size() + column];
  }
};

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
