// The classic counterexample. The simplest one is often a curiosity, such as a pause of a client
// that does not hold the lock yet. In the textbook version the fault hits a lock holder.
#include <algorithm>

#include "sim/explore/explore.h"
#include "sim/explore/levels.h"
#include "sim/scenario/fault_plan.h"
#include "sim/trace/state/client_course.h"
#include "sim/world/simulate.h"

namespace locklab::sim {

namespace {

/// Bound of a search for a classic counterexample; a longer one would hardly ever find any.
constexpr std::uint64_t most_transitions_for_classics = 300'000;

/// Whether some fault of the path hits a client that holds the lock; for a fault of a node, whether
/// any client holds it.
bool strikes_while_held(const Scenario& scenario, const Path& path, const Trace& trace) {
  std::vector<std::size_t> strikes;
  const auto all = strikes_of(with_path(scenario, path).faults, trace);
  for (std::size_t i = scenario.faults.size(); i < all.size(); ++i)
    strikes.insert(strikes.end(), all[i].begin(), all[i].end());
  ClientCourses courses;
  const auto holds = [&](std::size_t client) {
    return courses.of(static_cast<ClientId>(client)).phase == Phase::hold;
  };
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (std::find(strikes.begin(), strikes.end(), i) != strikes.end() && !ends_fault(event.kind)) {
      if (event.client != no_client && holds(index(event.client))) return true;
      for (std::size_t c = 0; event.client == no_client && c < trace.info.clients.size(); ++c)
        if (holds(c)) return true;
    }
    courses.on(event);
  }
  return false;
}

}  // namespace

void add_classics(const SearchSpec& spec, Answer& answer,
                  const std::function<bool(const SearchCounts&)>& watch) {
  const Scenario& scenario = spec.run.scenario;
  const Keeps held = [&](const Path& path, const Trace& trace) {
    return strikes_while_held(scenario, path, trace);
  };
  for (std::uint32_t strikes = 1; strikes <= strikes_in(spec.budget); ++strikes) {
    SearchTask task = spec.task();
    std::uint32_t wanted = 0;
    for (const Counterexample& one : answer.broken)
      if (one.faults == strikes && !held(one.path, simulate(with_path(scenario, one.path))))
        wanted |= 1u << static_cast<std::size_t>(one.property);
    if (wanted == 0) continue;
    task.wanted = Properties(wanted);
    task.most_strikes = strikes;
    task.most_transitions = most_transitions_for_classics;
    task.while_held = true;
    const SearchResult found = search(task, watch);
    for (Counterexample& one : answer.broken) {
      const auto& path = found.broken[static_cast<std::size_t>(one.property)];
      if (path && path->strikes == strikes)
        one.also = breaking_run(spec, one.property, *path, held);
    }
  }
}

}  // namespace locklab::sim
