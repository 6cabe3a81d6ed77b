// Conditions that distort the figures of a load: lost servers, counters that could not be read,
// commands without a reply, a late load generator, link faults.
#pragma once

#include <string_view>
#include <vector>

#include "app/load/stress_result.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Error of a command in words: "no connection: Connection refused".
Sentence error_words(std::string_view error);

/// One line per condition that applies, and per outage.
std::vector<Sentence> troubles_of(const StressResult& result);

}  // namespace locklab::app
