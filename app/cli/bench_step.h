// The duration of a step of a live run: from the key press to the frame that shows it.
#pragma once

#include <variant>
#include <vector>

#include "app/stress/report/benchmark_json.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Steps of one run, the same in the simulated and the live run. In ms; a frame is laid out but not
/// rasterised, since that is a graphics card's work.
struct StepCost {
  std::vector<double> live_ms;       ///< each step performed by the servers
  std::vector<double> simulated_ms;  ///< each step of the simulated run
};

/// Steps a single-server story in an unseen window to its end, on a server that it starts. A
/// sentence if that is impossible.
std::variant<StepCost, Sentence> measure_steps(const sim::Library& library);
void add_steps(const StepCost& cost, std::vector<BenchmarkRun>& runs);
void print_steps(const StepCost& cost);

}  // namespace locklab::app
