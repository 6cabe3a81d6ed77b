// The value of a lock's switch, typed into a field.
#include "app/changes/switch_value.h"

#include <gmock/gmock.h>

#include "lock/strategy.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

Sentence said_of(const char* strategy, const char* name, const char* text) {
  const auto value = switch_value(*find_switch(*find_strategy(strategy), name), text);
  const auto* problem = std::get_if<sim::Problem>(&value);
  return problem ? sim::sentence(*problem) : Sentence();
}

TEST(SwitchValue, EveryValueOfEverySwitchReadsAsItIsWritten) {
  for (const Strategy& strategy : strategies())
    for (const Switch& one : strategy.switches) {
      std::vector<std::int64_t> values{one.value(default_lock(strategy)), one.least, one.most};
      if (one.type == SwitchType::choice || one.type == SwitchType::flag) values = {0, 1};
      for (const std::int64_t value : values) {
        const auto read = switch_value(one, switch_text(one, value));
        ASSERT_TRUE(std::holds_alternative<std::int64_t>(read)) << strategy.id << " " << one.name;
        EXPECT_EQ(std::get<std::int64_t>(read), value) << strategy.id << " " << one.name;
      }
    }
}

TEST(SwitchValue, AWrongOneIsToldWithItsRange) {
  EXPECT_THAT(
      (std::vector{said_of("redlock", "order", "paralel"), said_of("redlock", "retry_count", "0"),
                   said_of("redlock", "drift_ms", "never"), said_of("redlock", "drift_ms", "-1"),
                   said_of("redlock", "release_all", "yes"), said_of("watchdog", "period_ms", "0"),
                   said_of("watchdog", "lease_ms", "1.5")}),
      test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
