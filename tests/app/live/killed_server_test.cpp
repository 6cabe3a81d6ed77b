// Effects of a server before its kill are recorded before the kill, however late a client reads the
// reply.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>

#include "tests/support/inference_story.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using test::alice;
using test::bob;
using test::claim;
using test::key;
using testing::ElementsAre;
using testing::IsEmpty;

using InferenceOfAKill = test::InferenceStory;
using LostTransaction = test::InferenceStory;

constexpr NodeId n1{0};

TEST_F(InferenceOfAKill, AReplyThatIsReadAfterItsDeathRanBefore) {
  const std::uint32_t message = sends(alice, claim("T1"), 0);
  hears(message, test::ok, 10);
  is_killed(n1, 10);
  inference().node_forgot(n1, 10'000);
  EXPECT_FALSE(inference().answers_now(message));
  EXPECT_THAT(told(), ElementsAre("key_set alice [0..10] T1 for 100", "key_lost [10..10]"));
  does(bob, claim("T2"), test::ok, 40, 41);  // run by the restarted server
  receives(message, test::ok, 60);
  EXPECT_EQ(told().size(), 3u) << "read late, it is told once";
}

TEST_F(InferenceOfAKill, OnlyWhatWasSentAfterItsDeathProvesThatItIsBack) {
  const std::uint32_t before = sends(alice, claim("T1"), 0);
  EXPECT_TRUE(inference().answers_now(before));
  is_killed(n1, 10);
  const std::uint32_t after = sends(bob, claim("T2"), 20);
  EXPECT_FALSE(inference().answers_now(before));
  EXPECT_TRUE(inference().answers_now(after));
  EXPECT_FALSE(inference().answers_now(after + 1)) << "nothing is known of it";
}

TEST_F(LostTransaction, WhatIsNotSentOnANewConnectionExplainsNothing) {
  gives_up(sends(alice, Command("MULTI"), 0), 20);
  gives_up(sends(alice, setnx(key, "T1"), 21), 21);
  gives_up(sends(alice, Command("EXEC"), 22), 22);
  does(bob, claim("T2"), Reply::nil(), 30, 31);
  EXPECT_THAT(told(), IsEmpty()) << "who held the key is not known, but alice did not";
  does(alice, claim("T3"), test::ok, 40, 41);
  EXPECT_THAT(told(), ElementsAre("key_set alice [40..41] T3 for 100"));
}

/// A run in which alice is paused at her claim, and her server is killed 10 ms later.
sim::Trace killed_while_paused(int pause_ms, int restart_ms) {
  return test::live_trace(test::scenario_from(fmt::format(R"(
strategy = "set_px_lua"
ttl_ms = 500
wait_ms = 2000
[[client]]
name = "alice"
work_ms = 100
[[client]]
name = "bob"
start_ms = 20
work_ms = 20
[[fault]]
when = "alice's claim to n1"
pause = {{ client = "alice", ms = {} }}
[[fault]]
when = "alice's claim to n1"
plus_ms = 10
kill = {{ node = "n1", restart_after_ms = {} }}
)",
                                                          pause_ms, restart_ms)));
}

void expect_in_order(const sim::Trace& trace, std::int64_t restart_us) {
  std::set<std::uint32_t> sent_before;
  std::int64_t killed_us = -1;
  bool back = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind == sim::EventKind::node_killed) killed_us = event.at;
    if (event.kind == sim::EventKind::sent && killed_us < 0) sent_before.insert(event.message);
    if (event.kind == sim::EventKind::node_restarted) {
      back = true;
      EXPECT_GE(event.at, killed_us + restart_us) << "nothing proves that it is back before";
    }
    const bool at_server = event.kind == sim::EventKind::ran ||
                           event.kind == sim::EventKind::key_set ||
                           event.kind == sim::EventKind::key_deleted;
    if (!at_server || event.node != n1 || killed_us < 0) continue;
    EXPECT_FALSE(sent_before.contains(event.message)) << name(event.kind) << " after the kill";
    EXPECT_TRUE(back) << name(event.kind) << " of a dead server";
  }
  EXPECT_GE(killed_us, 0);
  EXPECT_TRUE(back);
}

TEST(KilledServer, ALiveRunTellsItsLastRepliesBeforeItsDeath) {
  for (const int restart_ms : {20, 100, 300}) {
    SCOPED_TRACE(restart_ms);
    expect_in_order(killed_while_paused(120, restart_ms), restart_ms * 1'000);
  }
}

}  // namespace
}  // namespace locklab::app
