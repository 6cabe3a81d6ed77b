// Faults of messages that carry one command, in the simulator and on real servers: the same course.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/timeline/wording.h"
#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;

/// What became of each command, in the order of what its client saw.
std::vector<std::string> commands_seen(const sim::Trace& trace) {
  std::vector<std::string> lines;
  std::vector<std::string> sent(trace.size() + 1);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind == EventKind::sent) {
      if (event.message >= sent.size()) sent.resize(event.message + 1u);
      sent[event.message] = std::string(verb(trace.words(event)));
    }
    if (event.kind == EventKind::received) lines.push_back(sent[event.message] + " answered");
    if (event.kind == EventKind::timed_out) lines.push_back(sent[event.message] + " unknown");
    if (event.kind == EventKind::client_crashed) lines.emplace_back("crashed");
  }
  return lines;
}

const std::string one_client = R"(
title = "one client"
strategy = "setnx_expire"
ttl_ms = 5000
bound_ms = 10000
node_timeout_ms = 300
retry_delay_ms = 100
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 20
wait_ms = 700
[[fault]]
)";

TEST(CommandRules, TheReplyToTheNextCommandOfThatNameIsHeldAndNoOther) {
  EXPECT_THAT(test::expect_same_course(one_client + R"(
at_ms = 0
hold = { client = "alice", node = "n1", direction = "replies", count = 1, command = "EXPIRE" }
)",
                                       commands_seen),
              testing::Contains("EXPIRE unknown"));
}

TEST(CommandRules, ACommandIsDroppedAsOftenAsWasSaid) {
  const std::vector<std::string> seen = test::expect_same_course(one_client + R"(
at_ms = 0
drop = { client = "alice", node = "n1", direction = "requests", count = 2, command = "SETNX" }
)",
                                                                 commands_seen);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "SETNX unknown"), 2);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "SETNX answered"), 1);
}

TEST(CommandRules, TwoDropsOfAnybodyAreTwo) {
  const std::vector<std::string> seen = test::expect_same_course(R"(
strategy = "set_px_lua"
ttl_ms = 400
node_timeout_ms = 300
[[client]]
name = "alice"
wait_ms = 1
lock = "locklab:a"
[[client]]
name = "bob"
start_ms = 150
wait_ms = 1
lock = "locklab:b"
[[client]]
name = "carol"
start_ms = 300
wait_ms = 1
lock = "locklab:c"
[[fault]]
at_ms = 0
drop = { direction = "requests", count = 2, command = "EVAL" }
)",
                                                                 commands_seen);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "EVAL unknown"), 2);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "EVAL answered"), 2);
}

TEST(CommandRules, AMomentNamesACommand) {
  EXPECT_THAT(test::expect_same_course(one_client + R"(
when = "n1 ran alice's SETNX"
crash = { client = "alice" }
)",
                                       commands_seen),
              ElementsAre("crashed"));
  EXPECT_THAT(test::expect_same_course(one_client + R"(
when = "alice's EXPIRE reply from n1"
crash = { client = "alice" }
)",
                                       commands_seen),
              ElementsAre("SETNX answered", "EXPIRE answered", "crashed"));
  EXPECT_THAT(test::expect_same_course(one_client + R"(
when = "n1 ran alice's SETNX"
cut = { client = "alice", node = "n1", ms = 1500 }
)",
                                       commands_seen),
              testing::Contains("SETNX unknown"));
}

TEST(CommandRules, EveryScriptIsAnEval) {
  std::string script = one_client;
  script.replace(script.find("setnx_expire"), 12, "set_px_lua");
  EXPECT_THAT(test::expect_same_course(script + R"(
when = "alice's EVAL reply from n1"
crash = { client = "alice" }
)",
                                       commands_seen),
              testing::Contains("crashed"));
}

TEST(CommandRules, TheTraceSaysWhichCommandIsHeld) {
  const sim::Trace trace = sim::simulate(test::scenario_from(one_client + R"(
at_ms = 0
hold = { client = "alice", node = "n1", direction = "replies", command = "EXPIRE", ms = 50 }
)"));
  bool held = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::link_held) continue;
    held = true;
    EXPECT_EQ(trace.text(trace[i]), "EXPIRE");
  }
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace locklab::app
