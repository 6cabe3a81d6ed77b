// A run is the same however much of it is recorded.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "sim/world/dice.h"
#include "sim/world/world.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

/// Many rounds, and a fault triggered by an event.
Scenario eventful() {
  return calm_world("set_px_lua", "clients=3, rounds=2000, jitter_ms=0.5, retry_jitter_ms=2",
                    {"when bob entered 700th time: kill n1 restart_after 5ms"});
}

struct WatchedRun {
  explicit WatchedRun(Observation observed = {}, Scenario of = eventful())
      : scenario(std::move(of)), world(scenario, dice, {}, observed) {
    world.run();
  }
  const Trace& trace() const { return world.trace(); }
  std::uint64_t fingerprint() const {
    Fingerprint print;
    world.fingerprint(print);
    return print.value();
  }
  void expect_same_as(const WatchedRun& whole) const {
    EXPECT_EQ(trace().size(), whole.trace().size());
    EXPECT_EQ(world.now(), whole.world.now());
    EXPECT_EQ(fingerprint(), whole.fingerprint());
  }
  Scenario scenario;
  Dice dice{scenario.seed};
  World world;
};

TEST(Observation, WithoutATraceTheSameHappens) {
  const WatchedRun blind({Observation::Kept::nothing});
  blind.expect_same_as(WatchedRun());
  EXPECT_EQ(blind.trace().first(), blind.trace().size()) << "nothing is kept";
  EXPECT_EQ(blind.trace().latest().kind, EventKind::ended);
  EXPECT_LT(blind.trace().memory(), 1u << 16);
}

TEST(Observation, WithoutATraceValuesThatComeBackAreWhoseTheyWere) {
  // Values come back from an AOF and from a replica, and the trigger of a fault counts those of its
  // client.
  std::vector<std::string> faults;
  for (int i = 0; i < 20; ++i)
    faults.push_back(fmt::format("at {}ms kill n1 power restart_after 3ms", 30 + 50 * i));
  Scenario scenario = calm_world(
      "set_px_lua", "clients=3, rounds=50, persistence='everysec', node=[{}, {replica_of='n1'}]",
      faults);
  scenario.faults.push_back(pause_at(EventKind::key_set, ClientId{1}, 12, ClientId{0}, 40ms));
  const WatchedRun whole({}, scenario);
  ASSERT_TRUE(first(whole.trace(), EventKind::client_paused));
  ASSERT_TRUE(first(whole.trace(), EventKind::key_lost));
  for (const Observation observed :
       {Observation{Observation::Kept::nothing}, Observation{Observation::Kept::counts},
        Observation{Observation::Kept::last, 10}})
    WatchedRun(observed, scenario).expect_same_as(whole);
}

TEST(Observation, WithoutATraceAFaultStillKnowsTheCommandThatItWaitsFor) {
  const Scenario scenario =
      calm_world("setnx_expire", "", {"when anyone's SETNX reply: crash alice"});
  const WatchedRun whole({}, scenario);
  EXPECT_EQ(count(whole.trace(), EventKind::client_crashed), 1u);
  WatchedRun({Observation::Kept::nothing}, scenario).expect_same_as(whole);
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

/// Whatever the length of the run and of its texts.
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
