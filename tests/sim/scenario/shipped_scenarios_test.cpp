// The shipped scenarios: complete, explained, and true to their claims.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <set>

#include "sim/check/expectation.h"
#include "sim/scenario/embedded.h"
#include "sim/scenario/run_name.h"
#include "sim/world/simulate.h"
#include "tests/support/read.h"
#include "tests/support/shipped_runs.h"

namespace locklab::sim {
namespace {

using testing::IsEmpty;

const Library& library() {
  static const Library shipped(LOCKLAB_SOURCE_DIR "/assets");
  return shipped;
}

OpenedRun opened(const std::string& name) { return run_named(name, library()); }

TEST(ShippedScenarios, EveryFailureHasItsFile) {
  std::set<std::string> names;
  for (const ScenarioEntry& entry : library().list()) {
    EXPECT_FALSE(entry.problem) << to_string(*entry.problem);
    if (entry.name == "bare") continue;  // the explorer's base scenario
    EXPECT_EQ(entry.failure, entry.name.substr(0, 3)) << entry.name;
    names.insert(entry.name);
  }
  for (const char* name :
       {// locks without a lease, an owner or one command for both
        "F01_crash_no_expiry", "F02_crash_between", "F03_foreign_release", "F05_get_then_del",
        "F27_lost_update", "F28_rate_limit_race", "F32_multi_is_no_condition",
        // holders that outlive their lease, and fences
        "F04_lease_outlived", "F06_pause_past_ttl", "F07_late_write", "F08_fence",
        // deadlines as values
        "F09_clocks_apart", "F10_getset_overwrite", "F34_naive_takeover",
        // masters and replicas, or one node
        "F11_failover_lost_lock", "F29_single_point_of_failure", "F38_split_brain",
        "F39_slot_moves",
        // majorities
        "F12_redlock_clock_jump", "F13_redlock_crash_restart", "F14_delayed_restart",
        "F15_redlock_pause_in_acquire", "F16_split_vote", "F17_lost_reply", "F18_minority_down",
        "F19_slow_acquire", "F20_drift", "F30_client_clock_jump", "F33_no_time_to_work",
        "F35_rolling_restart",
        // renewals
        "F21_watchdog_saves", "F22_watchdog_blind", "F31_naive_renewal", "F36_hung_worker",
        "F37_watchdog_outlives",
        // several locks
        "F40_two_locks_crosswise",
        // work without the lock
        "F41_fail_open",
        // the key is removed from outside
        "F42_key_deleted"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(ShippedScenarios, TheProgramCarriesTheSameText) {
  for (const embedded::File& file : embedded::scenarios()) {
    std::ifstream on_disk(std::string(LOCKLAB_SOURCE_DIR "/") + std::string(file.path));
    const std::string text(std::istreambuf_iterator<char>(on_disk), {});
    EXPECT_EQ(file.text, text) << file.path;
  }
}

class ShippedRun : public testing::TestWithParam<std::string> {};

TEST_P(ShippedRun, IsExplainedAndExpectsSomething) {
  const Scenario scenario = opened(GetParam()).scenario;
  EXPECT_NE(scenario.title, scenario.name);
  EXPECT_GT(scenario.story.size(), 60u);
  EXPECT_NE(scenario.expect, Expectation{});
  const std::string base = GetParam().substr(0, GetParam().find('/'));
  if (base == GetParam()) return;
  const Scenario of_base = opened(base).scenario;
  EXPECT_NE(scenario.title, of_base.title);
  EXPECT_NE(scenario.story, of_base.story);
}

TEST_P(ShippedRun, ComesOutAsItSaysWhateverTheDice) {
  for (int seed = 1; seed <= 8; ++seed) {
    const OpenedRun run = opened(GetParam() + " seed=" + std::to_string(seed));
    const Trace trace = simulate(run.scenario);
    EXPECT_THAT(unmet(run.scenario.expect, trace, check(trace)), IsEmpty()) << to_string(run.name);
  }
}

TEST_P(ShippedRun, GivesTheSameTraceTwice) {
  const OpenedRun run = opened(GetParam());
  const OpenedRun again = opened(to_string(run.name));
  EXPECT_EQ(simulate(run.scenario).hash(), simulate(again.scenario).hash());
}

std::string test_name(const testing::TestParamInfo<std::string>& param) {
  std::string name = param.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, ShippedRun, testing::ValuesIn(shipped_runs(library())), test_name);

TEST(ShippedScenarios, ThoseThatRunLiveNeedNothingThatOnlyASimulatorHas) {
  for (const char* name :
       {"F01", "F02", "F03", "F04", "F05", "F06", "F21", "F27", "F29", "F32", "F36", "F37"}) {
    const Scenario scenario = opened(name).scenario;
    EXPECT_LE(scenario.lock.ttl, 500ms) << name;
    for (const Fault& fault : scenario.faults) {
      static constexpr std::array live{
          FaultKind::crash, FaultKind::pause,   FaultKind::resume,         FaultKind::kill,
          FaultKind::stop,  FaultKind::restart, FaultKind::foreign_release};
      EXPECT_THAT(live, testing::Contains(fault.kind)) << name;
      EXPECT_FALSE(fault.power) << name;
    }
    for (const NodeSpec& node : scenario.nodes) {
      EXPECT_FALSE(node.monotonic_expiry) << name;
      EXPECT_EQ(node.clock_offset, Duration(0)) << name;
    }
  }
}

}  // namespace
}  // namespace locklab::sim
