// `locklab bench`: measures the program's own speed on this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/stress/report/benchmark_json.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct BenchOptions {
  std::vector<BenchmarkRun>* runs = nullptr;  ///< receives the measurements; null to print a table
  std::string simgrid_peer;  ///< program that plays the same ping-pong in SimGrid; empty for none
  std::string spin_peer;     ///< program that searches the same model with Spin; empty for none
  std::uint64_t events = 1'000'000;  ///< approximate number of events of the window's trace
  bool large = false;                ///< also measure a trace ten times as long
};

/// Sixteen clients on one node, each with its own key, that acquire and release repeatedly. With
/// setnx_del or set_px_lua, that is 14 events per client and round.
sim::Scenario sixteen_clients(const std::string& strategy, std::uint32_t rounds);

/// Processor time of this thread in seconds. Unlike elapsed time, it excludes other processes.
double processor_seconds();

/// Measures the simulator. Returns the exit status.
int bench_sim(const BenchOptions& options);

/// Measures the explorer: searches Redlock exhaustively in asynchronous mode. Returns the exit
/// status: 1 if reduced and unreduced searches, or Spin, reach different outcomes, or if searches
/// by snapshots and by replays count different transitions.
int bench_explore(const sim::Library& library, const BenchOptions& options);

/// Measures, without a screen, the processor time of a frame of the window, and of loading, seeking
/// and branching; then the real window, if one can be opened. Returns the exit status.
int bench_gui(const sim::Library& library, const BenchOptions& options);

/// Measures locks on a real Redis that it starts, the proxy in front of it, and the steps of a live
/// run. Returns the exit status; 3 if Redis cannot be started.
int bench_live(const sim::Library& library, const BenchOptions& options);

/// Measurements of the real window on the current display.
struct WindowFigures {
  double first_frame_ms = 0;            ///< from the program's start to the first frame with a run
  double first_frame_processor_ms = 0;  ///< processor time used until then
  double idle_ms = 0;                   ///< length of the interval at rest, about a second
  std::uint64_t idle_frames = 0;
  double idle_processor_ms = 0;
};

/// Starts the program with the settings of a new user, measures it and ends it. nullopt if no
/// window can be opened, or if it takes more than a minute to show a run or to come to rest.
std::optional<WindowFigures> measure_window();

}  // namespace locklab::app
