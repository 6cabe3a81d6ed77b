// How much of a run is kept makes no difference to the run.
#include <gtest/gtest.h>

#include <map>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/golden_text.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// Many rounds, and faults that wait for events.
Scenario eventful() {
  Scenario scenario = small_world("set_px_lua", 3);
  for (ClientSpec& client : scenario.clients) client.rounds = 2'000;
  Fault kill;
  kill.kind = FaultKind::kill;
  kill.node = NodeId{0};
  kill.restart_after = 5ms;
  kill.trigger.event = EventKind::entered;
  kill.trigger.client = ClientId{1};
  kill.trigger.nth = 700;
  scenario.faults.push_back(kill);
  return scenario;
}

struct WatchedRun {
  explicit WatchedRun(Observation observed = {}, Scenario of = eventful())
      : scenario(std::move(of)), world(scenario, dice, {}, observed) {
    world.run();
  }
  const Trace& trace() const { return world.trace(); }
  Scenario scenario;
  Dice dice{scenario.seed};
  World world;
};

TEST(Observation, WithoutATraceTheSameHappens) {
  const WatchedRun whole;
  const WatchedRun blind({Observation::Kept::nothing});
  EXPECT_EQ(blind.trace().size(), whole.trace().size());
  EXPECT_EQ(blind.world.now(), whole.world.now());
  EXPECT_EQ(blind.trace().first(), blind.trace().size()) << "nothing is kept";
  EXPECT_EQ(blind.trace().latest().kind, EventKind::ended);
  EXPECT_LT(blind.trace().memory(), 1u << 16);
  Fingerprint seen;
  Fingerprint unseen;
  whole.world.fingerprint(seen);
  blind.world.fingerprint(unseen);
  EXPECT_EQ(seen.value(), unseen.value());
}

/// Values come back from a log and from a replica, and a fault counts whose they are.
Scenario with_values_that_come_back() {
  Scenario scenario = small_world("set_px_lua", 3);
  for (ClientSpec& client : scenario.clients) client.rounds = 50;
  scenario.nodes[0].persistence = Persistence::everysec;
  NodeSpec replica = scenario.nodes[0];
  replica.name = "n2";
  replica.replica_of = scenario.nodes[0].name;
  scenario.nodes.push_back(replica);
  for (int i = 0; i < 20; ++i) {
    Fault power = fault_at(FaultKind::kill, (30 + 50 * i) * 1ms);
    power.node = NodeId{0};
    power.power = true;
    power.restart_after = 3ms;
    scenario.faults.push_back(power);
  }
  scenario.faults.push_back(pause_at(EventKind::key_set, ClientId{1}, 12, ClientId{0}, 40ms));
  return scenario;
}

TEST(Observation, WithoutATraceValuesThatComeBackAreWhoseTheyWere) {
  const WatchedRun whole({}, with_values_that_come_back());
  const auto has = [&](EventKind kind) { return count(whole.trace(), kind) > 0; };
  ASSERT_TRUE(has(EventKind::client_paused) && has(EventKind::key_lost));
  for (const Observation observed :
       {Observation{Observation::Kept::nothing}, Observation{Observation::Kept::counts},
        Observation{Observation::Kept::last, 10}}) {
    const WatchedRun other(observed, with_values_that_come_back());
    EXPECT_EQ(other.trace().size(), whole.trace().size());
    EXPECT_EQ(other.world.now(), whole.world.now());
    Fingerprint seen;
    Fingerprint unseen;
    whole.world.fingerprint(seen);
    other.world.fingerprint(unseen);
    EXPECT_EQ(seen.value(), unseen.value());
  }
}

TEST(Observation, WithoutATraceAFaultStillKnowsTheCommandThatItWaitsFor) {
  Scenario scenario = small_world("setnx_expire");
  Fault crash = fault_at(FaultKind::crash, 0ms);
  crash.client = ClientId{0};
  crash.trigger = {};
  crash.trigger.event = EventKind::received;
  crash.trigger.command = "SETNX";
  scenario.faults.push_back(crash);
  const WatchedRun whole({}, scenario);
  const WatchedRun blind({Observation::Kept::nothing}, scenario);
  EXPECT_EQ(count(whole.trace(), EventKind::client_crashed), 1u);
  EXPECT_EQ(blind.trace().size(), whole.trace().size());
  EXPECT_EQ(blind.world.now(), whole.world.now());
}

TEST(Observation, CountsSayHowOftenEachThingHappened) {
  const WatchedRun whole;
  const WatchedRun counted({Observation::Kept::counts});
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(EventKind::count_); ++i) {
    const auto kind = static_cast<EventKind>(i);
    EXPECT_EQ(counted.world.observed().count(kind), count(whole.trace(), kind)) << name(kind);
    all += counted.world.observed().count(kind);
  }
  EXPECT_EQ(all, whole.trace().size());
  EXPECT_EQ(counted.world.observed().count(EventKind::node_killed), 1u);
}

TEST(Observation, ARingKeepsTheLastEventsWithTheirTexts) {
  const WatchedRun whole;
  ASSERT_GT(whole.trace().size(), 100'000u);
  const WatchedRun ring({Observation::Kept::last, 1'000});
  const Trace& kept = ring.trace();
  ASSERT_EQ(kept.size(), whole.trace().size());
  EXPECT_GE(kept.size() - kept.first(), 1'000u);
  EXPECT_GT(kept.first(), 0u);
  EXPECT_LT(kept.memory(), whole.trace().memory());
  for (std::size_t i = kept.first(); i < kept.size(); ++i) {
    ASSERT_EQ(kept[i].kind, whole.trace()[i].kind) << i;
    ASSERT_EQ(kept[i].at, whole.trace()[i].at) << i;
    ASSERT_EQ(kept.text(kept[i]), whole.trace().text(whole.trace()[i])) << i;
  }
  const Trace tail = kept.tail(0);
  EXPECT_EQ(tail.size(), kept.size() - kept.first());
  EXPECT_THAT(tail.text(tail.back()), test::IsGolden());
  std::map<std::uint32_t, std::uint32_t> anew;
  for (std::size_t i = 0; i < tail.size(); ++i) {
    const std::uint32_t before = kept[kept.first() + i].message;
    ASSERT_EQ(anew.emplace(before, tail[i].message).first->second, tail[i].message);
  }
  std::uint32_t latest = 0;
  for (const auto& [before, now] : anew) ASSERT_EQ(now, before == 0 ? 0 : ++latest) << before;
}

/// However long it goes on, and however long the texts are.
TEST(Observation, ARingStaysSmall) {
  Trace trace;
  trace.keep_last(10'000);
  std::size_t most = 0;
  for (int i = 0; i < 400'000; ++i) {
    Event event;
    event.at = i;
    event.text = trace.keep(std::string(1 + i % 500, static_cast<char>('a' + i % 26)));
    trace.add(event);
    most = std::max(most, trace.memory());
  }
  EXPECT_LT(most, std::size_t{40} << 20) << "the texts alone were 100 MB";
  for (std::size_t i = trace.first(); i < trace.size(); ++i)
    ASSERT_EQ(trace.text(trace[i]), std::string(1 + i % 500, static_cast<char>('a' + i % 26)));
}

TEST(Observation, ATextOfAnEventThatIsGoneIsEmpty) {
  Trace trace;
  trace.keep_last(1);
  const std::uint32_t long_ago = trace.keep("long ago");
  for (int i = 0; i < 300'000; ++i) {
    Event event;
    event.at = i;
    event.text = trace.keep(std::string(100, 'x'));
    trace.add(event);
  }
  EXPECT_EQ(trace.text(long_ago), "");
}

}  // namespace
}  // namespace locklab::sim
