// The benchmarks run and say what they found. How fast they are is no test's business.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/cli/program.h"
#include "tests/support/screen.h"

namespace locklab::app {
namespace {

using Json = nlohmann::json;

TEST(Bench, TheWindowsSpeedIsToldWithItsAims) {
  const Finished bench =
      locklab({"bench", "gui", "--events", "5000", "--large", "--format", "json"});
  ASSERT_EQ(bench.status, 0) << bench.err;
  const Json told = Json::parse(bench.out);
  for (const char* part : {"frames", "load", "seek", "branch", "large"})
    EXPECT_GT(told[part]["events"], 1'000) << part;
  EXPECT_GT(told["large"]["events"], told["frames"]["events"].get<int>() * 9);
  for (const auto& [part, figure] : {std::pair{"frames", "median_ms"},
                                     {"frames", "worst_ms"},
                                     {"load", "ready_ms"},
                                     {"seek", "worst_ms"},
                                     {"branch", "median_ms"},
                                     {"large", "median_ms"}}) {
    EXPECT_GT(told[part][figure], 0.0) << part << figure;
    EXPECT_GT(told[part]["aim_" + std::string(figure)], 0.0) << part << figure;
  }
  EXPECT_GE(told["frames"]["worst_ms"], told["frames"]["median_ms"]);
}

// Whether there is a display is said, and is no failure.
TEST(Bench, WithoutADisplayTheRealWindowIsNotMeasured) {
  const Finished bench = locklab({"bench", "gui", "--events", "1000", "--format", "json"},
                                 {"DISPLAY=", "WAYLAND_DISPLAY="});
  ASSERT_EQ(bench.status, 0) << bench.err;
  const Json told = Json::parse(bench.out);
  EXPECT_TRUE(told["start"].is_null());
  EXPECT_TRUE(told["idle"].is_null());
  const Finished table =
      locklab({"bench", "gui", "--events", "1000"}, {"DISPLAY=", "WAYLAND_DISPLAY="});
  EXPECT_THAT(table.out, testing::HasSubstr("no window can be opened here"));
}

TEST(Bench, TheRealWindowsStartAndRestAreMeasured) {
  const test::Screen screen(1440, 900);
  ASSERT_GE(screen.number(), 0);
  const std::string display = "DISPLAY=:" + std::to_string(screen.number());
  const Finished bench =
      locklab({"bench", "gui", "--events", "1000", "--format", "json"}, {display});
  ASSERT_EQ(bench.status, 0) << bench.err;
  const Json told = Json::parse(bench.out);
  EXPECT_GT(told["start"]["first_frame_ms"], 0.0);
  EXPECT_EQ(told["idle"]["frames"], 0);
  EXPECT_GE(told["idle"]["watched_ms"], 1'000.0);
  const Finished table = locklab({"bench", "gui", "--events", "1000"}, {display});
  EXPECT_THAT(table.out, testing::HasSubstr("0 frames"));
}

TEST(Bench, TheWindowsSpeedIsATableToo) {
  const Finished bench = locklab({"bench", "gui", "--events", "2000"});
  ASSERT_EQ(bench.status, 0) << bench.err;
  for (const char* part : {"frames", "load", "seek", "branch", "aim"})
    EXPECT_THAT(bench.out, testing::HasSubstr(part));
}

}  // namespace
}  // namespace locklab::app
