// The benchmarks run and report their results; no test judges the speeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/cli/program.h"
#include "tests/support/screen.h"

namespace locklab::app {
namespace {

using Json = nlohmann::json;

/// The rows of a benchmark report by name; repeated names keep the last row.
std::map<std::string, Json> rows_of(const Finished& bench) {
  std::map<std::string, Json> rows;
  const Json printed = Json::parse(bench.out);
  for (const Json& row : printed["benchmarks"]) rows[row["name"].get<std::string>()] = row;
  return rows;
}

TEST(Bench, TheWindowsSpeedIsToldWithItsAims) {
  const Finished bench =
      locklab({"bench", "gui", "--events", "5000", "--large", "--format", "json"});
  ASSERT_EQ(bench.status, 0) << bench.err;
  auto rows = rows_of(bench);
  for (const char* figure : {"gui/frames/median", "gui/frames/worst", "gui/load/ready",
                             "gui/seek/worst", "gui/branch/median", "gui/large/median"}) {
    EXPECT_GT(rows[figure]["real_time"], 0.0) << figure;
    EXPECT_EQ(rows[figure]["time_unit"], "ms") << figure;
    EXPECT_GT(rows[figure]["aim_ms"], 0.0) << figure;
    EXPECT_GT(rows[figure]["events"], 1'000.0) << figure;
  }
  EXPECT_GT(rows["gui/large/median"]["events"].get<double>(),
            rows["gui/frames/median"]["events"].get<double>() * 9);
  EXPECT_GE(rows["gui/frames/worst"]["real_time"], rows["gui/frames/median"]["real_time"]);
}

// A missing display is reported, and is no failure.
TEST(Bench, WithoutADisplayTheRealWindowIsNotMeasuredAndRunsAreRepetitions) {
  const std::vector<std::string> no_display{"DISPLAY=", "WAYLAND_DISPLAY="};
  const Finished bench = locklab(
      {"bench", "gui", "--events", "1000", "--repeat", "2", "--format", "json"}, no_display);
  ASSERT_EQ(bench.status, 0) << bench.err;
  auto rows = rows_of(bench);
  EXPECT_FALSE(rows.contains("gui/first_frame"));
  EXPECT_EQ(rows["gui/frames/median"]["repetitions"], 2);
  EXPECT_EQ(rows["gui/frames/median"]["repetition_index"], 1);
  EXPECT_EQ(rows["gui/frames/median_mean"]["run_type"], "aggregate");
  const Finished table = locklab({"bench", "gui", "--events", "1000"}, no_display);
  ASSERT_EQ(table.status, 0) << table.err;
  for (const char* part :
       {"frames", "load", "seek", "branch", "aim", "no window can be opened here"})
    EXPECT_THAT(table.out, testing::HasSubstr(part));
}

TEST(Bench, TheRealWindowsStartAndRestAreMeasured) {
  const test::Screen screen(1440, 900);
  ASSERT_GE(screen.number(), 0);
  const std::string display = "DISPLAY=:" + std::to_string(screen.number());
  const Finished bench =
      locklab({"bench", "gui", "--events", "1000", "--format", "json"}, {display});
  ASSERT_EQ(bench.status, 0) << bench.err;
  const Json window = rows_of(bench)["gui/first_frame"];
  EXPECT_GT(window["real_time"], 0.0);
  EXPECT_EQ(window["idle_frames"], 0.0);
  EXPECT_GE(window["idle_ms"], 1'000.0);
  const Finished table = locklab({"bench", "gui", "--events", "1000"}, {display});
  EXPECT_THAT(table.out, testing::HasSubstr("0 frames"));
}

}  // namespace
}  // namespace locklab::app
