#include "sim/explore/searched_world.h"

namespace locklab::sim {

SearchedWorld::SearchedWorld(const Scenario& scenario, Choice& choice)
    : world(scenario, choice), checker(world.trace().info) {
  world.record_without_steps();
  judge();
}

void SearchedWorld::judge() {
  const Trace& trace = world.trace();
  for (; judged < trace.size(); ++judged) {
    checker.on(trace, judged);
    courses.on(trace[judged]);
  }
}

std::uint64_t SearchedWorld::fingerprint(Properties wanted) const {
  Fingerprint print;
  world.fingerprint(print);
  checker.fingerprint(print, world.trace(), wanted);
  for (std::size_t c = 0; c < world.trace().info.clients.size(); ++c)
    print.add(static_cast<std::uint64_t>(phase_of(c)));
  return print.value();
}

}  // namespace locklab::sim
