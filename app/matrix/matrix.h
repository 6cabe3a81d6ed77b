// Every strategy against every kind of fault: which promises hold within the bounds, which break,
// and the run that shows it. Each cell is a search of its own (app/explore/make_matrix.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.h"
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

}  // namespace locklab::app
