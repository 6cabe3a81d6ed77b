// Clients are destroyed at every step of every strategy. Under AddressSanitizer nothing may leak,
// dangle or be freed twice, and the other clients continue.
#include <gtest/gtest.h>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

/// Every strategy, and the switches that take another path through its coroutines.
std::vector<Scenario> worlds() {
  std::vector<Scenario> all;
  for (const Strategy& strategy : strategies())
    all.push_back(small_world(std::string(strategy.id)));
  const std::pair<const char*, const char*> with_switches[] = {
      {"setnx_expire", "how='multi'"},
      {"atomic_decr", "sell='lua'"},
      {"watchdog", "client={alice={work_ms=120}}"},
      {"watchdog", "renew='expire', client={alice={work_ms=80}}"},
      {"redlock", "order='parallel'"},
      {"redlock", "period_ms=10, client={alice={work_ms=90}}"},
      // The client loses its lease in the middle of its work.
      {"redlock", "client={alice={work_ms=90}}"}};
  for (const auto& [strategy, settings] : with_switches)
    all.push_back(
        calm_world(strategy, std::string(settings) + ", jitter_ms=0.5, retry_jitter_ms=2"));
  return all;
}

struct Stepped {
  explicit Stepped(const Scenario& scenario) : dice(scenario.seed), world(scenario, dice) {}
  /// Takes up to `most` steps. Returns the number of steps taken.
  std::size_t step(std::size_t most = SIZE_MAX) {
    std::size_t steps = 0;
    while (steps < most && world.step()) ++steps;
    return steps;
  }
  Dice dice;
  World world;
};

class CrashEverywhere : public testing::TestWithParam<std::size_t> {};

TEST_P(CrashEverywhere, AClientCanDieAtAnyStepAndTheOtherGoesOn) {
  const Scenario scenario = worlds()[GetParam()];
  const std::size_t steps = Stepped(scenario).step();
  ASSERT_GT(steps, 4u);
  for (std::size_t at = 0; at <= steps; ++at) {
    SCOPED_TRACE(scenario.strategy + " at step " + std::to_string(at));
    Stepped stepped(scenario);
    stepped.step(at);
    const Trace& trace = stepped.world.trace();
    const std::size_t before = trace.size();
    stepped.world.client(ClientId{0}).crash();
    stepped.world.run();
    ASSERT_EQ(count(trace, EventKind::client_crashed), 1u);
    for (std::size_t i = before; i < trace.size(); ++i)
      EXPECT_FALSE(trace[i].client == ClientId{0} &&
                   (trace[i].kind == EventKind::sent || trace[i].kind == EventKind::received ||
                    trace[i].kind == EventKind::entered))
          << name(trace[i].kind);
    ASSERT_EQ(count(trace, EventKind::finished, ClientId{1}), 1u);
  }
}

TEST_P(CrashEverywhere, AWorldCanBeThrownAwayAtAnyStep) {
  const Scenario scenario = worlds()[GetParam()];
  const std::size_t steps = Stepped(scenario).step();
  for (std::size_t at = 0; at <= steps; ++at) Stepped(scenario).step(at);
}

TEST_P(CrashEverywhere, AClientCanDieAtAnyEventOfItsOwn) {
  // The trigger fires while the client's own coroutine is on the stack.
  const Scenario calm = worlds()[GetParam()];
  const Trace undisturbed = simulate(calm);
  for (std::size_t i = 0; i < undisturbed.size(); ++i) {
    const Event& event = undisturbed[i];
    if (event.client != ClientId{0}) continue;
    Scenario scenario = calm;
    Fault crash = when(event.kind, on_client(FaultKind::crash, 0ms));
    crash.trigger.client = event.client;
    for (std::size_t before = 0; before < i; ++before)
      crash.trigger.nth +=
          undisturbed[before].kind == event.kind && undisturbed[before].client == event.client;
    scenario.faults.push_back(crash);
    const Trace trace = simulate(scenario);
    EXPECT_EQ(count(trace, EventKind::client_crashed), 1u) << scenario.strategy << ", event " << i;
  }
}

TEST_P(CrashEverywhere, AClientCanBePausedAtAnyStepAndGoesOnAfterwards) {
  const Scenario scenario = worlds()[GetParam()];
  const std::size_t steps = Stepped(scenario).step();
  for (std::size_t at = 0; at < steps; ++at) {
    Stepped stepped(scenario);
    stepped.step(at);
    stepped.world.apply(for_ms(on_client(FaultKind::pause, 0ms), 30ms));
    stepped.world.run();
    EXPECT_EQ(count(stepped.world.trace(), EventKind::finished), 2u)
        << scenario.strategy << " at step " << at;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryStrategy, CrashEverywhere,
                         testing::Range<std::size_t>(0, worlds().size()), [](const auto& world) {
                           return worlds()[world.param].strategy + "_" +
                                  std::to_string(world.param);
                         });

}  // namespace
}  // namespace locklab::sim
