// What a step of a live run takes: from the key that orders it to the frame that shows it.
#pragma once

#include <variant>
#include <vector>

#include "app/stress/benchmark_json.h"
#include "sim/scenario/library.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Steps of one run, the same in the simulator's run and in the live one. In ms; a frame is laid
/// out and not rasterised, since that is the work of a graphics card.
struct StepCost {
  std::vector<double> live_ms;       ///< of each step that was the servers' own
  std::vector<double> simulated_ms;  ///< of each step of the simulated run
};

/// Steps a story of one server in an unseen window to its end. Starts that server. A sentence says
/// why it cannot be done.
std::variant<StepCost, Sentence> measure_steps(const sim::Library& library);
void add_steps(const StepCost& cost, std::vector<BenchmarkRun>& runs);
void print_steps(const StepCost& cost);

}  // namespace locklab::app
