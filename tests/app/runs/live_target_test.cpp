// Which servers a user may name, and what a live world refuses before it starts anything.
#include "app/runs/live_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/live/live_limits.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/golden_text.h"

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

TEST(LiveTarget, WhatIsNoServerIsBadUsage) {
  for (std::string_view text :
       {"", "a,", ":7000", "a:0", "a:99999", "a:b", "a:1:2", "[::1", "[]:1"}) {
    const auto parsed = parse_servers(text);
    ASSERT_TRUE(std::holds_alternative<LiveProblem>(parsed)) << text;
    EXPECT_EQ(std::get<LiveProblem>(parsed).exit_status, 2) << text;
  }
}

sim::Scenario two_clients(std::string_view more) {
  const std::string text = R"(
title = "a test"
strategy = "set_px_lua"
ttl_ms = 300
[[client]]
name = "alice"
[[client]]
name = "bob"
)" + std::string(more);
  auto read = sim::read_scenario(text, "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read))
    ADD_FAILURE() << sim::to_string(*problem);
  return std::get<sim::Scenario>(read);
}

LiveTarget named(std::size_t count) {
  LiveTarget target;
  target.servers.resize(count, {"localhost", 1});
  return target;
}

TEST(LiveLimits, FaultsOfClientsAreAvailableEverywhere) {
  const sim::Scenario s = two_clients(R"(
[[fault]]
at_ms = 1
crash = { client = "alice" }
[[fault]]
at_ms = 1
pause = { client = "bob", ms = 5 }
[[fault]]
at_ms = 1
jump = { client = "bob", ms = -5 }
[[fault]]
at_ms = 1
drift = { client = "bob", ppm = 5 }
)");
  EXPECT_FALSE(not_available_live(s, {}));
  EXPECT_FALSE(not_available_live(s, named(1)));
}

TEST(LiveLimits, FaultsOfLinksAreAvailableEverywhere) {
  for (const char* fault : {"cut", "heal", "hold", "release", "drop", "reset"}) {
    const sim::Scenario s = two_clients(std::string("[[fault]]\nat_ms = 1\n") + fault +
                                        " = { client = \"alice\", node = \"n1\" }\n");
    EXPECT_FALSE(not_available_live(s, {})) << fault;
    EXPECT_FALSE(not_available_live(s, named(1))) << fault;
  }
  for (const char* fault : {"slow", "delay"}) {
    const sim::Scenario s = two_clients(std::string("[[fault]]\nat_ms = 1\n") + fault +
                                        " = { client = \"alice\", node = \"stock\", ms = 5 }\n");
    EXPECT_FALSE(not_available_live(s, {})) << fault;
    EXPECT_FALSE(not_available_live(s, named(1))) << fault;
  }
}

TEST(LiveLimits, ServersThatTheLabDidNotStartAreNeverHarmed) {
  const std::pair<const char*, const char*> faults[] = {
      {"kill", ""},         {"stop", ""},           {"restart", ""},
      {"jump", ", ms = 5"}, {"drift", ", ppm = 5"}, {"refuse", ", why = \"full\""}};
  for (const auto& [fault, how] : faults) {
    const sim::Scenario s = two_clients(std::string("[[fault]]\nat_ms = 1\n") + fault +
                                        " = { node = \"n1\"" + how + " }\n");
    EXPECT_FALSE(not_available_live(s, {})) << fault;
    const auto problem = not_available_live(s, named(1));
    ASSERT_TRUE(problem) << fault;
    EXPECT_EQ(problem->exit_status, 3);
    EXPECT_THAT(problem->what, test::IsGolden(fault));
  }
}

TEST(LiveLimits, AFaultThatOnlyTheSimulatorHasIsNamed) {
  sim::Scenario s = two_clients("");
  sim::Fault& promote = s.faults.emplace_back();
  promote.kind = sim::FaultKind::promote;
  EXPECT_FALSE(not_available_live(s, {}));
  const auto on_named = not_available_live(s, named(1));
  ASSERT_TRUE(on_named);
  EXPECT_EQ(on_named->exit_status, 3);
  EXPECT_THAT(on_named->what, test::IsGolden());
  promote.untold = true;
  const auto problem = not_available_live(s, {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->exit_status, 3);
  EXPECT_THAT(problem->what, test::IsGolden());
}

TEST(LiveLimits, ClocksAreWrongOnPurposeOnlyWhereTheyAreTheLabs) {
  sim::Scenario s = two_clients("");
  s.clients[0].drift_ppm = 5;
  s.clients[1].clock_offset = 5ms;
  EXPECT_FALSE(not_available_live(s, {}));
  EXPECT_FALSE(not_available_live(s, named(1)));
  const auto refused = [](const sim::Scenario& with_clock) {
    EXPECT_FALSE(not_available_live(with_clock, {}));
    const auto problem = not_available_live(with_clock, named(1));
    EXPECT_TRUE(problem && problem->exit_status == 3);
    return problem ? problem->what : Sentence();
  };
  s.nodes[0].clock_offset = 5ms;
  EXPECT_THAT(refused(s), test::IsGolden());
  s.nodes[0].clock_offset = Duration(0);
  s.nodes[0].drift_ppm = 5;
  EXPECT_THAT(refused(s), test::IsGolden());
}

TEST(LiveLimits, NoServerExpiresKeysByAMonotonicClock) {
  sim::Scenario s = two_clients("");
  s.nodes[0].monotonic_expiry = true;
  EXPECT_TRUE(not_available_live(s, {}));
}

TEST(LiveLimits, OnlyKeysUnderTheLabsPrefixAreTouched) {
  sim::Scenario s = two_clients("");
  s.clients[0].lock = "production:lock";
  const auto problem = not_available_live(s, named(1));
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->exit_status, 2);
  EXPECT_THAT(problem->what, test::IsGolden());
}

TEST(LiveLimits, EachNodeNeedsAServerOfItsOwn) {
  sim::Scenario s = two_clients("");
  s.nodes.resize(3, s.nodes[0]);
  EXPECT_TRUE(not_available_live(s, named(2)));
  EXPECT_FALSE(not_available_live(s, named(3)));
  EXPECT_TRUE(not_available_live(s, named(4))) << "one of them would do nothing";
  EXPECT_THAT(not_available_live(s, named(1))->what, test::IsGolden());
}

TEST(LiveTarget, AServerIsNamedOnce) {
  const auto servers = parse_servers("localhost,localhost:6379");
  ASSERT_TRUE(std::holds_alternative<LiveProblem>(servers));
  EXPECT_EQ(std::get<LiveProblem>(servers).exit_status, 2);
  EXPECT_THAT(std::get<LiveProblem>(servers).what, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
