// The duration of a step of a live run: from the key press to the frame that shows it.
#pragma once

#include <variant>
#include <vector>

#include "app/stress/report/benchmark_json.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Durations of the steps of one run, simulated and live, in ms. A frame is laid out but not
/// rasterised, since that is the work of a graphics card.
struct StepCost {
  std::vector<double> live_ms;       ///< each step performed by the servers
  std::vector<double> simulated_ms;  ///< each step of the simulated run
};

/// Steps a story with one server to its end in an invisible window: first simulated, then on a
/// server that it starts. Returns a sentence with the reason if a run cannot be stepped.
std::variant<StepCost, Sentence> measure_steps(const sim::Library& library);
void add_steps(const StepCost& cost, std::vector<BenchmarkRun>& runs);
void print_steps(const StepCost& cost);

}  // namespace locklab::app
