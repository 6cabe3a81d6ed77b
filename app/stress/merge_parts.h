// Merges what all generators of a load have measured into one result, and compares their holds of
// the locks that they shared.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// A part, and the file that it comes from.
struct NamedPart {
  std::string file;
  StressResult result;
};

/// Merges the parts of one load. A problem: a part is missing or twice, or they are not of one
/// load.
std::variant<StressResult, sim::Problem> merge_parts(std::vector<NamedPart> parts);

}  // namespace locklab::app
