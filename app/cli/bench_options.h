// The options of `locklab bench`, and what runs by them.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "app/cli/bench.h"
#include "app/cli/bench_compare.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct BenchCommand {
  BenchOptions options;
  CompareOptions compare;
  std::string format = "text";
};

CLI::App* add_bench(CLI::App& program, BenchCommand& command);

/// Whether the benchmark that was chosen needs the scenarios.
bool needs_library(const CLI::App& bench);
/// Runs the benchmark that was chosen. Returns the exit status.
int bench_command(const CLI::App& bench, BenchCommand& command, const sim::Library* library);

}  // namespace locklab::app
