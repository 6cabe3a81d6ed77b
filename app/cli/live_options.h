// The options of `locklab run` for live runs: on which servers, and how they go.
#pragma once

#include <CLI/CLI.hpp>

#include "app/cli/commands.h"

namespace locklab::app {

void add_live_options(CLI::App& run, RunOptions& options);

}  // namespace locklab::app
