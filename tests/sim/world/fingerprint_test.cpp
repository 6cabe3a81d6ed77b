// Two states have the same fingerprint only if they have the same future: a search that merges
// others misses what follows one of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

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

/// alice sends her claim to n1 at 3 ms; links take 1 ms.
Scenario one_claim(const std::string& nodes, const std::vector<std::string>& faults) {
  return calm_world("setnx_del", "clients=1, client={alice={start_ms=3}}, node=[{}" + nodes + "]",
                    faults);
}

TEST(WorldFingerprint, TwoReplicasThatGetAChangeAtEachOthersTimesAreAnotherState) {
  const auto lags = [](int first, int second) {
    const std::string replica = ", {{replica_of='n1', replication_lag_ms={}}}";
    return fingerprint_at(
        one_claim(fmt::format(fmt::runtime(replica + replica), first, second), {}), 5ms);
  };
  EXPECT_EQ(lags(20, 30), lags(20, 30));
  EXPECT_NE(lags(20, 30), lags(30, 20));
}

TEST(WorldFingerprint, TwoHoldsThatEndInTheOtherOrderAreAnotherState) {
  for (const std::string node : {"n1", "stock"}) {
    const auto holds = [&](const std::string& first, const std::string& second) {
      const std::string hold = "at 1ms hold alice " + node + " ";
      return fingerprint_at(one_claim("", {hold + first, hold + second}), 8ms);
    };
    EXPECT_EQ(holds("20ms", "30ms"), holds("20ms", "30ms"));
    EXPECT_NE(holds("20ms", "30ms"), holds("30ms", "20ms")) << "the first has caught what was sent";
  }
}

}  // namespace
}  // namespace locklab::sim
