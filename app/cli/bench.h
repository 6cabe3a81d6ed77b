// The program's own speed, measured where it runs: `locklab bench`.
#pragma once

#include <string>

namespace locklab::app {

struct BenchOptions {
  bool json = false;         ///< one JSON object instead of a table
  std::string simgrid_peer;  ///< a program that plays the same ping-pong in SimGrid; empty: none
};

/// Measures the simulator. The exit status.
int bench_sim(const BenchOptions& options);

}  // namespace locklab::app
