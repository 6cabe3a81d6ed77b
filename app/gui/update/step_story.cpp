#include "app/gui/update/step_story.h"

#include <variant>

#include "sim/scenario/run_name.h"

namespace locklab::app {

bool is_run_of_step(const ShownRun& run, const std::string& step) {
  if (run.judged.name == step) return true;
  const auto wanted = sim::parse_run_name(step);
  const auto here = sim::parse_run_name(run.judged.name);
  const auto* a = std::get_if<sim::RunName>(&wanted);
  const auto* b = std::get_if<sim::RunName>(&here);
  if (!a || !b) return run.judged.scenario.name == step;
  // "F06" matches "F06_pause_past_ttl"; a name without a hash or a seed matches any.
  return b->scenario.starts_with(a->scenario) && b->variation == a->variation &&
         (!a->hash || a->hash == b->hash) &&
         (!a->changes.seed || a->changes.seed == b->changes.seed) &&
         a->changes.strategy == b->changes.strategy && a->changes.set == b->changes.set &&
         a->changes.faults == b->changes.faults;
}

}  // namespace locklab::app
