// What the matrix says of another lock under the faults of a run: that it keeps its promises in one
// schedule is no proof for the others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/matrix/matrix.h"
#include "sim/scenario/fault.h"

namespace locklab::app {

/// The columns of the matrix that stand for these faults, each once: "" first, then "pause".
std::vector<std::string> columns_of(const std::vector<sim::Fault>& faults);

/// Whether some schedule with one fault of a kind among `faults`, or with none, breaks the property
/// of the lock. What the matrix does not contain, it does not break.
bool breaks_under(const Matrix& matrix, std::string_view strategy, sim::Property property,
                  const std::vector<sim::Fault>& faults);

}  // namespace locklab::app
