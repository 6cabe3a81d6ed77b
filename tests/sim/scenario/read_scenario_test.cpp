// Scenario files: what they mean, and the messages about invalid ones.
#include "sim/scenario/read_scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "lock/strategy.h"
#include "sim/trace/time_words.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

Scenario scenario(std::string_view text, std::string_view variation = {},
                  const Changes& changes = {}) {
  return value_of(read_scenario(text, "dir/T.toml", variation, changes));
}

Sentence complaint(std::string_view text, std::string_view variation = {},
                   const Changes& changes = {}) {
  return problem_in(read_scenario(text, "dir/T.toml", variation, changes));
}

constexpr std::string_view sample = R"(
title    = "A pause longer than the lease lets two clients in"
failure  = "F06"
strategy = "set_px_lua"
ttl_ms   = 50

[[client]]
name = "alice"
work_ms = 10

[[client]]
name = "bob"
start_ms = 60

[[fault]]
name = "nap"
when = "alice entered"
pause = { client = "alice", ms = 100 }

[expect]
mutual_exclusion = "broken"
reported.alice = "not_owner"
final_value = 8

[[variation]]
name = "fenced"
title = "With a fence"
set  = { strategy = "fenced" }
[variation.expect]
no_lost_update   = "kept"

[[variation]]
name = "crash"
set.fault.nap.crash = { client = "alice" }

[[variation]]
name = "quiet"
set.drop_fault = ["nap"]
set.client.bob.start_ms = 70.5
)";

TEST(ReadScenario, ReadsTheSampleOfTheStyleGuide) {
  const Scenario s = scenario(sample);
  EXPECT_EQ(s.name, "T");
  EXPECT_EQ(s.title, "A pause longer than the lease lets two clients in");
  EXPECT_EQ(s.strategy, "set_px_lua");
  EXPECT_EQ(s.lock.ttl, 50ms);
  EXPECT_EQ(s.lock.node_timeout, 200ms);
  EXPECT_EQ(s.lock.nodes, std::vector<NodeId>{NodeId{0}});
  ASSERT_EQ(s.clients.size(), 2u);
  EXPECT_EQ(s.clients[1].name, "bob");
  EXPECT_EQ(s.clients[1].start, 60ms);
  ASSERT_EQ(s.faults.size(), 1u);
  EXPECT_EQ(s.faults[0].kind, FaultKind::pause);
  EXPECT_EQ(s.faults[0].trigger.event, EventKind::entered);
  EXPECT_EQ(s.faults[0].trigger.client, ClientId{0});
  EXPECT_EQ(s.faults[0].duration, Duration(100ms));
  EXPECT_EQ(s.expect.verdicts[0], Kept::broken);
  EXPECT_EQ(s.expect.reported.at("alice"), "not_owner");
  EXPECT_EQ(s.expect.final_value, 8);
  ASSERT_EQ(s.variations.size(), 3u);
  EXPECT_EQ(s.variations[0].title, "With a fence");
}

TEST(ReadScenario, AVariationSwitchesItsMeasureAndExpectsOnlyWhatItSays) {
  const Scenario s = scenario(sample, "fenced");
  EXPECT_EQ(s.name, "T/fenced");
  EXPECT_EQ(s.title, "With a fence");
  EXPECT_EQ(s.strategy, "fenced");
  EXPECT_EQ(s.faults.size(), 1u);
  EXPECT_FALSE(s.expect.verdicts[0]);
  EXPECT_EQ(s.expect.verdicts[static_cast<std::size_t>(Property::no_lost_update)], Kept::kept);
  EXPECT_FALSE(s.expect.final_value);
}

TEST(ReadScenario, ReadsWhatEachClientIsExpectedToMeet) {
  constexpr std::string_view counted = R"(
strategy = "set_px_lua"
clients = 2
[expect]
entered.bob = 0
refused.bob = true
waited_ms.bob = 50.5
written = 0
[[variation]]
name = "nobody"
set.ttl_ms = 70
[variation.expect]
entered = 0
)";
  const Expectation expect = scenario(counted).expect;
  EXPECT_FALSE(expect.entered);
  EXPECT_EQ(expect.entered_by, (std::map<std::string, std::int64_t>{{"bob", 0}}));
  EXPECT_EQ(expect.refused, (std::map<std::string, bool>{{"bob", true}}));
  EXPECT_EQ(expect.waited, (std::map<std::string, Duration>{{"bob", 50'500us}}));
  EXPECT_EQ(expect.written, 0);
  EXPECT_EQ(scenario(counted, "nobody").expect.entered, 0);
  EXPECT_TRUE(scenario(counted, "nobody").expect.refused.empty());
}

TEST(ReadScenario, AnotherActionTakesThePlaceOfAFaultsOwn) {
  const Scenario s = scenario(sample, "crash");
  ASSERT_EQ(s.faults.size(), 1u);
  EXPECT_EQ(s.faults[0].kind, FaultKind::crash);
  EXPECT_EQ(s.faults[0].trigger.event, EventKind::entered);
}

TEST(ReadScenario, AVariationDropsFaultsAndChangesOneClient) {
  const Scenario s = scenario(sample, "quiet");
  EXPECT_TRUE(s.faults.empty());
  EXPECT_EQ(s.clients[1].start, Duration(70'500));
}

TEST(ReadScenario, ChangesOfARunComeAfterTheVariation) {
  const Scenario s = scenario(sample, "crash",
                              {.seed = 18446744073709551615u,
                               .set = "{ttl_ms=80, client.alice.work_ms=3}",
                               .faults = {"{at_ms=61, jump={node=\"n1\", ms=-50}}"}});
  EXPECT_EQ(s.seed, 18446744073709551615u);
  EXPECT_EQ(s.lock.ttl, 80ms);
  EXPECT_EQ(s.clients[0].work, 3ms);
  ASSERT_EQ(s.faults.size(), 2u);
  EXPECT_EQ(s.faults[1].amount, Duration(-50ms));
  EXPECT_EQ(s.faults[1].trigger.at, Duration(61ms));
}

TEST(ReadScenario, AnotherStrategyTakesTheExpectationsAway) {
  EXPECT_EQ(scenario(sample, "", {.strategy = "fenced"}).expect, Expectation{});
  EXPECT_NE(scenario(sample, "", {.strategy = "set_px_lua"}).expect, Expectation{});
  EXPECT_NE(scenario(sample, "fenced", {.strategy = "fenced"}).expect, Expectation{});
}

TEST(ReadScenario, FillsInClientsAndNodes) {
  const Scenario two = scenario("strategy = 'redlock'");
  ASSERT_EQ(two.clients.size(), 2u);
  EXPECT_EQ(two.clients[0].name, "alice");
  ASSERT_EQ(two.nodes.size(), 5u);
  EXPECT_EQ(two.nodes[4].name, "n5");
  EXPECT_EQ(two.lock.nodes.size(), 5u);
  EXPECT_EQ(two.lock.node_timeout, 50ms);
  const Scenario many = scenario("strategy = 'none'\nclients = 20\nwork_ms = 3\nrounds = 4");
  ASSERT_EQ(many.clients.size(), 20u);
  EXPECT_EQ(many.clients[16].name, "client17");
  EXPECT_EQ(many.clients[16].work, 3ms);
  EXPECT_EQ(many.clients[16].rounds, 4u);
}

TEST(ReadScenario, ALockOnOneNodeAsksTheMaster) {
  const Scenario s = scenario(R"(
strategy = 'set_wait'
persistence = 'everysec'
replication_lag_ms = 30
[[node]]
name = 'copy'
replica_of = 'main'
replication_lag_ms = 7
persistence = 'none'
[[node]]
name = 'late'
replica_of = 'main'
[[node]]
name = 'main'
expiry_clock = 'monotonic'
)");
  EXPECT_EQ(s.lock.nodes, std::vector<NodeId>{NodeId{2}});
  EXPECT_EQ(s.nodes[0].replication_lag, 7ms);
  EXPECT_EQ(s.nodes[0].persistence, Persistence::none);
  EXPECT_EQ(s.nodes[1].replication_lag, 30ms);
  EXPECT_EQ(s.nodes[1].persistence, Persistence::everysec);
  EXPECT_EQ(s.nodes[2].persistence, Persistence::everysec);
  EXPECT_TRUE(s.nodes[2].monotonic_expiry);
}

TEST(ReadScenario, SwitchesToARedlockWithItsNodesInOneMeasure) {
  const Scenario s = scenario(R"(
strategy = 'set_px_lua'
ttl_ms = 300
[[node]]
name = 'n1'
[[variation]]
name = 'saved'
set = { strategy = 'redlock', nodes = 3, node.n2.drift_ppm = 7 }
)",
                              "saved");
  EXPECT_EQ(s.nodes.size(), 3u);
  EXPECT_EQ(s.lock.nodes.size(), 3u);
  EXPECT_EQ(s.nodes[1].drift_ppm, 7);
  EXPECT_EQ(s.lock.node_timeout, 50ms);
}

TEST(ReadScenario, EverySwitchHasItsName) {
  const Scenario s = scenario(R"(
strategy = "redlock"
ttl_ms = 1000
node_timeout_ms = 30
retry_delay_ms = 10
retry_jitter_ms = 0
retry_count = 7
order = "parallel"
clock = "wall"
check_validity = false
release_all = false
min_validity_ms = 5
drift_ms = 0
on_lost = "ignore"
period_ms = 0
wait_ms = 900
bound_ms = 800
run_ms = 5000
key = "locklab:mine"
)");
  EXPECT_EQ(s.lock.retry_count, 7u);
  EXPECT_EQ(s.lock.retry_jitter, Duration(0));
  EXPECT_EQ(s.lock.order, Order::parallel);
  EXPECT_EQ(s.lock.clock, ClockKind::wall);
  EXPECT_FALSE(s.lock.check_validity);
  EXPECT_FALSE(s.lock.release_all);
  EXPECT_EQ(s.lock.min_validity, 5ms);
  EXPECT_EQ(s.lock.drift(), Duration(0));
  EXPECT_EQ(s.lock.on_lost, OnLost::ignore);
  EXPECT_EQ(s.lock.period, Duration(0));
  EXPECT_EQ(s.lock.key, "locklab:mine");
  EXPECT_EQ(s.bound_time(), 800ms);
  EXPECT_EQ(s.wait_time(s.clients[0]), 900ms);
}

constexpr const char* two_replicas =
    "\n[[node]]\n[[node]]\nreplica_of = 'n1'\n[[node]]\nreplica_of = 'n1'";

TEST(ReadScenario, EverySwitchOfEveryStrategyIsAKeyOfTheFormat) {
  const std::map<std::string_view, std::string_view> values{
      {"how", "'multi'"},          {"sell", "'lua'"},        {"limit", "3"},
      {"window_ms", "40"},         {"renew", "'expire'"},    {"period_ms", "4"},
      {"lease_ms", "40"},          {"on_lost", "'ignore'"},  {"replicas", "2"},
      {"wait_timeout_ms", "4"},    {"order", "'parallel'"},  {"clock", "'wall'"},
      {"check_validity", "false"}, {"release_all", "false"}, {"min_validity_ms", "4"},
      {"drift_ms", "4"},           {"retry_count", "9"},     {"takeover", "'del_setnx'"},
      {"extend", "'owned'"},       {"max_renewals", "3"},    {"stop_renewals", "false"}};
  for (const Strategy& strategy : strategies()) {
    const std::string replicas = strategy.id == "set_wait" ? two_replicas : "";
    for (const Switch& one : strategy.switches) {
      const std::string_view key = one.name;
      ASSERT_TRUE(values.contains(key)) << key;
      const std::string text = "strategy = '" + std::string(strategy.id) + "'\n" +
                               std::string(key) + " = " + std::string(values.at(key)) + replicas;
      EXPECT_EQ(complaint(text).english(), "");
    }
  }
}

/// A row of the table in assets/scenarios/README.md, made from a switch of the strategy.
std::string row_of(const Switch& one, const Strategy& strategy) {
  const auto as_text = [&](std::int64_t value) -> std::string {
    if (one.type == SwitchType::duration) return ms_number(Duration(value));
    if (one.type == SwitchType::flag) return value != 0 ? "true" : "false";
    if (one.type == SwitchType::choice)
      return std::string(one.words[static_cast<std::size_t>(value)]);
    return std::to_string(value);
  };
  std::string values;
  for (const std::string_view word : one.words)
    values.append(values.empty() ? "`" : ", `").append(word).append("`");
  if (one.type == SwitchType::flag) values = "`true`, `false`";
  if (values.empty()) values = as_text(one.least) + " .. " + as_text(one.most);
  const auto usual = one.get(default_lock(strategy));
  return "| `" + std::string(one.name) + "` | `" + std::string(strategy.id) + "` | " + values +
         " | " + (usual ? as_text(*usual) : "") + " | " + std::string(one.meaning) + " |";
}

TEST(ReadScenario, EverySwitchStandsInTheTableOfTheReadme) {
  std::ifstream file(LOCKLAB_SOURCE_DIR "/assets/scenarios/README.md");
  std::stringstream readme;
  readme << file.rdbuf();
  for (const Strategy& strategy : strategies())
    for (const Switch& one : strategy.switches)
      EXPECT_THAT(readme.str(), HasSubstr(row_of(one, strategy)));
}

TEST(ReadScenario, ATimeKeepsItsMicrosecondsExactly) {
  EXPECT_EQ(scenario("strategy = 'none'\nlatency_ms = 0.1\njitter_ms = 0.0005").latency,
            Duration(100));
  EXPECT_EQ(scenario("strategy = 'none'\njitter_ms = 0.0005").jitter, Duration(1));
  EXPECT_EQ(scenario("strategy = 'none'\njitter_ms = 0.0004").jitter, Duration(0));
  EXPECT_EQ(scenario("strategy = 'none'\nrun_ms = 1234567.891").run_for, Duration(1234567891));
  EXPECT_EQ(scenario("strategy = 'none'\nrun_ms = 1e3").run_for, Duration(1'000'000));
}

TEST(ReadScenario, TheBoundCountsRetriesAndNodes) {
  const Scenario s = scenario("strategy = 'redlock'\nttl_ms = 300");
  EXPECT_EQ(s.bound_time(), 300ms + 3 * (200ms + 100ms + 5 * 50ms));
  EXPECT_EQ(s.wait_time(s.clients[0]), 300ms + 2 * s.bound_time());
}

TEST(ReadScenario, BrokenTomlIsSaidWithItsPlace) {
  EXPECT_THAT(complaint("strategy = 'none'\nttl_ms = = 3").english(),
              HasSubstr("dir/T.toml:2:10: "));
  EXPECT_THAT(complaint("\xff\xfe").english(), HasSubstr("dir/T.toml:1:1: "));
  EXPECT_THAT(complaint("strategy = 'none'\n[expect]\n[expect]"), test::IsGolden());
}

TEST(ReadScenario, AWrongVariationOrChangeIsSaidToo) {
  EXPECT_THAT(complaint(sample, "fencd"), test::IsGolden());
  const Changes wrong[] = {{.set = "{ttl=3}"},
                           {.set = "3"},
                           {.set = "{}\nx=3"},
                           {.strategy = "fence"},
                           {.faults = {"{at_ms=1, crash={client=\"bbo\"}}"}}};
  for (const Changes& changes : wrong)
    EXPECT_THAT(complaint(sample, "", changes), test::IsGolden());
}

TEST(ReadScenario, AnotherStrategyKeepsTheNodesThatTheFaultsStrike) {
  constexpr std::string_view five =
      "strategy = 'redlock'\n[[fault]]\nat_ms = 5\nkill = { node = 'n5' }";
  const Scenario s = scenario(five, {}, {{}, "watchdog", {}, {}});
  EXPECT_EQ(s.nodes.size(), 5u);
  EXPECT_EQ(s.lock.nodes, std::vector{NodeId{0}});
  EXPECT_EQ(
      scenario("strategy = 'watchdog'\nttl_ms = 500", {}, {{}, "redlock", {}, {}}).nodes.size(),
      5u);
}

TEST(ReadScenario, AnotherStrategyBlamesNoLineOfTheFile) {
  constexpr std::string_view text = "strategy = 'setnx_del'\nttl_ms = 100";
  EXPECT_THAT(complaint(text, {}, {{}, "redlock", {}, {}}), test::IsGolden());
  scenario(text, {}, {{}, "redlock", "{node_timeout_ms=20}", {}});
}

TEST(ReadScenario, AFaultKnowsItsLineAndItsMoment) {
  const Scenario s = scenario(sample);
  EXPECT_EQ(s.faults[0].place.line, 17u);
  EXPECT_EQ(s.faults[0].place.moment, "when = \"alice entered\"");
}

}  // namespace
}  // namespace locklab::sim
