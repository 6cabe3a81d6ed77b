#include "app/cli/beside_simulation.h"

#include "app/timeline/cause_alignment.h"
#include "app/timeline/wording.h"
#include "sim/trace/time_words.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

/// The event with its time; or that the run has none any more.
Sentence step_words(const sim::Trace& trace, std::size_t event) {
  if (event >= trace.size()) return say("nothing more happened");
  return say("{}: {}", sim::as_ms(trace[event].at), event_words(trace, event));
}

}  // namespace

Sentence beside_simulation(const sim::OpenedRun& opened, const sim::Trace& live, bool stopped) {
  const sim::Trace simulated = sim::simulate(opened.scenario, sim::to_string(opened.name));
  const auto difference = align_by_cause(simulated, live).difference;
  if (!difference) return say("Step by step the same as in the simulator; only the times differ.");
  if (stopped && difference->other == live.size())
    return say("Step by step the same as in the simulator, as far as it went.");
  return say("The first step that differs from the simulator's: {}; there: {}.",
             step_words(live, difference->other), step_words(simulated, difference->one));
}

}  // namespace locklab::app
