// The switches of a load's lock and the checks of a whole load: the same for options and for form
// fields.
#include "app/stress/load/lock_setting.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "app/cli/stress_options.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

/// The mistake in a StressSpec or StressCommand; empty if there is none.
template <class Asked>
Sentence problem_with(const Asked& asked) {
  return sim::problem_in(works_of(asked, 0));
}

TEST(StressSettings, ALockThatAwaitsReplicasTakesItsSwitches) {
  StressCommand command;
  command.strategies = "set_wait";
  for (const char* setting : {"replicas=1", "replicas=2", "wait_timeout_ms=5"}) {
    command.set = {setting};
    EXPECT_TRUE(problem_with(command).empty()) << setting;
    command.replicas = 2;
    EXPECT_TRUE(problem_with(command).empty()) << setting;
    command.replicas.reset();
  }
  command.set = {"replicas=3"};
  command.replicas = 2;
  EXPECT_THAT(problem_with(command), test::IsGolden());
}

TEST(StressSettings, WordsFlagsAndTimesAreSetAsTheyAreWritten) {
  StressCommand command;
  command.strategies = "redlock";
  command.set = {"order=parallel", "drift_ms=0.5, check_validity=false"};
  const LockConfig lock = sim::value_of(works_of(command, 0)).at(0).lock;
  EXPECT_EQ(lock.drift_allowance, 500us);
  EXPECT_FALSE(lock.check_validity);
}

TEST(StressSettings, EachSwitchIsReadFromAFileAsItWasWritten) {
  for (const Strategy& strategy : strategies())
    for (const auto switches : {common_switches(strategy), strategy.switches})
      for (const Switch& one : switches) {
        const std::int64_t value = one.value(default_lock(strategy));
        EXPECT_EQ(setting_in(one, setting_json(one, value)), value) << strategy.id << one.name;
        EXPECT_FALSE(setting_in(one, "no such word")) << one.name;
      }
}

TEST(StressSettings, WithoutAWarmUpOrAPauseIsPossible) {
  EXPECT_FALSE(wrong_value("--warm-up", "0"));
  EXPECT_FALSE(wrong_value("--retry", "0"));
  EXPECT_TRUE(wrong_value("--duration", "0"));
  StressSpec spec;
  spec.retry_ms = 0;
  EXPECT_GT(sim::value_of(works_of(spec, 0)).at(0).lock.retry_delay, 0us)
      << "or a client without a server would never return to its loop";
}

TEST(StressSettings, WhatNoLockHeedsIsRefused) {
  StressSpec spec;
  spec.strategies = "rate_limit_lua,rate_limit_naive";
  spec.retry_ms = 100;
  EXPECT_FALSE(problem_with(spec).empty());
  spec.strategies = "rate_limit_lua,set_px_lua";
  EXPECT_TRUE(problem_with(spec).empty()) << "one of them heeds it";
}

}  // namespace
}  // namespace locklab::app
