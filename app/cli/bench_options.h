// The options of `locklab bench`, and the benchmarks that they select.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "app/cli/bench.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct BenchCommand {
  BenchOptions options;
  std::uint32_t repeat = 1;
  std::string format = "text";
  std::string typed;  ///< the whole command line, which the JSON records
};

CLI::App* add_bench(CLI::App& program, BenchCommand& command);

/// Whether the selected benchmark needs the scenarios.
bool needs_library(const CLI::App& bench);
/// Runs the selected benchmark `repeat` times, or until it fails. `library` may be null unless
/// needs_library(). Returns the exit status.
int bench_command(const CLI::App& bench, BenchCommand& command, const sim::Library* library);

}  // namespace locklab::app
