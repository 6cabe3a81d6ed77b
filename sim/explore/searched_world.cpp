#include "sim/explore/searched_world.h"

namespace locklab::sim {

SearchedWorld::SearchedWorld(const Scenario& scenario, Choice& choice)
    : world(scenario, choice), checker(world.trace().info) {
  world.record_without_steps();
  judge();
}

void SearchedWorld::judge() {
  const Trace& trace = world.trace();
  const std::size_t first = judged;
  bool any_fault = false;
  for (; judged < trace.size(); ++judged) {
    const Event& event = trace[judged];
    checker.on(trace, judged);
    courses.on(event);
    any_fault |= subject_of(event.kind) != Subject::none;
    if (event.kind == EventKind::node_demoted)
      LOCKLAB_ASSERT((event.detail == 1) ==
                     is_down(checker.faults().nodes().condition(event.node)));
  }
  for (std::size_t i = first; any_fault && i < judged; ++i) compare_faults(trace[i]);
}

void SearchedWorld::compare_faults(const Event& event) {
  const FaultStates& read = checker.faults();
  const Subject subject = subject_of(event.kind);
  if (subject == Subject::client) {
    const Client& client = world.client(event.client);
    LOCKLAB_ASSERT(read.clients().crashed(event.client) == client.crashed());
    LOCKLAB_ASSERT(read.clients().paused(event.client) == client.paused());
  } else if (subject == Subject::node) {
    const Node& node = world.node(event.node);
    const NodeCondition condition = read.nodes().condition(event.node);
    LOCKLAB_ASSERT(is_down(condition) == !node.has_process());
    LOCKLAB_ASSERT((condition == NodeCondition::frozen) == node.stopped());
  } else if (subject == Subject::link) {
    const LinkState link = read.links().at(event.client, event.node);
    std::uint8_t cut = 0;
    std::uint8_t held = 0;
    for (const LinkFault& fault : world.network().link(event.client, event.node).faults) {
      const int ways = (fault.requests ? 1 : 0) | (fault.replies ? 2 : 0);
      if (fault.kind == FaultKind::cut) cut = static_cast<std::uint8_t>(cut | ways);
      if (fault.kind == FaultKind::hold) held = static_cast<std::uint8_t>(held | ways);
    }
    LOCKLAB_ASSERT(link.cut == cut);
    LOCKLAB_ASSERT(link.held == held);
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
