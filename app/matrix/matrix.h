// The matrix: every strategy against every kind of fault, with the promises that hold within the
// bounds, those that break, and a run that shows it. Each cell is searched separately, on several
// grounds (app/explore/make_matrix.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.h"
#include "sim/explore/explore.h"

namespace locklab::app {

/// The result for one property in one cell.
enum class Standing : std::uint8_t {
  /// Not broken, as exhaustive searches show: on every ground if promised, else on the first.
  kept,
  broken,        ///< broken on some ground, with a run that shows it
  not_finished,  ///< not broken in the part searched
  vacuous,       ///< not broken, but the fault never affected a client using the lock
  count_
};
std::string_view name(Standing standing);

struct PropertyCell {
  sim::Property property = sim::Property::mutual_exclusion;
  bool promised = false;
  Standing standing = Standing::not_finished;
  std::string ground;  ///< the ground on which it breaks (app/matrix/grounds.h)
  std::string run;     ///< name of the counterexample
  std::string why;
  std::string why_in_chinese;

  /// The reason in a language, or in English without a translation.
  const std::string& why_in(Language language) const {
    return language == Language::chinese && !why_in_chinese.empty() ? why_in_chinese : why;
  }
};

/// The search of a cell on one ground.
struct GroundSearch {
  std::string ground;
  std::uint64_t states = 0;
  sim::StrikeCounts struck;
  bool exhausted = false;  ///< the search was finished, so what was not broken holds here
  double seconds = 0;
};

struct MatrixCell {
  std::string strategy;
  std::string faults;   ///< "" or "pause=1"
  bool done = false;    ///< the search has ended
  bool applies = true;  ///< false if the fault has no target
  std::vector<PropertyCell> properties;
  std::vector<GroundSearch> grounds;  ///< the grounds searched, until all promises were broken

  // Over all grounds:
  std::uint64_t states() const;
  double seconds() const;
  sim::StrikeCounts struck() const;
};

struct Matrix {
  std::vector<std::string> strategies;  ///< rows
  std::vector<std::string> faults;      ///< columns: kinds of faults; "" for none
  std::vector<MatrixCell> cells;        ///< row by row
  double seconds = 0;                   ///< spent on computing it

  /// The number of cells that were searched to the end or need no search.
  std::size_t finished() const;
  bool complete() const { return finished() == cells.size(); }

  const MatrixCell& cell(std::size_t row, std::size_t column) const {
    return cells[row * faults.size() + column];
  }
};

}  // namespace locklab::app
