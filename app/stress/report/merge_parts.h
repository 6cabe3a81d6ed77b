// Merges the measurements of all generators of a load into one result, and compares their holds of
// shared locks.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// A part and its source file.
struct NamedPart {
  std::string file;
  StressResult result;
};

/// Merges the parts of one load. Returns a problem if a part is missing or duplicated, or if they
/// belong to different loads. There must be at least one.
std::variant<StressResult, sim::Problem> merge_parts(std::vector<NamedPart> parts);

}  // namespace locklab::app
