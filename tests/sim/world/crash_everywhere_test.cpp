// Clients are destroyed at every step of every strategy: run under ASan, nothing may leak, dangle
// or double-free, and the world goes on for the others.
#include <gtest/gtest.h>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// Every strategy, and those switches that take another path through its coroutines.
std::vector<Scenario> worlds() {
  std::vector<Scenario> all;
  for (const Strategy& strategy : strategies())
    all.push_back(small_world(std::string(strategy.id)));
  all.push_back(small_world("setnx_expire"));
  all.back().lock.how = How::multi;
  all.push_back(small_world("atomic_decr"));
  all.back().lock.sell = Sell::lua;
  all.push_back(small_world("watchdog"));
  all.back().clients[0].work = 120ms;
  all.push_back(small_world("watchdog"));
  all.back().lock.renew = Renew::expire;
  all.back().clients[0].work = 80ms;
  all.push_back(small_world("redlock"));
  all.back().lock.order = Order::parallel;
  all.push_back(small_world("redlock"));
  all.back().lock.period = 10ms;
  all.back().clients[0].work = 90ms;
  all.push_back(small_world("redlock"));  // loses its lease in the middle of its work
  all.back().clients[0].work = 90ms;
  return all;
}

std::size_t steps_of(const Scenario& scenario) {
  Dice dice(scenario.seed);
  World world(scenario, dice);
  std::size_t steps = 0;
  while (world.step()) ++steps;
  return steps;
}

class CrashEverywhere : public testing::TestWithParam<std::size_t> {};

TEST_P(CrashEverywhere, AClientCanDieAtAnyStepAndTheOtherGoesOn) {
  const Scenario scenario = worlds()[GetParam()];
  const std::size_t steps = steps_of(scenario);
  ASSERT_GT(steps, 4u);
  for (std::size_t at = 0; at <= steps; ++at) {
    Dice dice(scenario.seed);
    World world(scenario, dice);
    for (std::size_t i = 0; i < at; ++i) world.step();
    world.client(ClientId{0}).crash();
    world.run();
    const Trace& trace = world.trace();
    const Event* crash = first(trace, EventKind::client_crashed);
    ASSERT_NE(crash, nullptr);
    bool dead = false;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const Event& event = trace[i];
      if (&event == crash) dead = true;
      if (!dead || event.client != ClientId{0}) continue;
      EXPECT_FALSE(event.kind == EventKind::sent || event.kind == EventKind::received ||
                   event.kind == EventKind::entered)
          << scenario.strategy << " at step " << at << ": " << name(event.kind);
    }
    ASSERT_EQ(count(trace, EventKind::finished, ClientId{1}), 1u)
        << scenario.strategy << " at step " << at;
  }
}

TEST_P(CrashEverywhere, AWorldCanBeThrownAwayAtAnyStep) {
  const Scenario scenario = worlds()[GetParam()];
  const std::size_t steps = steps_of(scenario);
  for (std::size_t at = 0; at <= steps; ++at) {
    Dice dice(scenario.seed);
    World world(scenario, dice);
    for (std::size_t i = 0; i < at; ++i) world.step();
  }
}

TEST_P(CrashEverywhere, AClientCanDieAtAnyEventOfItsOwn) {
  // A trigger strikes while the client's own coroutine is on the stack.
  const Scenario calm = worlds()[GetParam()];
  const Trace undisturbed = simulate(calm);
  for (std::size_t i = 0; i < undisturbed.size(); ++i) {
    const Event& event = undisturbed[i];
    if (event.client != ClientId{0}) continue;
    Scenario scenario = calm;
    Fault crash;
    crash.kind = FaultKind::crash;
    crash.client = ClientId{0};
    crash.trigger.event = event.kind;
    crash.trigger.client = event.client;
    crash.trigger.nth = 1;
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
  const std::size_t steps = steps_of(scenario);
  for (std::size_t at = 0; at < steps; ++at) {
    Dice dice(scenario.seed);
    World world(scenario, dice);
    for (std::size_t i = 0; i < at; ++i) world.step();
    Fault pause = fault_at(FaultKind::pause, 0ms);
    pause.client = ClientId{0};
    pause.duration = 30ms;
    world.apply(pause);
    world.run();
    EXPECT_EQ(count(world.trace(), EventKind::finished), 2u)
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
