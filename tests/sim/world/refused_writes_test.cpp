// A node that runs and refuses to write: full, read-only, or unable to save. What its clients hear,
// and what becomes of their locks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"
#include "tests/support/simulated_redis.h"

namespace locklab::sim {
namespace {

using testing::Each;
using testing::IsEmpty;
using testing::StartsWith;

Fault refusing(WriteRefusal why, Duration from, std::optional<Duration> time = std::nullopt) {
  Fault fault = on_node(FaultKind::refuse, from);
  fault.refusal = why;
  fault.duration = time;
  return fault;
}

TEST(RefusedWrites, AreAnsweredAsRedisDoes) {
  test::SimulatedRedis redis;
  EXPECT_EQ(redis({"SET", "a", "1"}), "OK");
  redis.server.refuse(bit(WriteRefusal::full));
  EXPECT_EQ(redis({"SET", "b", "1"}),
            "(error) OOM command not allowed when used memory > 'maxmemory'.");
  EXPECT_EQ(redis({"DEL", "a"}), "(integer) 1") << "what frees memory may";
  redis.server.refuse(bit(WriteRefusal::read_only));
  EXPECT_EQ(redis({"SET", "b", "1"}),
            "(error) READONLY You can't write against a read only replica.");
  EXPECT_EQ(redis({"GET", "b"}), "(nil)");
  redis.server.refuse(bit(WriteRefusal::unsaved));
  EXPECT_THAT(redis({"DEL", "b"}), StartsWith("(error) MISCONF Redis is configured to save RDB"));
  EXPECT_THAT(redis({"PING"}), StartsWith("(error) MISCONF"));
  EXPECT_EQ(redis({"GET", "b"}), "(nil)");
  redis.server.refuse(0);
  EXPECT_EQ(redis({"SET", "b", "1"}), "OK");
}

TEST(RefusedWrites, EndWithTheProcess) {
  test::SimulatedRedis redis;
  redis.server.refuse(bit(WriteRefusal::read_only));
  redis.server.lose_process(0);
  EXPECT_EQ(redis({"SET", "b", "1"}), "OK");
}

/// The texts of all errors that clients read.
std::vector<std::string> errors_in(const Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::received &&
        trace[i].detail == static_cast<std::uint8_t>(Reply::Kind::error))
      all.emplace_back(trace.text(trace[i]));
  return all;
}

TEST(RefusedWrites, KeepClientsOutForAsLongAsTheyLast) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.clients[0].rounds = 1;
  scenario.clients[0].start = 20ms;
  scenario.faults = {refusing(WriteRefusal::full, 10ms, 60ms)};
  const Trace trace = simulate(scenario);
  EXPECT_THAT(errors_in(trace), Each(StartsWith("OOM")));
  ASSERT_TRUE(first(trace, EventKind::node_accepts));
  ASSERT_TRUE(first(trace, EventKind::entered));
  EXPECT_GE(first(trace, EventKind::entered)->at, 70'000);
  EXPECT_THAT(never_struck(scenario.faults, trace), IsEmpty());
}

/// A run in which the node begins to refuse writes while alice is inside.
Trace refused_inside(WriteRefusal why) {
  Scenario scenario = calm_world("set_px_lua", 2);
  for (ClientSpec& client : scenario.clients) client.rounds = 1;
  scenario.clients[1].start = 2ms;
  scenario.faults = {when(EventKind::entered, refusing(why, 0ms, 20ms))};
  scenario.faults[0].trigger.client = ClientId{0};
  return simulate(scenario);
}

TEST(RefusedWrites, OfAFullNodeLetAHolderReleaseItsLock) {
  const Trace trace = refused_inside(WriteRefusal::full);
  EXPECT_TRUE(first(trace, EventKind::key_deleted, ClientId{0}));
  EXPECT_FALSE(first(trace, EventKind::key_expired));
}

TEST(RefusedWrites, OfOthersKeepALockThatItsHolderCannotReleaseUntilItsLeaseEnds) {
  for (const WriteRefusal why : {WriteRefusal::read_only, WriteRefusal::unsaved}) {
    const Trace trace = refused_inside(why);
    EXPECT_FALSE(first(trace, EventKind::key_deleted, ClientId{0})) << name(why);
    ASSERT_TRUE(first(trace, EventKind::key_expired)) << name(why);
    ASSERT_TRUE(first(trace, EventKind::entered, ClientId{1})) << name(why);
    EXPECT_GE(first(trace, EventKind::entered, ClientId{1})->at,
              first(trace, EventKind::key_expired)->at);
    EXPECT_EQ(check(trace)[static_cast<std::size_t>(Property::mutual_exclusion)].kept, Kept::kept);
  }
}

TEST(RefusedWrites, OfAMinorityDoNotStopRedlock) {
  Scenario scenario = calm_world("redlock", 2);
  scenario.faults = {refusing(WriteRefusal::read_only, 0ms), refusing(WriteRefusal::full, 0ms)};
  scenario.faults[1].node = NodeId{1};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::entered), 4u);
  scenario.faults.push_back(refusing(WriteRefusal::unsaved, 0ms));
  scenario.faults[2].node = NodeId{2};
  EXPECT_EQ(count(simulate(scenario), EventKind::entered), 0u) << "three of five are a majority";
}

}  // namespace
}  // namespace locklab::sim
