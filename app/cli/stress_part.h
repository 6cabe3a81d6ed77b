// The options that make `locklab stress` one of several generators: --shard, --start-at, --load.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/load/stress_work.h"
#include "sim/trace/problem.h"

namespace locklab::app {

struct StressPartOptions {
  std::optional<std::string> shard;  ///< "2/8"
  std::optional<std::string> start_at;
  std::optional<std::string> load;
};

void add_stress_part(CLI::App& stress, StressPartOptions& options);

/// Makes the only work the part of a load that the options describe, or returns why that is
/// impossible. Without --shard, the works stay as they are.
std::optional<sim::Problem> take_part(const StressPartOptions& options,
                                      std::vector<StressWork>& works);

}  // namespace locklab::app
