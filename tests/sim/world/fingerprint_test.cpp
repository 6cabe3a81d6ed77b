// Two states have the same fingerprint only if the same will happen in both: a search that merges
// others misses what happens in one of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

std::uint64_t fingerprint_at(const Scenario& scenario, Duration at) {
  Dice dice(1);
  World world(scenario, dice);
  for (auto next = world.next_at(); next && *next <= us(at); next = world.next_at()) world.step();
  world.pass_until(us(at));
  Fingerprint print;
  world.fingerprint(print);
  return print.value();
}

/// One client sends its claim to n1 at 3 ms; links take 1 ms.
Scenario one_claim() {
  Scenario scenario = small_world("setnx_del", 1);
  scenario.clients.front().start = 3ms;
  scenario.latency = 1ms;
  scenario.jitter = 0ms;
  return scenario;
}

TEST(WorldFingerprint, TwoReplicasThatGetAChangeAtEachOthersTimesAreAnotherState) {
  const auto lags = [](Duration first, Duration second) {
    Scenario scenario = one_claim();
    for (const auto& [name, lag] : {std::pair{"n2", first}, std::pair{"n3", second}}) {
      NodeSpec& replica = scenario.nodes.emplace_back();
      replica.name = name;
      replica.replica_of = "n1";
      replica.replication_lag = lag;
    }
    return fingerprint_at(scenario, 5ms);
  };
  EXPECT_EQ(lags(20ms, 30ms), lags(20ms, 30ms));
  EXPECT_NE(lags(20ms, 30ms), lags(30ms, 20ms));
}

TEST(WorldFingerprint, TwoHoldsThatEndInTheOtherOrderAreAnotherState) {
  for (const NodeId node : {NodeId{0}, resource_node}) {
    const auto holds = [node](Duration first, Duration second) {
      Scenario scenario = one_claim();
      for (const Duration time : {first, second}) {
        Fault hold = fault_at(FaultKind::hold, 1ms);
        hold.client = ClientId{0};
        hold.node = node;
        hold.duration = time;
        scenario.faults.push_back(hold);
      }
      return fingerprint_at(scenario, 8ms);
    };
    EXPECT_EQ(holds(20ms, 30ms), holds(20ms, 30ms));
    EXPECT_NE(holds(20ms, 30ms), holds(30ms, 20ms)) << "the first has caught what was sent";
  }
}

}  // namespace
}  // namespace locklab::sim
