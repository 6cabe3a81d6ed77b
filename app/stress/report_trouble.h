// What was not well in a load, and what its figures are of then: servers that were lost, commands
// without an answer, a load generator that was late.
#pragma once

#include <string_view>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Why a command had no good reply, for people: "no connection: Connection refused".
Sentence error_words(std::string_view error);

/// A line each; empty: nothing was.
std::vector<Sentence> troubles_of(const StressResult& result);

}  // namespace locklab::app
