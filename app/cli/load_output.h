// Prints and saves the results of loads, after a load and after a merge of its parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/load/stress_result.h"
#include "app/words/language.h"
#include "sim/trace/problem.h"

namespace locklab::app {

struct LoadOutput {
  bool json = false;
  std::optional<std::string> out;  ///< FILE.html, .json, .benchmark.json or .csv
  Language language = Language::english;
};

/// Whether the file's name selects Google Benchmark's JSON, which merge cannot read.
bool is_benchmark_json(const std::string& file);

/// The problem of a file's name that does not end in a known format; nullopt if it does.
std::optional<sim::Problem> unknown_format(const std::string& file);

/// Prints and saves the results. Returns the exit status.
int tell_loads(const std::vector<StressResult>& results, const LoadOutput& output);

}  // namespace locklab::app
