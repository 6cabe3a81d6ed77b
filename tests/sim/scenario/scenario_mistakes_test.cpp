// What is said about a scenario file that is wrong: where, what, and the nearest right word.
#include <gtest/gtest.h>

#include "sim/scenario/read_scenario.h"

namespace locklab::sim {
namespace {

struct Mistake {
  std::string_view text;
  std::string_view said;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreSaidWithTheirPlaceAndTheRightWord) {
  const auto read = read_scenario(GetParam().text, "dir/T.toml");
  const Problem* problem = std::get_if<Problem>(&read);
  ASSERT_TRUE(problem);
  EXPECT_EQ(to_string(*problem), "dir/T.toml:" + std::string(GetParam().said));
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
                "3:11: 'fencing' cannot be 'keept'; did you mean 'kept'?"},
        Mistake{"strategy = 'none'\n[expect]\nreported.alcie = 'released'",
                "3:10: unknown key 'alcie' in 'reported'; did you mean 'alice'?"},
        Mistake{"strategy = 'set_px_lau'",
                "1:12: unknown strategy 'set_px_lau'; did you mean 'set_px_lua'?"},
        Mistake{"strategy = 'none'\n[[link]]\nfoo = 1",
                "3:1: unknown key 'foo' in [[link]]; use client, node, latency_ms or jitter_ms"},
        Mistake{"strategy = 'watchdog'\nfoo = 1",
                "2:1: unknown key 'foo' in the scenario; use for example strategy, key, ttl_ms, "
                "retry_delay_ms, retry_jitter_ms, node_timeout_ms, renew, period_ms, lease_ms, "
                "max_renewals, stop_renewals, on_lost, resource, initial_value, change, "
                "fence_check; assets/scenarios/README.md names all 64 keys"},
        Mistake{"strategy = set_px_lua",
                "1:12: this is not TOML: Error while parsing value: could not determine value "
                "type; put a text in quotes, for example \"set_px_lua\""},
        Mistake{"ttl_ms = 5",
                "1:1: the scenario has no strategy; write for example strategy = \"set_px_lua\""}));

INSTANTIATE_TEST_SUITE_P(
    Values, Mistakes,
    testing::Values(
        Mistake{"strategy = 'none'\nttl_ms = '50'",
                "2:10: 'ttl_ms' must be a number of milliseconds, not \"50\""},
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
                "3:9: 'touch' must be true or false, not 1"},
        Mistake{"strategy = 'none'\n[[client]]\ndrift_ppm = 600000",
                "3:13: 'drift_ppm' is 600000; it must be -500000 .. 500000"},
        Mistake{"strategy = 'none'\nclients = 0", "2:11: 'clients' is 0; it must be 1 .. 1000"},
        Mistake{"strategy = 'none'\nclient = []", "2:10: 0 clients; there must be 1 .. 1000"},
        Mistake{"strategy = 'none'\nclients = 'two'",
                "2:11: 'clients' must be a whole number, not \"two\""},
        Mistake{
            "strategy = 'none'\nclient = 3",
            "2:10: 'client' must be a list of tables; write [[client]] for each, or clients = 2"},
        Mistake{"strategy = 'none'\nclient = [3]", "2:11: [[client]] must be a table"},
        Mistake{"strategy = 'redlock'\nnodes = 0", "2:9: 'nodes' is 0; it must be 1 .. 99"},
        Mistake{"strategy = 'none'\nkey = 'mine'",
                "2:7: 'key' cannot be 'mine'; a key of the lab begins with 'locklab:' and has at "
                "most 512 bytes, for example 'locklab:orders'"},
        Mistake{"strategy = 'none'\n[[client]]\nlock = 'x'",
                "3:8: 'lock' cannot be 'x'; a key of the lab begins with 'locklab:' and has at "
                "most 512 bytes, for example 'locklab:orders'"},
        Mistake{"strategy = 'none'\nlatency_ms = 1\njitter_ms = 2",
                "3:13: 'jitter_ms' is 2; it must be at most latency_ms, which is 1 ms"},
        Mistake{"strategy = 'watchdog'\nperiod_ms = 0",
                "2:13: 'period_ms' is 0; to keep the watchdog off, set lease_ms"},
        Mistake{
            "strategy = 'redlock'\nttl_ms = 100",
            "2:10: a lease of 100 ms is too short for redlock with node_timeout_ms = 50; it must "
            "be at least 5 x node_timeout_ms; set node_timeout_ms to 20 or less, or "
            "allow_short_ttl = true"},
        Mistake{"strategy = 'none'\norder = 'parallel'",
                "2:1: none does not read 'order'; leave it out, or take a strategy that reads it: "
                "redlock"}));

INSTANTIATE_TEST_SUITE_P(
    Players, Mistakes,
    testing::Values(
        Mistake{
            "strategy = 'none'\nclients = 2\n[[client]]\nname = 'x'",
            "2:1: 'clients' beside [[client]]; write either how many, or one [[client]] for each"},
        Mistake{"strategy = 'none'\n[[client]]\nname = 'x'\n[[client]]\nname = 'x'",
                "5:8: the name 'x' is taken; give each client, node and the resource a name of its "
                "own"},
        Mistake{
            "strategy = 'none'\n[[client]]\nname = 'stock'",
            "3:8: the name 'stock' is taken; give each client, node and the resource a name of its "
            "own"},
        Mistake{"strategy = 'none'\n[[client]]\nname = 'a b'",
                "3:8: 'a b' cannot be a name; use up to 32 characters that can be seen, without "
                "spaces and quotes"},
        Mistake{"strategy = 'none'\n[[node]]\n[[node]]\nreplica_of = 'm1'",
                "4:14: 'm1' is not a master that n2 could follow; did you mean 'n1'?"},
        Mistake{
            "strategy = 'none'\n[[node]]\nreplica_of = 'n1'",
            "3:14: 'n1' is not a master that n1 could follow; add a [[node]] without replica_of"},
        Mistake{"strategy = 'none'\nsentinels = 3",
                "2:13: Sentinels have no replica that they could promote; add a [[node]] with "
                "replica_of = \"n1\""},
        Mistake{"strategy = 'none'\ndown_after_ms = 200",
                "2:1: 'down_after_ms' counts only with 'sentinels'; write sentinels = 3, or leave "
                "it out"},
        Mistake{"strategy = 'none'\nsentinels = 9", "2:13: 'sentinels' is 9; it must be 0 .. 5"},
        Mistake{"strategy = 'none'\nsentinels = 3\ndown_after_ms = 20\n[[node]]\n[[node]]\n"
                "replica_of = 'n1'",
                "3:17: 'down_after_ms' is 20; it must be 100 .. 60000 ms"},
        Mistake{"strategy = 'none'\nsentinels = 3\nsemantics = 'asynchronous'\n[[node]]\n"
                "[[node]]\nreplica_of = 'n1'",
                "2:13: Sentinels go by time, which stands still in this scenario; leave out "
                "\"semantics\", or the Sentinels"},
        Mistake{"strategy = 'none'\n[[link]]\nclient = 'alise'",
                "3:10: unknown client 'alise'; did you mean 'alice'?"},
        Mistake{"strategy = 'none'\n[[link]]\nnode = 'n2'",
                "3:8: unknown node 'n2'; did you mean 'n1'?"}));

INSTANTIATE_TEST_SUITE_P(
    Programs, Mistakes,
    testing::Values(
        Mistake{"strategy = 'set_px_lua'\nprogram = 'lock'",
                "2:11: 'program' must be a list of steps; write for example program = [\"lock\", "
                "\"work\", \"unlock\"]"},
        Mistake{"strategy = 'set_px_lua'\nprogram = []",
                "2:11: a program without steps; write for example program = [\"lock\", \"work\", "
                "\"unlock\"]"},
        Mistake{"strategy = 'set_px_lua'\n[[client]]\nprogram = ['lock', 3]",
                "3:20: a step must be a text; write for example program = [\"lock\", \"work\", "
                "\"unlock\"]"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'wrok', 'unlock']",
                "2:20: 'wrok' is not a step; did you mean 'work'?"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'sleep', 'unlock']",
                "2:20: 'sleep' is not a step; use lock, unlock, work, think, hang or forget"},
        Mistake{
            "strategy = 'set_px_lua'\nprogram = ['lock mine', 'unlock']",
            "2:12: the step 'lock mine' makes no sense from 'mine' on; write for example "
            "\"lock\", \"lock shared\", \"lock 2 permits\", \"lock locklab:b\" or \"lock within "
            "50 ms\""},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'work 20', 'unlock']",
                "2:20: the step 'work 20' makes no sense from '20' on; write \"work\" or for "
                "example \"work 20 ms\""},
        Mistake{"strategy = 'set_px_lua'\nrun_ms = 50\nprogram = ['lock', 'hang 5 ms', 'unlock']",
                "3:20: the step 'hang 5 ms' makes no sense from '5' on; write \"hang\", without a "
                "time"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'hang', 'unlock']",
                "2:20: with a client that hangs the run has no end; say when it ends, for example "
                "run_ms = 2000"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'forget', 'unlock']",
                "2:30: step 3 unlocks what no step before it locks; put a \"lock\" before it, or "
                "leave it out"},
        Mistake{
            "strategy = 'set_px_lua'\nprogram = ['work', 'unlock']",
            "2:20: step 2 unlocks what no step before it locks; put a \"lock\" before it, or leave "
            "it out"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock', 'lock', 'work', 'unlock']",
                "2:12: nothing unlocks what step 1 locks; add an \"unlock\" after it"},
        Mistake{
            "strategy = 'set_px_lua'\nprogram = ['lock locklab:b', 'unlock']",
            "2:30: step 2 unlocks what no step before it locks; put a \"lock\" before it, or leave "
            "it out"},
        Mistake{"strategy = 'set_px_lua'\nprogram = ['lock locklab:a locklab:b', 'unlock locklab:a "
                "locklab:b']",
                "2:12: 'lock locklab:a locklab:b': set_px_lua takes one lock at a time; write the "
                "step without it, or take another strategy"}));

INSTANTIATE_TEST_SUITE_P(
    Faults, Mistakes,
    testing::Values(
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5",
                "2:1: a fault that does nothing; give it an action, for example crash = { client = "
                "\"alice\" }"},
        Mistake{"strategy = 'none'\n[[fault]]\ncrash = { client = 'alice' }",
                "2:1: a fault that never strikes; write at_ms = 60 or when = \"alice entered\""},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 60\nsleep = { node = 'n1', ms = 20 }",
                "4:1: 'sleep' is no longer a fault; write stop = { node = ..., ms = ... }"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncarsh = { client = 'alice' }",
                "4:1: unknown key 'carsh' in [[fault]]; did you mean 'crash'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = { client = 'alcie' }",
                "4:20: unknown client 'alcie'; did you mean 'alice'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = {}",
                "4:9: 'crash' does not say whom it strikes; give it client = \"...\""},
        Mistake{
            "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { ms = 3 }",
            "4:8: 'jump' does not say whom it strikes; give it either client = \"...\" or node = "
            "\"...\""},
        Mistake{
            "strategy = 'none'\n[[fault]]\nat_ms = 5\njump = { node = 'n1', client = 'bob', ms = 3 "
            "}",
            "4:8: 'jump' strikes a client or a node, not both; keep one of them"},
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
                "4:21: 'direction' cannot be 'bth'; did you mean 'both'?"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ndrop = { command = 'set' }",
                "4:20: 'set' is not the name of a command; write it in capitals, for example "
                "command = \"SET\"; EVAL is every script"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncut = { count = 3 }",
                "4:9: unknown key 'count' in 'cut'; use client, node, ms or direction"},
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
                "5:7: variation 'x' changes nothing; the scenario has what it sets already"},
        Mistake{"strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { oder = 'parallel' }",
                "4:9: unknown key 'oder' in the scenario; did you mean 'order'?"},
        Mistake{"strategy = 'set_px_lua'\n[[variation]]\nname = 'x'\nset = { order = 'parallel' }",
                "4:9: set_px_lua does not read 'order'; leave it out, or take a strategy that "
                "reads it: redlock"},
        Mistake{"strategy = 'watchdog'\n[[variation]]\nname = 'x'\nset = { clock = 'wall' }",
                "4:9: watchdog does not read 'clock'; leave it out, take a strategy that reads it "
                "(redlock), or set what watchdog reads: renew, period_ms, lease_ms, "
                "max_renewals, stop_renewals, on_lost"},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.client.bop.work_ms = 4",
                "4:12: unknown client 'bop'; did you mean 'bob'?"},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.drop_fault = ['nap']",
                "4:19: unknown fault 'nap'; the scenario has no [[fault]]"},
        Mistake{"strategy = 'none'\n[[fault]]\nat_ms = 5\ncrash = { client = 'alice' }\n"
                "[[variation]]\nname = 'x'\nset.fault.nap.at_ms = 4",
                "7:11: unknown fault 'nap'; give the [[fault]] that you mean the name: "
                "name = \"nap\""},
        Mistake{
            "strategy = 'none'\n[[variation]]\nname = 'x'\nset.title = 'y'",
            "4:5: 'title' is not a measure; a measure switches a setting, a client, a node or a "
            "fault"},
        Mistake{"strategy = 'none'\n[[variation]]\nset.seed = 4",
                "2:1: a variation without a name that can be typed; write name = \"saved\""},
        Mistake{"strategy = 'none'\n[[variation]]\nname = 'x'\nset.seed = 4\n[[variation]]\nname = "
                "'x'\nset.seed = 5",
                "5:1: a second variation called 'x'; give it a name of its own"}));

INSTANTIATE_TEST_SUITE_P(
    Clusters, Mistakes,
    testing::Values(
        Mistake{
            "strategy = 'redlock'\ncluster = true",
            "2:11: redlock asks several nodes that know nothing of each other, not one cluster; "
            "take a lock on one node, or leave out 'cluster'"},
        Mistake{"strategy = 'set_px_lua'\ncluster = true",
                "2:11: a cluster of 1 node has nobody to move a slot to; write nodes = 2, or one "
                "more [[node]]"},
        Mistake{"strategy = 'set_px_lua'\ncluster = true\n[[node]]\nname = 'n1'\n[[node]]\nname = "
                "'n2'\nreplica_of = 'n1'",
                "2:11: n2 is a replica: the lab's clusters have masters alone; leave out its "
                "replica_of, or 'cluster'"},
        Mistake{"strategy = 'set_px_lua'\nnodes = 2\n[[fault]]\nat_ms = 1\nmigrate = { node = 'n1' "
                "}",
                "5:11: 'migrate' has no cluster to move a slot in; write cluster = true, with a "
                "[[node]] for each master"},
        Mistake{"strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate "
                "= { node = 'n1', to = 'n1' }",
                "6:31: the slot is at n1 already; name another master, or leave it out for the "
                "next one"},
        Mistake{"strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate "
                "= { node = 'n1', to = 'n5' }",
                "6:31: unknown node 'n5'; did you mean 'n1'?"},
        Mistake{"strategy = 'set_px_lua'\nnodes = 2\ncluster = true\n[[fault]]\nat_ms = 1\nmigrate "
                "= {}",
                "6:11: 'migrate' does not say whom it strikes; give it node = \"...\""}));

}  // namespace
}  // namespace locklab::sim
