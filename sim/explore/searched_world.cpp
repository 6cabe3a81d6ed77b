#include "sim/explore/searched_world.h"

namespace locklab::sim {

SearchedWorld::SearchedWorld(const Scenario& scenario, Choice& choice)
    : world(scenario, choice), checker(world.trace().info), phases(scenario.clients.size()) {
  world.record_without_steps();
  judge();
}

namespace {

std::optional<Phase> phase_after(EventKind kind) {
  switch (kind) {
    case EventKind::attempt:
      return Phase::acquire;
    case EventKind::refused:
      return Phase::wait;
    case EventKind::acquired:
    case EventKind::entered:
      return Phase::hold;
    case EventKind::releasing:
      return Phase::release;
    case EventKind::released:
    case EventKind::gave_up:
    case EventKind::finished:
      return Phase::idle;
    default:
      return std::nullopt;
  }
}

}  // namespace

void SearchedWorld::judge() {
  const Trace& trace = world.trace();
  for (; judged < trace.size(); ++judged) {
    checker.on(trace, judged);
    const Event& event = trace[judged];
    if (event.client == no_client) continue;
    if (const auto phase = phase_after(event.kind)) phases[index(event.client)] = *phase;
  }
}

std::uint64_t SearchedWorld::fingerprint(Properties wanted) const {
  Fingerprint print;
  world.fingerprint(print);
  checker.fingerprint(print, world.trace(), wanted);
  for (const Phase phase : phases) print.add(static_cast<std::uint64_t>(phase));
  return print.value();
}

}  // namespace locklab::sim
