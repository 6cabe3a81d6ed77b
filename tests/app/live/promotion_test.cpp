// Replicas that lag, and one that is promoted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/live/servers/replica_keys.h"
#include "app/live/servers/replica_lag.h"
#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;

/// A master and its replica, with a ReplicaLag on the connection between them.
class Lagging {
 public:
  explicit Lagging(Duration lag) : servers_({{.name = "n1"}, {.name = "n2", .replica_of = 0}}) {
    std::string why;
    loop_ = redis::Loop::open(why);
    way_ = ReplicaLag::open(*loop_, lag);
    way_->lead_to(servers_[0].endpoint());
    servers_.ask(test::plain({"REPLICAOF", "127.0.0.1", std::to_string(way_->port())}), 1);
    set("first");
    run_until([&] { return has("first"); });
  }
  ~Lagging() { way_.reset(); }

  void set(const std::string& key) { servers_.ask(test::plain({"SET", key, "v", "PX", "60000"})); }
  bool has(const std::string& key) { return servers_.ask(get(key), 1).is_text("v"); }
  template <class Condition>
  void run_until(Condition holds) {
    const std::int64_t give_up_us = redis::Loop::now_us() + us(20s);
    redis::Alarm next([] {});
    while (!holds()) {
      ASSERT_LT(redis::Loop::now_us(), give_up_us);
      loop_->start(next, redis::Loop::now_us() + 2'000);
      loop_->run_once();
    }
    loop_->stop(next);
  }
  test::Servers& servers() { return servers_; }

 private:
  test::Servers servers_;
  std::unique_ptr<redis::Loop> loop_;
  std::unique_ptr<ReplicaLag> way_;
};

TEST(ReplicaLag, AReplicaHearsOfAChangeSoMuchLater) {
  Lagging pair(50ms);
  const std::int64_t before_us = redis::Loop::now_us();
  pair.set("second");
  pair.run_until([&] { return pair.has("second"); });
  EXPECT_GE(redis::Loop::now_us() - before_us, us(50ms));
}

TEST(ReplicaLag, WhatADeadMasterHasSentAndIsStillOnItsWayIsLost) {
  Lagging pair(50ms);
  pair.set("second");
  pair.servers()[0].kill();
  const std::int64_t until_us = redis::Loop::now_us() + us(200ms);
  pair.run_until([&] { return redis::Loop::now_us() > until_us; });
  EXPECT_FALSE(pair.has("second"));
  EXPECT_TRUE(pair.has("first"));
  const std::vector<sim::Effect> keys = keys_of(pair.servers()[1]);
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].key, "first");
  EXPECT_GT(keys[0].deadline_ms, 0);
}

// --- in runs

TEST(LivePromotion, LeadsEveryClientToTheNewMasterAndTheOldOneBehindIt) {
  const std::string text = R"(
strategy = "set_px_lua"
ttl_ms = 400
bound_ms = 400
retry_delay_ms = 20
retry_jitter_ms = 0
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
replication_lag_ms = 30
[[client]]
name = "alice"
work_ms = 600
[[client]]
name = "bob"
start_ms = 250
work_ms = 10
[[fault]]
when = "alice entered"
kill = { node = "n1", restart_after_ms = 300 }
[[fault]]
when = "alice entered"
plus_ms = 100
promote = { node = "n2" }
)";
  const test::Course nodes_and_locks{{EventKind::node_killed, EventKind::node_promoted,
                                      EventKind::node_demoted, EventKind::node_restarted,
                                      EventKind::key_set}};
  EXPECT_THAT(
      test::expect_same_course(text, nodes_and_locks),
      ElementsAre("key_set n1 alice", "node_killed n1", "node_promoted n2",
                  "node_demoted n1 detail 1", "key_set n2 bob", "node_restarted n1 with 0"));
}

}  // namespace
}  // namespace locklab::app
