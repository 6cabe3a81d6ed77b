#include "app/cli/beside_simulation.h"

#include "app/timeline/cause_alignment.h"
#include "app/timeline/difference_words.h"
#include "sim/trace/time_words.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

/// What a run does there, with its time.
Sentence step_words(const sim::Trace& run, std::size_t here, const sim::Trace& other,
                    std::size_t there) {
  const Sentence words = words_of_difference(run, here, other, there);
  return here < run.size() ? say("{}: {}", sim::as_ms(run[here].at), words) : words;
}

}  // namespace

Sentence beside_simulation(const sim::OpenedRun& opened, const sim::Trace& live, bool stopped) {
  const sim::Trace simulated = sim::simulate(opened.scenario, sim::to_string(opened.name));
  const auto difference = align_by_cause(simulated, live).difference;
  if (!difference) return say("Step by step the same as in the simulator; only the times differ.");
  if (stopped && difference->other == live.size())
    return say("Step by step the same as in the simulator, as far as it went.");
  return say("The first step that differs from the simulator's: {}; there: {}.",
             step_words(live, difference->other, simulated, difference->one),
             step_words(simulated, difference->one, live, difference->other));
}

}  // namespace locklab::app
