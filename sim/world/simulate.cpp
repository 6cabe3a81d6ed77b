#include "sim/world/simulate.h"

#include "lock/assert.h"
#include "sim/world/dice.h"
#include "sim/world/scheduled.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

Trace run_of(const Scenario& scenario, const std::string& run, RunProgress* progress) {
  Dice dice(scenario.seed);
  const Schedule usual;
  Scheduled scheduled(scenario.schedule ? *scenario.schedule : usual);
  const bool follows = scenario.schedule || scenario.semantics == Semantics::asynchronous;
  Choice& choice = follows ? static_cast<Choice&>(scheduled) : dice;
  World world(scenario, choice, run);
  constexpr std::size_t steps_between_looks = 1024;
  while (progress && !progress->cancelled) {
    std::size_t steps = 0;
    while (steps < steps_between_looks && world.step()) ++steps;
    progress->events = world.trace().size();
    if (steps < steps_between_looks) break;
  }
  if (!progress || !progress->cancelled) world.run();
  return std::move(world.trace());
}

}  // namespace

Trace simulate(const Scenario& scenario, const std::string& run, RunProgress* progress) {
  try {
    return run_of(scenario, run, progress);
  } catch (BrokenInvariant& broken) {
    broken.in("the run '" + (run.empty() ? scenario.name : run) + "'");
    throw;
  }
}

}  // namespace locklab::sim
