// The explorer finds the field's known failures from the strategy and a budget of faults alone, and
// the known remedies hold within the same bounds.
#include <ostream>

#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

struct Known {
  const char* failure;
  const char* strategy;
  const char* faults;
  Property property;
  std::string set;
  std::uint32_t clients = 2;
};

/// Two waiters that read the same deadline, the second slightly after the first.
const std::string two_waiters =
    "retry_jitter_ms=0, client={bob={start_ms=10}, carol={start_ms=12}}";
/// n1 and n2 of five lose the key, one after the other, each between two renewals. Bob's retries
/// have a fixed rhythm; with another he would hold n1 whenever alice sets her key again.
const std::string losses_in_turn =
    R"(nodes=5, order="parallel", period_ms=30, work_ms=150, retry_jitter_ms=0, )"
    R"(client={bob={start_ms=4}}, fault=[)"
    R"({when="alice renewed", plus_ms=2, jump={node="n1", ms=101}}, )"
    R"({when="alice renewed 2nd time", plus_ms=2, jump={node="n2", ms=101}}])";
/// A program that never unlocks.
const std::string forgotten = R"(program=["lock", "work", "forget"])";

void PrintTo(const Known& known, std::ostream* out) { *out << known.failure; }

Question question_of(const Known& known) {
  return {.strategy = known.strategy,
          .clients = known.clients,
          .set = known.set,
          .faults = known.faults,
          .property = known.property};
}

std::string test_name(const testing::TestParamInfo<Known>& info) { return info.param.failure; }

class Finds : public testing::TestWithParam<Known> {};

TEST_P(Finds, ACounterexampleThatRunsAgainByItsName) {
  const SearchSpec spec = spec_for(question_of(GetParam()));
  const Answer found = answer(spec, search(depth_first(spec)));
  ASSERT_EQ(found.broken.size(), 1u) << "nothing was found in " << found.counts.states << " states";
  expect_broken_again(found.broken.front());
}

/// A question without a property covers the failure too.
TEST_P(Finds, IsLookedForByWhoNamesNoProperty) {
  Question question = question_of(GetParam());
  question.property.reset();
  EXPECT_TRUE(spec_for(question).wanted.has(GetParam().property));
}

/// A kill and a promotion are one fault here, which minimising does not split.
TEST(Finds, AFailoverStaysWholeInItsSmallestRun) {
  const Answer found = answered(ask("fenced", "failover=1", Property::mutual_exclusion));
  ASSERT_EQ(found.broken.size(), 1u);
  EXPECT_NE(found.broken.front().run.find("kill={"), std::string::npos);
  EXPECT_NE(found.broken.front().run.find("promote={"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Known, Finds,
    testing::Values(
        Known{"F01_crash_no_expiry", "setnx_del", "crash=1", Property::no_deadlock},
        Known{"F02_crash_between", "setnx_expire", "crash=1", Property::no_deadlock},
        Known{"F03_foreign_release", "setnx_del", "foreign_release=1",
              Property::owner_only_release},
        Known{"F42_key_deleted", "set_px_lua", "delete=1", Property::mutual_exclusion},
        Known{"F42_key_deleted_watchdog", "watchdog", "delete=1", Property::no_lost_update},
        Known{"F42_key_deleted_quota", "rate_limit_lua", "delete=1", Property::quota},
        Known{"F04_lease_outlived", "set_px_del", "pause=1", Property::owner_only_release},
        Known{"F05_get_then_del", "set_px_get_del", "pause=1", Property::owner_only_release},
        Known{"F06_pause_past_ttl", "set_px_lua", "pause=1", Property::mutual_exclusion},
        Known{"F09_clocks_apart", "getset_timestamp", "clock_jump=1", Property::mutual_exclusion},
        Known{"F10_getset_overwrite", "getset_timestamp", "crash@hold=1,hold=1",
              Property::mutual_exclusion, "work_ms=120", 3},
        Known{"F11_failover_lost_lock", "set_px_lua", "failover=1", Property::mutual_exclusion},
        Known{"F12_redlock_clock_jump", "redlock", "clock_jump=1", Property::mutual_exclusion},
        Known{"F13_redlock_crash_restart", "redlock", "power=1", Property::mutual_exclusion},
        Known{"F15_redlock_pause_in_acquire", "redlock", "pause@acquire=1",
              Property::mutual_exclusion, "order=\"parallel\", check_validity=false"},
        Known{"two_pauses_of_one_client", "redlock", "pause@acquire@alice=1,pause@hold@alice=1",
              Property::mutual_exclusion},
        Known{"F17_lost_reply", "redlock", "lose=1", Property::clean_failure, "release_all=false"},
        Known{"F19_slow_acquire", "redlock", "hold@acquire=2", Property::mutual_exclusion,
              "check_validity=false, ttl_ms=30, node_timeout_ms=25, allow_short_ttl=true"},
        Known{"F29_single_point_of_failure", "set_px_lua", "kill=1", Property::mutual_exclusion},
        Known{"F30_client_clock_jump", "redlock", "clock_jump@alice=1,pause@alice=1",
              Property::mutual_exclusion, "clock=\"wall\""},
        Known{"F31_naive_renewal", "watchdog", "pause=1", Property::mutual_exclusion,
              "renew=\"expire\""},
        Known{"F32_multi_is_no_condition", "setnx_expire", "crash=1", Property::no_deadlock,
              "how=\"multi\""},
        Known{"F34_naive_takeover", "getset_timestamp", "crash@hold=1", Property::mutual_exclusion,
              "takeover=\"del_setnx\", " + two_waiters, 3},
        Known{"F35_rolling_restart", "redlock", "clock_jump@n3=1", Property::mutual_exclusion,
              "extend=\"owned\", " + losses_in_turn},
        Known{"F36_hung_worker", "watchdog", "", Property::no_deadlock, forgotten},
        Known{"F37_watchdog_outlives", "watchdog", "crash=1", Property::no_deadlock,
              "renew=\"expire\", stop_renewals=false", 3}),
    test_name);

class Saves : public testing::TestWithParam<Known> {};

TEST_P(Saves, ThePropertyWithinTheSameBoundsExhaustively) {
  const SearchSpec spec = spec_for(question_of(GetParam()));
  const Answer found = answer(spec, search(depth_first(spec)));
  EXPECT_TRUE(found.exhausted);
  for (const Counterexample& example : found.broken)
    ADD_FAILURE() << example.run << "\n" << example.why;
}

INSTANTIATE_TEST_SUITE_P(
    Measures, Saves,
    testing::Values(
        Known{"F01_saved_by_an_expiry", "set_px_del", "crash=1", Property::no_deadlock},
        Known{"F02_saved_by_one_command", "set_px_del", "crash=1", Property::no_deadlock},
        Known{"F03_saved_by_a_token", "set_px_lua", "foreign_release=1",
              Property::owner_only_release},
        Known{"F04_saved_by_a_checked_release", "set_px_lua", "pause=1",
              Property::owner_only_release},
        Known{"F05_saved_by_lua", "set_px_lua", "hold=1", Property::owner_only_release},
        Known{"F06_saved_by_a_fence", "fenced", "pause=1", Property::no_lost_update},
        Known{"F06_fence", "fenced", "pause=1", Property::fencing},
        Known{"F09_saved_by_the_servers_expiry", "set_px_lua", "crash=1",
              Property::mutual_exclusion},
        // The work fits into what is left of the lease after WAIT has waited for the old master.
        Known{"F11_saved_by_wait", "set_wait", "failover=1", Property::mutual_exclusion,
              "work_ms=20, wait_ms=60"},
        Known{"F12_saved_by_a_monotonic_expiry", "redlock", "clock_jump=1",
              Property::mutual_exclusion, "expiry_clock=\"monotonic\""},
        // With several nodes the release itself may be lost.
        Known{"F17_saved_by_release_all", "redlock", "lose=1", Property::clean_failure, "nodes=1"},
        Known{"F15_saved_by_the_validity_check", "redlock", "pause@acquire=1",
              Property::mutual_exclusion},
        Known{"F34_saved_by_getset", "getset_timestamp", "crash@hold=1", Property::mutual_exclusion,
              two_waiters, 3},
        Known{"F35_saved_by_healing", "redlock", "clock_jump@n3=1", Property::mutual_exclusion,
              losses_in_turn},
        Known{"F36_saved_by_a_limit", "watchdog", "", Property::no_deadlock,
              "max_renewals=3, " + forgotten},
        Known{"F36_saved_by_a_lease", "set_px_lua", "", Property::no_deadlock, forgotten},
        Known{"F37_saved_by_the_release", "watchdog", "crash=1", Property::no_deadlock,
              "renew=\"expire\"", 3},
        Known{"F37_saved_by_a_comparison", "watchdog", "crash=1", Property::no_deadlock,
              "stop_renewals=false", 3}),
    test_name);

}  // namespace
}  // namespace locklab::sim
