#include "app/timeline/words/client_progress.h"

#include "lock/strategy.h"

namespace locklab::app {

bool has_critical_section(const sim::TraceInfo& info) {
  const Strategy* strategy = find_strategy(info.strategy);
  return !strategy || !strategy->atomic_work;
}

ClientProgress progress_of(const sim::RunState& run, ClientId client, bool critical) {
  const sim::ClientCourse course = run.courses().of(client);
  ClientProgress progress;
  progress.present = course.present;
  progress.releasing = course.phase == sim::Phase::release;
  progress.paused = run.clients().paused(client);
  if (!course.present) return progress;
  const bool inside = run.locks().inside_any(client);
  progress.inside = critical && inside;
  progress.unlocked = progress.inside && !run.locks().holds_any(client);
  progress.waits = critical ? run.locks().waits_for_any(client) : inside;
  progress.believes = critical && run.beliefs().any(client);
  return progress;
}

}  // namespace locklab::app
