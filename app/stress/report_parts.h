// What the report of a load says of the generators that made it.
#pragma once

#include <vector>

#include "app/stress/stress_result.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Lines about this part or about all parts; none for a load that one generator has made alone.
std::vector<Sentence> told_of_parts(const StressResult& result);

}  // namespace locklab::app
