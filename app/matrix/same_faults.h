// Looks up in the matrix how another lock fares under the faults of a run: keeping its promises in
// one schedule proves nothing about the others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/matrix/matrix.h"
#include "sim/scenario/fault.h"

namespace locklab::app {

/// The columns of the matrix for these faults, without duplicates: "" first, then for example
/// "pause".
std::vector<std::string> columns_of(const std::vector<sim::Fault>& faults);

/// Whether some schedule with one fault of a kind among `faults`, or with none, breaks the property
/// of the lock; false for cells missing from the matrix.
bool breaks_under(const Matrix& matrix, std::string_view strategy, sim::Property property,
                  const std::vector<sim::Fault>& faults);

}  // namespace locklab::app
