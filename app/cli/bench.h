// The program's own speed, measured where it runs: `locklab bench`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/scenario/library.h"

namespace locklab::app {

struct BenchOptions {
  bool json = false;         ///< one JSON object instead of a table
  std::string simgrid_peer;  ///< a program that plays the same ping-pong in SimGrid; empty: none
  std::string spin_peer;     ///< a program that searches the same model with Spin; empty: none
  std::uint64_t events = 1'000'000;  ///< of the window's trace
  bool large = false;                ///< also one ten times as long
};

/// Sixteen clients with a key each on one node: they take the lock and let it go, again and again,
/// 14 events a round of each.
sim::Scenario sixteen_clients(const std::string& strategy, std::uint32_t rounds);

/// Processor time of this thread: the machine may be shared.
double processor_seconds();

/// Measures the simulator. The exit status.
int bench_sim(const BenchOptions& options);

/// Measures the explorer: Redlock searched to the end, where anything under way may be next. The
/// exit status; 1 where Spin finds other outcomes.
int bench_explore(const sim::Library& library, const BenchOptions& options);

/// Measures the window's work for a frame, without a screen, and what a user waits for: loading,
/// seeking, branching. The exit status.
int bench_gui(const sim::Library& library, const BenchOptions& options);

/// Measures locks on a real Redis of its own. The exit status; 3 where none can be started.
int bench_live(const BenchOptions& options);

/// What the real window takes, on the display that is there.
struct WindowFigures {
  double first_frame_ms = 0;  ///< from the program's start to a frame that shows its first run
  double first_frame_processor_ms = 0;  ///< of that, the program's own work
  double idle_ms = 0;                   ///< for so long it was watched while nothing happened
  std::uint64_t idle_frames = 0;
  double idle_processor_ms = 0;
};

/// Starts the program anew, as a user's first start, and ends it. Nothing: no window can be opened
/// here.
std::optional<WindowFigures> measure_window();

}  // namespace locklab::app
