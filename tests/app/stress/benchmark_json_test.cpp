// Results in the JSON format of Google Benchmark, for its compare.py.
#include "app/stress/report/benchmark_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lock/strategy.h"
#include "tests/support/json_fields.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using test::HasFields;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names_in(const json& report) {
  std::vector<std::string> names;
  for (const json& row : report["benchmarks"]) names.push_back(row["name"]);
  return names;
}

StressResult finished_load(std::int64_t acquire_us) {
  StressResult load;
  load.work.strategy = find_strategy("set_px_lua");
  load.origin = {1'795'600'800'000'000, "0.1.0", "Linux", "locklab stress", {"7.0.15"}};
  load.measured = 2s;
  load.measures.counts.acquired = 4'000;
  load.measures.acquired_by_client = {4'000};
  load.measures.acquire.add(acquire_us);
  load.meters = {ServerReading{.processor_us = 80'000}};
  return load;
}

TEST(BenchmarkJson, RepetitionsOfANameAreTogetherAndThenTheirAggregates) {
  const std::vector<BenchmarkRun> runs{
      {"b/lock", 10, "us", 7, 4, {{"items_per_second", 1e5}}},
      {"a/lock", 3, "ms"},
      {"b/lock", 20, "us", 7, 6},
  };
  const json report = json::parse(benchmark_json(runs, {}));
  EXPECT_THAT(names_in(report), ElementsAre("b/lock", "b/lock", "b/lock_mean", "b/lock_median",
                                            "b/lock_stddev", "a/lock"));
  const json& rows = report["benchmarks"];
  EXPECT_THAT(rows[0],
              HasFields(R"({"run_name": "b/lock", "run_type": "iteration", "repetitions": 2,
      "repetition_index": 0, "iterations": 7, "real_time": 10, "cpu_time": 4, "time_unit": "us",
      "items_per_second": 100000})"));
  EXPECT_EQ(rows[1]["repetition_index"], 1);
  EXPECT_THAT(rows[2], HasFields(R"({"run_name": "b/lock", "run_type": "aggregate",
      "aggregate_name": "mean", "iterations": 2, "real_time": 15, "cpu_time": 5})"));
  EXPECT_NEAR(rows[4]["real_time"].get<double>(), 7.071, 0.001);
  EXPECT_EQ(rows[5]["cpu_time"], 3.0) << "no other clock was read";
  EXPECT_EQ(rows[5]["family_index"], 1);
}

TEST(BenchmarkJson, ATimeOfZeroIsLeftOut) {
  EXPECT_THAT(names_in(json::parse(benchmark_json({{"a", 0, "us"}, {"a", INFINITY, "us"}}, {}))),
              IsEmpty());
}

TEST(BenchmarkJson, ALoadHasTheTimeOfALockAndItsLatencies) {
  const json report = json::parse(benchmark_json({finished_load(300), finished_load(200)}));
  EXPECT_EQ(report["context"]["locklab"], "0.1.0");
  // 2 s for 4,000 locks; cpu_time is the server's.
  EXPECT_THAT(report["benchmarks"][0], HasFields(R"({"name": "set_px_lua/lock", "real_time": 500,
      "cpu_time": 20, "items_per_second": 2000})"));
  EXPECT_THAT(report["benchmarks"][5],
              HasFields(R"({"name": "set_px_lua/acquire/p50", "real_time": 300})"));
}

TEST(BenchmarkJson, ALoadThatDidNotRunToItsEndIsLeftOut) {
  StressResult cut_short = finished_load(300);
  cut_short.interrupted = true;
  StressResult troubled = finished_load(300);
  troubled.problem = LiveProblem{Sentence::text("lost"), {}};
  EXPECT_THAT(names_in(json::parse(benchmark_json({cut_short, troubled}))), IsEmpty());
}

TEST(BenchmarkJson, TheMedianIsTheMiddleOrBetweenTheTwo) {
  EXPECT_EQ(median_of({3, 1, 2}), 2);
  EXPECT_EQ(median_of({4, 1, 2, 3}), 2.5);
}

}  // namespace
}  // namespace locklab::app
