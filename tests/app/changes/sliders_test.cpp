// The sliders of a run: their ranges and the runs that they produce.
#include "app/changes/sliders.h"

#include <gmock/gmock.h>

#include <cmath>

#include "app/runs/judged_run.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::opened;
using testing::ElementsAre;

std::vector<std::string> keys_of(const ShownRun& run, std::optional<std::size_t> client = {}) {
  std::vector<std::string> keys;
  for (const Slider& slider : sliders_of(run, client)) keys.push_back(slider.key);
  return keys;
}

Slider slider(const ShownRun& run, const std::string& key) {
  for (const Slider& one : sliders_of(run, {}))
    if (one.key == key) return one;
  ADD_FAILURE() << key;
  return {};
}

TEST(Sliders, AreThoseOfTheLockAndOfTheSelectedClient) {
  EXPECT_THAT(keys_of(*opened("F06")),
              ElementsAre("ttl_ms", "latency_ms", "work alice", "retry_delay_ms"));
  EXPECT_THAT(keys_of(*opened("F06"), 1),
              ElementsAre("ttl_ms", "latency_ms", "work bob", "retry_delay_ms"));
}

TEST(Sliders, ALockWithoutALeaseHasNone) {
  EXPECT_THAT(keys_of(*opened("F27")), testing::Not(testing::Contains("ttl_ms")));
}

TEST(Sliders, SpanDecadesByTheLogarithm) {
  const Slider lease = slider(*opened("F06"), "ttl_ms");
  EXPECT_TRUE(lease.logarithmic);
  EXPECT_EQ(lease.now, 300);
  EXPECT_LT(lease.from, 30);
  EXPECT_GE(lease.to, 3000);
  EXPECT_FALSE(slider(*opened("F06"), "work alice").logarithmic);
}

class SlidersOfAll : public testing::TestWithParam<std::string> {};

// Every reachable value must be valid for the scenario.
TEST_P(SlidersOfAll, ReachOnlyValuesThatCanRunAndFindTheirPlaceAgain) {
  const ShownRunPtr run = opened(GetParam());
  for (const Slider& one : sliders_of(*run, {})) {
    EXPECT_LE(one.from, one.now) << one.key;
    EXPECT_GE(one.to, one.now) << one.key;
    for (const double place : {0.0, 0.5, 1.0}) {
      const double value = value_at(one, place);
      EXPECT_NEAR(place_of(one, value), place, 0.05) << one.key << " " << value;
      const std::string name = with_slider(*run, one.key, value);
      const auto made = open_named(sim::Library(), name);
      if (const auto* problem = std::get_if<sim::Problem>(&made))
        ADD_FAILURE() << name << ": " << sim::to_string(*problem);
    }
    EXPECT_EQ(with_slider(*run, one.key, one.now), run->judged.name) << one.key;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, SlidersOfAll, testing::ValuesIn([] {
                           auto names = library_runs(sim::Library()).names;
                           std::erase_if(names, [](const std::string& name) {
                             return name.find('/') != std::string::npos;
                           });
                           return names;
                         }()),
                         [](const auto& run) { return run.param.substr(0, run.param.find('_')); });

TEST(Sliders, AValueIsRoundedAsAPersonWouldWriteIt) {
  const Slider lease = slider(*opened("F06"), "ttl_ms");
  for (double place = 0; place <= 1; place += 0.01) {
    const double value = value_at(lease, place);
    EXPECT_NEAR(value * 10, std::round(value * 10), 1e-6) << value;
    const double tens = value >= 100 ? value / 10 : 0;
    EXPECT_NEAR(tens, std::round(tens), 1e-9) << value;
  }
}

TEST(Sliders, MoveTheWorkOfOneClientAlone) {
  const ShownRunPtr run = opened("F06");
  const ShownRunPtr moved = opened(with_slider(*run, "work bob", 12.5));
  EXPECT_EQ(moved->judged.scenario.clients[1].work, Duration(12'500));
  EXPECT_EQ(moved->judged.scenario.clients[0].work, run->judged.scenario.clients[0].work);
  EXPECT_EQ(with_slider(*run, "work nobody", 1), "");
  EXPECT_EQ(with_slider(*run, "period_msx", 1), "");
}

}  // namespace
}  // namespace locklab::app
