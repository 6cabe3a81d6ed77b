// Faults of a master and its replicas: data that reached a node before it died or while it was
// frozen are not applied afterwards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/check/check.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::Contains;
using testing::Field;
using testing::Not;

/// alice alone, with the lock on n1 and a replica on n2.
Trace run_with_replica(const std::string& settings, const std::vector<std::string>& faults,
                       const std::string& lag_ms = "1") {
  const std::string nodes = "node=[{}, {replica_of='n1', replication_lag_ms=" + lag_ms + "}], ";
  return calm_run("set_px_lua", "clients=1, run_ms=300, " + nodes + settings, faults);
}

const auto on_replica = Field("node", &Event::node, NodeId{1});

TEST(Replica, AppliesNothingThatReachedItBeforeItDied) {
  // The key is set while the replica is frozen. The replica dies and is synchronised again; only
  // afterwards would it have applied the data that it had received.
  const Trace trace = run_with_replica(
      "rounds=1", {"at 1ms stop n2", "at 50ms kill n2 restart_after 10ms", "at 70ms stop n2 40ms"});
  ASSERT_EQ(count(trace, EventKind::released), 1u);
  EXPECT_THAT(events(trace, EventKind::key_set), Not(Contains(on_replica)));
}

TEST(Replica, AppliesNothingThatWasSentToItWhileItWasDead) {
  // The replica is back before the data would arrive, and is synchronised again, when the lock is
  // free.
  const Trace trace =
      run_with_replica("rounds=1",
                       {"at 500us kill n2 restart_after 35ms",
                        "at 100ms restart n2"},  // no effect, but the run lasts until then
                       "40");
  ASSERT_EQ(count(trace, EventKind::released), 1u);
  EXPECT_THAT(events(trace, EventKind::key_set), Not(Contains(on_replica)));
}

TEST(Replica, ThatComesBackWhileItsMasterIsFrozenIsSynchronisedWhenThatWakes) {
  const Trace trace =
      run_with_replica("ttl_ms=10000, work_ms=250, client={alice={touch=false}}",
                       {"at 20ms kill n2 restart_after 10ms", "at 25ms stop n1 50ms"});
  EXPECT_THAT(events(trace, EventKind::key_set),
              Contains(AllOf(on_replica, Field("at", &Event::at, testing::Gt(75'000)))));
}

// setnx_del writes the same value for every client: attributed by value, the copy would belong to
// the latest client, and the release of another's key would look correct.
TEST(Replica, HasACopyThatIsWhoseTheKeyWasWhateverItsValue) {
  for (const char* const strategy : {"setnx_del", "set_px_del", "setnx_expire"}) {
    const Trace trace = calm_run(strategy,
                                 "ttl_ms=1000, rounds=1, "
                                 "node=[{}, {replica_of='n1', replication_lag_ms=60}], "
                                 "client={alice={work_ms=10}, bob={start_ms=20, work_ms=200}}",
                                 {"at 70ms kill n1", "at 71ms promote n2"});
    const std::vector<Event> sets = events(trace, EventKind::key_set);
    const auto copied = std::find_if(sets.begin(), sets.end(),
                                     [](const Event& set) { return set.node == NodeId{1}; });
    ASSERT_NE(copied, sets.end()) << strategy;
    EXPECT_EQ(copied->client, ClientId{0}) << strategy;
    EXPECT_EQ(check(trace)[static_cast<std::size_t>(Property::owner_only_release)].kept,
              Kept::broken)
        << strategy;
  }
}

TEST(Wait, IsNotAnsweredByAFrozenMaster) {
  const Trace trace = calm_run("set_wait",
                               "clients=1, ttl_ms=1000, node_timeout_ms=300, run_ms=500, "
                               "node.n2.replication_lag_ms=5",
                               {"at 8ms stop n1 100ms"});
  for (const Event& ran : events(trace, EventKind::ran))
    EXPECT_TRUE(ran.node != NodeId{0} || ran.at <= 8'000 || ran.at >= 108'000) << ran.at;
  EXPECT_GE(count(trace, EventKind::acquired), 1u);
}

}  // namespace
}  // namespace locklab::sim
