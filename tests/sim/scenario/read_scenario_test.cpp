// What a scenario file says, and what is said about a file that is wrong.
#include "sim/scenario/read_scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "lock/strategy.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

std::string complaint(std::string_view text, std::string_view variation = {},
                      const Changes& changes = {}) {
  const auto read = read_scenario(text, "dir/T.toml", variation, changes);
  const Problem* problem = std::get_if<Problem>(&read);
  return problem ? to_string(*problem) : "";
}

Scenario scenario(std::string_view text, std::string_view variation = {},
                  const Changes& changes = {}) {
  auto read = read_scenario(text, "dir/T.toml", variation, changes);
  if (const Problem* problem = std::get_if<Problem>(&read)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  return std::get<Scenario>(std::move(read));
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
  Changes changes;
  changes.seed = 18446744073709551615u;
  changes.set = "{ttl_ms=80, client.alice.work_ms=3}";
  changes.faults = {"{at_ms=61, jump={node=\"n1\", ms=-50}}"};
  const Scenario s = scenario(sample, "crash", changes);
  EXPECT_EQ(s.seed, 18446744073709551615u);
  EXPECT_EQ(s.lock.ttl, 80ms);
  EXPECT_EQ(s.clients[0].work, 3ms);
  ASSERT_EQ(s.faults.size(), 2u);
  EXPECT_EQ(s.faults[1].amount, Duration(-50ms));
  EXPECT_EQ(s.faults[1].trigger.at, Duration(61ms));
}

TEST(ReadScenario, AnotherStrategyTakesTheExpectationsAway) {
  Changes changes;
  changes.strategy = "fenced";
  EXPECT_EQ(scenario(sample, "", changes).expect, Expectation{});
  changes.strategy = "set_px_lua";
  EXPECT_NE(scenario(sample, "", changes).expect, Expectation{});
  changes.strategy = "fenced";
  EXPECT_NE(scenario(sample, "fenced", changes).expect, Expectation{});
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
[[node]]
name = 'copy'
replica_of = 'main'
replication_lag_ms = 7
persistence = 'none'
[[node]]
name = 'main'
expiry_clock = 'monotonic'
)");
  EXPECT_EQ(s.lock.nodes, std::vector<NodeId>{NodeId{1}});
  EXPECT_EQ(s.nodes[0].replication_lag, 7ms);
  EXPECT_EQ(s.nodes[0].persistence, Persistence::none);
  EXPECT_EQ(s.nodes[1].persistence, Persistence::everysec);
  EXPECT_TRUE(s.nodes[1].monotonic_expiry);
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

TEST(ReadScenario, EverySwitchOfEveryStrategyIsAKeyOfTheFormat) {
  const std::map<std::string_view, std::string_view> values{
      {"how", "'multi'"},          {"sell", "'lua'"},        {"limit", "3"},
      {"window_ms", "40"},         {"renew", "'expire'"},    {"period_ms", "4"},
      {"lease_ms", "40"},          {"on_lost", "'ignore'"},  {"replicas", "2"},
      {"wait_timeout_ms", "4"},    {"order", "'parallel'"},  {"clock", "'wall'"},
      {"check_validity", "false"}, {"release_all", "false"}, {"min_validity_ms", "4"},
      {"drift_ms", "4"},           {"retry_count", "9"}};
  for (const Strategy& strategy : strategies()) {
    for (std::string_view key : strategy.switches) {
      ASSERT_TRUE(values.contains(key)) << key;
      const std::string text = "strategy = '" + std::string(strategy.id) + "'\n" +
                               std::string(key) + " = " + std::string(values.at(key));
      EXPECT_EQ(complaint(text), "");
    }
  }
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
  EXPECT_THAT(complaint("strategy = 'none'\nttl_ms = = 3"), HasSubstr("dir/T.toml:2:10: "));
  EXPECT_THAT(complaint("\xff\xfe"), HasSubstr("dir/T.toml:1:1: "));
  EXPECT_THAT(complaint("strategy = 'none'\nttl_ms = 1\nttl_ms = 2"), HasSubstr("dir/T.toml:3:"));
}

struct Mistake {
  std::string_view text;
  std::string_view said;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreSaidWithTheirPlaceAndTheRightWord) {
  EXPECT_EQ(complaint(GetParam().text), "dir/T.toml:" + std::string(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, Mistakes,
    testing::Values(
        Mistake{"strategy = 'none'\n[[client]]\n  wrok_ms = 5",
                "3:3: unknown key 'wrok_ms' in [[client]]; did you mean 'work_ms'?"},
        Mistake{"stratgy = 'none'",
                "1:1: unknown key 'stratgy' in the scenario; did you mean 'strategy'?"},
        Mistake{"strategy = 'none'\n[expect]\nmutual_exlusion = 'kept'",
                "3:1: unknown key 'mutual_exlusion' in [expect]; did you mean 'mutual_exclusion'?"},
        Mistake{"strategy = 'none'\n[expect]\nfencing = 'keept'",
                "3:11: 'fencing' cannot be \"keept\"; did you mean 'kept'?"},
        Mistake{"strategy = 'none'\n[expect]\nreported.alcie = 'released'",
                "3:10: unknown key 'alcie' in 'reported'; did you mean 'alice'?"},
        Mistake{"strategy = 'set_px_lau'",
                "1:12: there is no strategy \"set_px_lau\"; did you mean 'set_px_lua'?"},
        Mistake{"ttl_ms = 5",
                "1:1: the scenario has no strategy; write for example strategy = \"set_px_lua\""}));

INSTANTIATE_TEST_SUITE_P(
    Values, Mistakes,
    testing::Values(
        Mistake{"strategy = 'none'\nttl_ms = '50'",
                "2:10: 'ttl_ms' wants a number of milliseconds, not \"50\""},
        Mistake{"strategy = 'none'\nttl_ms = 0",
                "2:10: 'ttl_ms' is 0; it must be 1 .. 86400000 ms"},
        Mistake{"strategy = 'none'\nttl_ms = 1.5",
                "2:10: 'ttl_ms' is 1.5 ms; Redis counts it in whole milliseconds"},
        Mistake{"strategy = 'none'\nttl_ms = 999999999999",
                "2:10: 'ttl_ms' is 999999999999; it must be 1 .. 86400000 ms"},
        Mistake{"strategy = 'none'\nttl_ms = 9223372036854775807",
                "2:10: 'ttl_ms' is 9223372036854775807; it must be 1 .. 86400000 ms"},
        Mistake{"strategy = 'none'\nttl_ms = inf",
                "2:10: 'ttl_ms' is inf; it must be 1 .. 86400000 ms"},
        Mistake{"strategy = 'none'\n[[client]]\nwork_ms = -1",
                "3:11: 'work_ms' is -1; it must be 0 .. 86400000 ms"},
        Mistake{"strategy = 'none'\n[[client]]\nrounds = 0",
                "3:10: 'rounds' is 0; it must be 1 .. 1000000000"},
        Mistake{"strategy = 'none'\n[[client]]\ntouch = 1",
                "3:9: 'touch' wants true or false, not 1"},
        Mistake{"strategy = 'none'\n[[client]]\ndrift_ppm = 600000",
                "3:13: 'drift_ppm' is 600000; it must be -500000 .. 500000"},
        Mistake{"strategy = 'none'\nclients = 0", "2:11: 'clients' is 0; it must be 1 .. 1000"},
        Mistake{"strategy = 'none'\nclient = []", "2:10: 0 clients; there must be 1 .. 1000"},
        Mistake{"strategy = 'none'\nclients = 'two'",
                "2:11: 'clients' wants a whole number, not \"two\""},
        Mistake{"strategy = 'none'\nclient = 3",
                "2:10: 'client' must be a list of tables; write [[client]]"},
        Mistake{"strategy = 'none'\nclient = [3]", "2:11: [[client]] must be a table"},
        Mistake{"strategy = 'redlock'\nnodes = 0", "2:9: 'nodes' is 0; it must be 1 .. 99"},
        Mistake{"strategy = 'none'\nkey = 'mine'",
                "2:7: 'key' is no key of the lab's; its name must begin with \"locklab:\""},
        Mistake{"strategy = 'none'\n[[client]]\nlock = 'x'",
                "3:8: 'lock' is no key of the lab's; its name must begin with \"locklab:\""},
        Mistake{"strategy = 'none'\nlatency_ms = 1\njitter_ms = 2",
                "3:13: 'jitter_ms' is 2; it must be 0 .. 1 ms"},
        Mistake{"strategy = 'watchdog'\nperiod_ms = 0",
                "2:13: 'period_ms' is 0; a watchdog that shall stay off has a lease_ms"},
        Mistake{
            "strategy = 'redlock'\nttl_ms = 100",
            "2:10: a lease of 100 ms is too short for redlock with node_timeout_ms = 50; it must "
            "be at least 5 x node_timeout_ms; set node_timeout_ms to 20 or less, or "
            "allow_short_ttl = true"},
        Mistake{"strategy = 'none'\norder = 'parallel'",
                "2:1: none does not read 'order'; leave it out"}));

INSTANTIATE_TEST_SUITE_P(
    Players, Mistakes,
    testing::Values(
        Mistake{
            "strategy = 'none'\nclients = 2\n[[client]]\nname = 'x'",
            "2:1: 'clients' beside [[client]]; say either how many, or one [[client]] for each"},
        Mistake{"strategy = 'none'\n[[client]]\nname = 'x'\n[[client]]\nname = 'x'",
                "5:8: the name 'x' is taken; give each client, node and the resource a name of its "
                "own"},
        Mistake{
            "strategy = 'none'\n[[client]]\nname = 'stock'",
            "3:8: the name 'stock' is taken; give each client, node and the resource a name of its "
            "own"},
        Mistake{"strategy = 'none'\n[[client]]\nname = 'a b'",
                "3:8: \"a b\" cannot be a name; use up to 32 characters without spaces and quotes"},
        Mistake{"strategy = 'none'\n[[node]]\n[[node]]\nreplica_of = 'm1'",
                "4:14: 'm1' is no master that n2 could follow; did you mean 'n1'?"},
        Mistake{"strategy = 'none'\n[[node]]\nreplica_of = 'n1'",
                "3:14: 'n1' is no master that n1 could follow"},
        Mistake{"strategy = 'none'\n[[link]]\nclient = 'alise'",
                "3:10: there is no client \"alise\"; did you mean 'alice'?"},
        Mistake{"strategy = 'none'\n[[link]]\nnode = 'n2'",
                "3:8: there is no node \"n2\"; did you mean 'n1'?"}));

INSTANTIATE_TEST_SUITE_P(
    Faults, Mistakes,
    testing::Values(
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5",
                "2:1: a fault that does nothing; give it an action, for example crash = { client = "
                "\"alice\" }"},
        Mistake{"strategy = 'none'\n[[fault]]\ncrash = { client = 'alice' }",
                "2:1: a fault that never strikes; say at_ms = 60 or when = \"alice entered\""},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncarsh = { client = 'alice' }",
                "4:1: unknown key 'carsh' in [[fault]]; did you mean 'crash'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = { client = 'alcie' }",
                "4:20: there is no client \"alcie\"; did you mean 'alice'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = {}",
                "4:9: 'crash' does not say whom it strikes; give it client = \"...\""},
        Mistake{
            "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { ms = 3 }",
            "4:8: 'jump' does not say whom it strikes; give it either client = \"...\" or node = "
            "\"...\""},
        Mistake{
            "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { node = 'n1', client = 'bob', ms = 3 "
            "}",
            "4:8: 'jump' does not say whom it strikes; give it either client = \"...\" or node = "
            "\"...\""},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { node = 'n1' }",
                "4:8: 'jump' lacks 'ms'; write for example ms = 50"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\npause = { client = 'bob' }\n"
                "crash = { client = 'bob' }",
                "4:1: a second action in one fault: 'pause'; give it a [[fault]] of its own"},
        Mistake{
            "strategy = 'none'\n[[fault]]\nat_ms = 5\nwhen = 'alice entered'\ncrash = { client = "
            "'bob' }",
            "4:1: a fault with both 'at_ms' and 'when'; keep one"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\nplus_ms = 1\ncrash = { client = 'bob' }",
                "4:1: 'plus_ms' beside 'at_ms'; it is for faults with 'when'"},
        Mistake{"strategy = 'none'\nrun_ms = 4\n[[fault]]\nat_ms = 5\ncrash = { client = 'bob' }",
                "4:9: this fault comes after the run has ended; run_ms is 4"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\npromote = { node = 'n1' }",
                "4:11: n1 is a master already; promote a node that has replica_of"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncut = { direction = 'bth' }",
                "4:21: 'direction' cannot be \"bth\"; did you mean 'both'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncut = { count = 3 }",
                "4:9: unknown key 'count' in 'cut'"},
        Mistake{"strategy = 'none'\n[[fault]]\nwhen = 'alcie entered'\ncrash = { client = 'bob' }",
                "3:8: 'alcie entered': nobody is called 'alcie'; did you mean 'alice'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nname = 'x'\nat_ms = 1\ncrash = { client = 'bob' }\n"
                "[[fault]]\nname = 'x'\nat_ms = 2\ncrash = { client = 'alice' }",
                "7:8: a second fault called 'x'; give it a name of its own"}));

INSTANTIATE_TEST_SUITE_P(
    Variations, Mistakes,
    testing::Values(
        Mistake{
            "strategy = 'none'\n[[variation]]\nname = 'x'",
            "2:1: variation 'x' changes nothing; write set = { ... } with the one measure that it "
            "switches"},
        Mistake{"strategy = 'none'\nseed = 4\n[[variation]]\nname = 'x'\nset = { seed = 4 }",
                "5:7: variation 'x' changes nothing; what it sets is so already"},
        Mistake{"strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { oder = 'parallel' }",
                "4:9: unknown key 'oder' in the scenario; did you mean 'order'?"},
        Mistake{"strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { order = 'parallel' }",
                "4:9: set_px_lua does not read 'order'; leave it out"},
        Mistake{"strategy = 'watchdog'\n[[variation]]\nname = 'x'\nset = { clock = 'wall' }",
                "4:9: watchdog does not read 'clock'; use renew, period_ms, lease_ms or on_lost"},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.client.bop.work_ms = 4",
                "4:12: there is no client 'bop'; did you mean 'bob'?"},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.drop_fault = ['nap']",
                "4:19: there is no fault 'nap'"},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.title = 'y'",
                "4:5: 'title' is no measure; a measure switches a setting, a client, a node or a "
                "fault"},
        Mistake{"strategy = 'none'\n[[variation]]\nset.seed = 4",
                "2:1: a variation without a name that can be typed; write name = \"saved\""},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.seed = 4\n[[variation]]\nname = "
                "'x'\nset.seed = 5",
                "5:1: a second variation called 'x'; give it a name of its own"}));

TEST(ReadScenario, AWrongVariationNamesTheNearest) {
  EXPECT_EQ(complaint(sample, "fencd"),
            "dir/T.toml: there is no variation 'fencd'; did you mean 'fenced'?");
}

TEST(ReadScenario, WrongChangesAreSaidToo) {
  EXPECT_EQ(complaint(sample, "", {.set = "{ttl=3}"}),
            "set:1:6: unknown key 'ttl' in the scenario; did you mean 'ttl_ms'?");
  EXPECT_EQ(complaint(sample, "", {.set = "3"}),
            "set: '3' is no table; write set={...} on one line");
  EXPECT_EQ(complaint(sample, "", {.set = "{}\nx=3"}),
            "set: '{}\nx=3' is no table; write set={...} on one line");
  EXPECT_EQ(complaint(sample, "", {.strategy = "fence"}),
            "there is no strategy 'fence'; did you mean 'fenced'?");
  EXPECT_EQ(complaint(sample, "", {.faults = {"{at_ms=1, crash={client=\"bbo\"}}"}}),
            "fault:1:31: there is no client \"bbo\"; did you mean 'bob'?");
}

}  // namespace
}  // namespace locklab::sim
