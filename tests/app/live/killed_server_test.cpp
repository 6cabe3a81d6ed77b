// What a server did before it was killed is told before its death, however late a client reads it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/run_live.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/inference_story.h"

namespace locklab::app {
namespace {

using test::alice;
using test::bob;
using test::claim;
using test::key;
using testing::ElementsAre;
using testing::IsEmpty;

using Story = test::InferenceStory;

constexpr NodeId n1{0};

TEST(KilledServer, AReplyThatIsReadAfterItsDeathRanBefore) {
  Story story;
  const std::uint32_t message = story.sends(alice, claim("T1"), 0);
  story.hears(message, test::ok, 10);
  story.is_killed(n1, 10);
  story.inference().node_forgot(n1, 10'000);
  EXPECT_FALSE(story.inference().answers_now(message));
  const std::vector<std::string> told = story.told();
  EXPECT_THAT(told, ElementsAre("key_set alice [0..10] T1 for 100", "key_lost [10..10]"));
  story.does(bob, claim("T2"), test::ok, 40, 41);  // by the restarted server
  story.receives(message, test::ok, 60);
  EXPECT_EQ(story.told().size(), told.size() + 1) << "read late, it is told once";
}

TEST(KilledServer, OnlyWhatWasSentAfterItsDeathProvesThatItIsBack) {
  Story story;
  const std::uint32_t before = story.sends(alice, claim("T1"), 0);
  EXPECT_TRUE(story.inference().answers_now(before));
  story.is_killed(n1, 10);
  const std::uint32_t after = story.sends(bob, claim("T2"), 20);
  EXPECT_FALSE(story.inference().answers_now(before));
  EXPECT_TRUE(story.inference().answers_now(after));
  EXPECT_FALSE(story.inference().answers_now(after + 1)) << "nothing is known of it";
}

TEST(LostTransaction, WhatIsNotSentOnANewConnectionExplainsNothing) {
  Story story;
  story.gives_up(story.sends(alice, Command("MULTI"), 0), 20);
  story.gives_up(story.sends(alice, setnx(key, "T1"), 21), 21);
  story.gives_up(story.sends(alice, Command("EXEC"), 22), 22);
  story.does(bob, claim("T2"), Reply::nil(), 30, 31);
  EXPECT_THAT(story.told(), IsEmpty()) << "who held the key is not known, but alice did not";
  story.does(alice, claim("T3"), test::ok, 40, 41);
  EXPECT_THAT(story.told(), ElementsAre("key_set alice [40..41] T3 for 100"));
}

/// A run in which alice is paused as she claims, and her server is killed meanwhile.
sim::Trace killed_while_paused(int pause_ms, int restart_ms) {
  const std::string text = R"(
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
pause = { client = "alice", ms = )" +
                           std::to_string(pause_ms) + R"( }
[[fault]]
when = "alice's claim to n1"
plus_ms = 10
kill = { node = "n1", restart_after_ms = )" +
                           std::to_string(restart_ms) + " }\n";
  const auto read = sim::read_scenario(text, "killed.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  auto result = run_live(std::get<sim::Scenario>(read), {});
  if (const auto* problem = std::get_if<LiveProblem>(&result)) {
    ADD_FAILURE() << problem->what.english();
    return {};
  }
  return std::move(std::get<LiveRun>(result).trace);
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
