#include "sim/explore/targets.h"

#include "lock/strategy.h"

namespace locklab::sim {

bool reads_wall_clock(const Scenario& scenario) {
  const Strategy* const strategy = find_strategy(scenario.strategy);
  return (strategy && strategy->traits.has(Trait::reads_wall_clock)) ||
         scenario.lock.clock == ClockKind::wall;
}

bool strikes_clients(StrikeKind kind, const Scenario& scenario) {
  return kind == StrikeKind::crash || kind == StrikeKind::pause || kind == StrikeKind::drift ||
         kind == StrikeKind::foreign_release ||
         (kind == StrikeKind::clock_jump && reads_wall_clock(scenario));
}

bool ends_nodes(StrikeKind kind) {
  return kind == StrikeKind::kill || kind == StrikeKind::power || kind == StrikeKind::failover;
}

bool strikes_masters(StrikeKind kind) {
  return kind == StrikeKind::failover || kind == StrikeKind::split_brain;
}

bool strikes_clocks(StrikeKind kind) {
  return kind == StrikeKind::clock_jump || kind == StrikeKind::drift;
}

bool strikes_nodes(StrikeKind kind) {
  return ends_nodes(kind) || strikes_masters(kind) || strikes_clocks(kind) ||
         kind == StrikeKind::stop || kind == StrikeKind::remove;
}

bool strikes_links(StrikeKind kind) {
  return kind == StrikeKind::cut || kind == StrikeKind::hold || kind == StrikeKind::lose;
}

}  // namespace locklab::sim
