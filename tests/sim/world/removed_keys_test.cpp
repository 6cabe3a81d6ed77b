// Somebody outside the run removes keys with DEL, FLUSHALL, or by an eviction: which keys go, where
// they stay, and what follows for the lock.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/world/dice.h"
#include "tests/support/cause_walk.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Lines = std::vector<std::string>;

/// The keys that a run of one client loses to somebody outside it, 3 ms after she has entered.
Lines lost_keys(const std::string& strategy, const std::string& how) {
  const Trace trace = calm_run(strategy, "clients=1, rounds=1", {"at 5ms " + how + " n1"});
  Lines keys;
  for (const Event& event : events(trace, EventKind::key_lost)) {
    EXPECT_TRUE(is_removed(loss_of_key(event)));
    keys.emplace_back(trace.name_of(event.key));
  }
  for (const Event& event : events(trace, EventKind::keys_removed))
    EXPECT_EQ(event.value, static_cast<std::int64_t>(keys.size()));
  return keys;
}

TEST(RemovedKeys, AreTheLocksForDelAllForAFlushAndThoseWithALeaseForAnEviction) {
  const std::string lock = "locklab:lock";
  const std::string counter = "{locklab:lock}:token";
  EXPECT_THAT(lost_keys("fenced", "delete"), ElementsAre(lock));
  EXPECT_THAT(lost_keys("fenced", "flush"), testing::UnorderedElementsAre(lock, counter));
  EXPECT_THAT(lost_keys("fenced", "evict"), ElementsAre(lock));
  EXPECT_THAT(lost_keys("setnx_del", "delete"), ElementsAre(lock));
  EXPECT_THAT(lost_keys("setnx_del", "evict"), IsEmpty()) << "it has no lease";
}

TEST(RemovedKeys, AreGoneFromAReplicaOneLagLater) {
  const Trace trace = calm_run("set_wait", "clients=1, rounds=1", {"at 5ms delete n1"});
  const auto lost = events(trace, EventKind::key_lost);
  ASSERT_THAT(lost, SizeIs(1));
  const auto deleted = events(trace, EventKind::key_deleted);
  ASSERT_FALSE(deleted.empty());
  EXPECT_EQ(deleted.front().node, NodeId{1});
  EXPECT_EQ(deleted.front().at, lost.front().at + 1'000);
}

/// Why the last fault had no effect; NoEffect::none if it had one.
NoEffect why_kept(const Lines& faults) {
  const auto missed =
      events(calm_run("set_wait", "clients=1, rounds=1", faults), EventKind::fault_missed);
  return missed.empty() ? NoEffect::none : no_effect_of(missed.back().reason);
}

TEST(RemovedKeys, StayWhereRedisWouldKeepThem) {
  const struct {
    Lines faults;
    NoEffect why;
  } rows[] = {
      {{"at 5ms delete n1"}, NoEffect::none},
      {{"at 0ms delete n1"}, NoEffect::no_key},
      {{"at 5ms delete n2"}, NoEffect::is_replica},
      {{"at 5ms evict n2"}, NoEffect::is_replica},
      {{"at 4ms kill n1", "at 5ms delete n1"}, NoEffect::node_dead},
      {{"at 4ms stop n1", "at 5ms flush n1"}, NoEffect::node_frozen},
      {{"at 4ms refuse n1 read_only", "at 5ms delete n1"}, NoEffect::node_refuses},
      {{"at 4ms refuse n1 read_only", "at 5ms evict n1"}, NoEffect::node_refuses},
      {{"at 4ms refuse n1 unsaved", "at 5ms flush n1"}, NoEffect::node_refuses},
      {{"at 4ms refuse n1 unsaved", "at 5ms evict n1"}, NoEffect::none},
      {{"at 4ms refuse n1 full", "at 5ms delete n1"}, NoEffect::none},  // DEL needs no memory
      {{"at 4ms refuse n1 full", "at 5ms evict n1"}, NoEffect::node_refuses},
  };
  for (const auto& row : rows) EXPECT_EQ(why_kept(row.faults), row.why) << row.faults.back();
}

TEST(RemovedKeys, AreTheCauseOfWhatFollows) {
  for (const char* how : {"delete", "flush", "evict"}) {
    const Trace trace = calm_run("fenced", "rounds=1", {fmt::format("at 5ms {} n1", how)});
    test::CauseWalk walk(trace);
    walk.every_effect_has_a_cause();
    walk.every_no_has_a_reason();
  }
}

TEST(RemovedKeys, WithTheCounterLetTwoClientsHaveTheSameToken) {
  const auto kept = [](const char* how, Property property) {
    const Trace trace = calm_run("fenced", "rounds=1, work_ms=20, retry_delay_ms=3",
                                 {fmt::format("at 7ms {} n1", how)});
    return check(trace)[static_cast<std::size_t>(property)].kept;
  };
  EXPECT_EQ(kept("delete", Property::mutual_exclusion), Kept::broken);
  EXPECT_EQ(kept("delete", Property::no_lost_update), Kept::kept);
  EXPECT_EQ(kept("flush", Property::no_lost_update), Kept::broken);
  EXPECT_EQ(kept("flush", Property::fencing), Kept::broken);
}

// ---- against a model

/// Alice and Bob take turns at a lock of one command each way; times in us. Alice's claim arrives
/// first.
struct TwoClients {
  static constexpr std::int64_t latency = 1'000;
  static constexpr std::int64_t retry = 10'000;
  std::int64_t work = 0;
  std::int64_t bob_starts = 0;
  std::int64_t deleted = 0;  ///< never when a message arrives

  /// Whether Bob enters while Alice is inside.
  bool overlap() const {
    const std::int64_t set = latency;
    const std::int64_t left = 2 * latency + work;
    const std::int64_t released = left + latency;
    std::int64_t claim = bob_starts + latency;
    const auto is_free = [&] { return claim > released || (deleted > set && claim > deleted); };
    while (!is_free()) claim += 2 * latency + retry;
    return claim + latency < left;
  }
};

TEST(RemovedKeys, BreakEveryLockExactlyWhenAModelOfTwoClientsSaysSo) {
  constexpr std::uint64_t worlds = 60;
  std::size_t broken = 0;
  RandomBits dice(42);
  for (const char* strategy :
       {"setnx_del", "setnx_expire_lua", "set_px_del", "set_px_lua", "fenced"})
    for (std::uint64_t i = 0; i < worlds; ++i) {
      TwoClients model;
      model.work = static_cast<std::int64_t>(1 + dice.below(40)) * 1'000;
      model.bob_starts = static_cast<std::int64_t>(dice.below(20)) * 1'000 + 500;
      model.deleted = static_cast<std::int64_t>(dice.below(50)) * 1'000 + 250;
      const std::string settings = fmt::format(
          "ttl_ms=1000, node_timeout_ms=100, rounds=1, client={{alice={{work_ms={0}, "
          "touch=false}}, "
          "bob={{start_ms={1}, work_ms={0}, touch=false}}}}",
          model.work / 1'000, static_cast<double>(model.bob_starts) / 1'000);
      const Trace trace =
          calm_run(strategy, settings, {fmt::format("at {}us delete n1", model.deleted)});
      const Verdict verdict = check(trace)[static_cast<std::size_t>(Property::mutual_exclusion)];
      EXPECT_EQ(verdict.kept == Kept::broken, model.overlap())
          << strategy << " " << settings << " deleted at " << model.deleted;
      if (verdict.kept != Kept::broken) continue;
      ++broken;
      EXPECT_THAT(verdict.sentence.english(), HasSubstr("deleted alice's key on n1"));
    }
  EXPECT_GT(broken, worlds);
}

}  // namespace
}  // namespace locklab::sim
