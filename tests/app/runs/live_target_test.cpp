// The servers that a user may name, and the scenarios that are refused before a live run starts.
#include "app/runs/live_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/live/live_limits.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using testing::ElementsAre;
using Server = LiveTarget::Server;

std::vector<Server> servers(std::string_view text) {
  return std::get<std::vector<Server>>(parse_servers(text));
}

TEST(LiveTarget, ServersAreHostsWithPorts) {
  EXPECT_THAT(servers("localhost:7000"), ElementsAre(Server{"localhost", 7000}));
  EXPECT_THAT(servers("a:1,b,10.0.0.1:3"),
              ElementsAre(Server{"a", 1}, Server{"b", 6379}, Server{"10.0.0.1", 3}));
  EXPECT_THAT(servers("[::1]:7000,[::1]"), ElementsAre(Server{"::1", 7000}, Server{"::1", 6379}));
}

TEST(LiveTarget, AUrlWithoutAPasswordIsItsHostAndPort) {
  EXPECT_THAT(
      servers("redis://a:7000/0,redis://b/,redis://[::1]:1,redis://c"),
      ElementsAre(Server{"a", 7000}, Server{"b", 6379}, Server{"::1", 1}, Server{"c", 6379}));
}

TEST(LiveTarget, WhatIsNoServerOrIsNamedTwiceIsBadUsage) {
  for (std::string_view text : {"", "a,", ":7000", "a:0", "a:99999", "a:b", "a:1:2", "[::1", "[]:1",
                                "redis://", "redis://a:1/1", "redis://a/10", "rediss://a", "a/0"}) {
    const auto parsed = parse_servers(text);
    ASSERT_TRUE(std::holds_alternative<LiveProblem>(parsed)) << text;
    EXPECT_EQ(std::get<LiveProblem>(parsed).exit_status, 2) << text;
  }
  const auto twice = parse_servers("localhost,localhost:6379");
  ASSERT_TRUE(std::holds_alternative<LiveProblem>(twice));
  EXPECT_EQ(std::get<LiveProblem>(twice).exit_status, 2);
  EXPECT_THAT(std::get<LiveProblem>(twice).what, test::IsGolden());
}

sim::Scenario two_clients(std::string_view more) {
  return sim::value_of(sim::read_scenario(R"(
title = "a test"
strategy = "set_px_lua"
ttl_ms = 300
[[client]]
name = "alice"
[[client]]
name = "bob"
)" + std::string(more),
                                          "test.toml"));
}

sim::Scenario struck_by(const std::string& fault) {
  return two_clients("[[fault]]\nat_ms = 1\n" + fault + "\n");
}

LiveTarget named(std::size_t count) {
  LiveTarget target;
  target.servers.resize(count, {"localhost", 1});
  return target;
}

/// The reason why the scenario is refused on named servers.
Sentence refused_on_named(const sim::Scenario& scenario, int status = 3) {
  const auto problem = not_available_live(scenario, named(1));
  EXPECT_TRUE(problem && problem->exit_status == status);
  return problem ? problem->what : Sentence();
}

TEST(LiveLimits, FaultsOfClientsAndLinksAreAvailableEverywhere) {
  for (const char* fault :
       {"crash = { client = 'alice' }", "pause = { client = 'bob', ms = 5 }",
        "jump = { client = 'bob', ms = -5 }", "drift = { client = 'bob', ppm = 5 }",
        "cut = { client = 'alice', node = 'n1' }", "heal = { client = 'alice', node = 'n1' }",
        "hold = { client = 'alice', node = 'n1' }", "release = { client = 'alice', node = 'n1' }",
        "drop = { client = 'alice', node = 'n1' }", "reset = { client = 'alice', node = 'n1' }",
        "slow = { client = 'alice', node = 'stock', ms = 5 }",
        "delay = { client = 'alice', node = 'stock', ms = 5 }"})
    for (const LiveTarget& target : {LiveTarget(), named(1)})
      EXPECT_FALSE(not_available_live(struck_by(fault), target)) << fault;
}

TEST(LiveLimits, ServersThatTheLabDidNotStartAreNeverHarmed) {
  const std::pair<const char*, const char*> faults[] = {
      {"kill", ""},         {"stop", ""},           {"restart", ""},
      {"jump", ", ms = 5"}, {"drift", ", ppm = 5"}, {"refuse", ", why = \"full\""}};
  for (const auto& [fault, how] : faults) {
    const sim::Scenario s = struck_by(std::string(fault) + " = { node = \"n1\"" + how + " }");
    EXPECT_FALSE(not_available_live(s, {})) << fault;
    EXPECT_THAT(refused_on_named(s), test::IsGolden(fault));
  }
}

TEST(LiveLimits, OnOthersServersTheRunsOwnLockIsDeletedAndNothingElse) {
  EXPECT_FALSE(not_available_live(struck_by("delete = { node = \"n1\" }"), named(1)));
  for (const char* why : {"flush", "evicted"}) {
    const sim::Scenario s =
        struck_by(std::string("delete = { node = \"n1\", why = \"") + why + "\" }");
    EXPECT_FALSE(not_available_live(s, {})) << why;
    EXPECT_THAT(refused_on_named(s, 2), test::IsGolden(why));
  }
}

TEST(LiveLimits, AFaultThatOnlyTheSimulatorHasIsNamed) {
  sim::Scenario s = two_clients("");
  s.faults.push_back({.kind = sim::FaultKind::promote});
  EXPECT_FALSE(not_available_live(s, {}));
  EXPECT_THAT(refused_on_named(s), test::IsGolden());
  s.faults[0].untold = true;
  const auto problem = not_available_live(s, {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->exit_status, 3);
  EXPECT_THAT(problem->what, test::IsGolden());
}

TEST(LiveLimits, ClocksAreWrongOnPurposeOnlyWhereTheyAreTheLabs) {
  sim::Scenario s = two_clients("");
  s.clients[0].drift_ppm = 5;
  s.clients[1].clock_offset = 5ms;
  EXPECT_FALSE(not_available_live(s, named(1)));
  sim::Scenario ahead = s, fast = s;
  ahead.nodes[0].clock_offset = 5ms;
  fast.nodes[0].drift_ppm = 5;
  for (const sim::Scenario& one : {s, ahead, fast}) EXPECT_FALSE(not_available_live(one, {}));
  EXPECT_THAT((std::vector{refused_on_named(ahead), refused_on_named(fast)}), test::IsGolden());
}

TEST(LiveLimits, NoServerExpiresKeysByAMonotonicClock) {
  sim::Scenario s = two_clients("");
  s.nodes[0].monotonic_expiry = true;
  EXPECT_TRUE(not_available_live(s, {}));
}

TEST(LiveLimits, OnlyKeysUnderTheLabsPrefixAreTouched) {
  sim::Scenario s = two_clients("");
  s.clients[0].lock = "production:lock";
  EXPECT_THAT(refused_on_named(s, 2), test::IsGolden());
}

TEST(LiveLimits, EachNodeNeedsAServerOfItsOwn) {
  sim::Scenario s = two_clients("");
  s.nodes.resize(3, s.nodes[0]);
  EXPECT_TRUE(not_available_live(s, named(2)));
  EXPECT_FALSE(not_available_live(s, named(3)));
  EXPECT_TRUE(not_available_live(s, named(4))) << "one of them would do nothing";
  EXPECT_THAT(not_available_live(s, named(1))->what, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
