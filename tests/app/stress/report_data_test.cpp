// The exported figures of a load, per second and in total.
#include "app/stress/report/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/stress/report/report_text.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using test::HasFields;
using testing::HasSubstr;
using testing::Not;

StressResult two_seconds() {
  StressResult result;
  result.work.strategy = find_strategy("set_px_lua");
  result.work.clients = 1;
  result.measured = 1'500ms;
  for (const std::int64_t wait_us : {700, 300}) {
    Second& second = result.measures.seconds.emplace_back();
    second.counts.acquired = second.counts.released = 5;
    second.counts.attempts = 9;
    second.counts.renewed = 2;
    second.errors["OOM"] = 1;
    second.acquire.add(100);
    second.longest_wait_us = wait_us;
  }
  result.measures.acquire.add(100);
  result.measures.counts.acquired = 10;
  result.measures.counts.attempts = 18;
  result.measures.counts.retries = 3;
  result.measures.longest_wait_us = 900;
  result.measures.late_us = 60'000;
  result.server_seconds = {ServerSecond{50'000, 4'000}, std::nullopt};
  result.origin = {
      1'795'600'800'000'000, "0.1.0", "Linux, 2 processors", "locklab stress", {"7.0.15"}};
  return result;
}

/// The fields of a row after the heading, by their headings; quoted fields may contain commas.
std::map<std::string, std::string> csv_row(const std::string& csv, std::size_t row) {
  const auto fields = [](const std::string& line) {
    std::vector<std::string> all;
    bool quoted = false;
    all.emplace_back();
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) {
        all.emplace_back();
      } else if (c != '"') {
        all.back() += c;
      }
    }
    return all;
  };
  std::istringstream lines(csv);
  std::string heads;
  std::string line;
  std::getline(lines, heads);
  for (std::size_t i = 0; i <= row; ++i) std::getline(lines, line);
  const std::vector<std::string> names = fields(heads);
  const std::vector<std::string> values = fields(line);
  EXPECT_EQ(names.size(), values.size()) << line;
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) all[names[i]] = values[i];
  return all;
}

TEST(ReportText, SaysHowManyAcquisitionsGaveUpIfAnyDid) {
  StressResult result = two_seconds();
  EXPECT_THAT(stress_report(result, Language::english), Not(HasSubstr("Gave up")));
  result.measures.counts.gave_up = 5;
  EXPECT_THAT(stress_report(result, Language::english), HasSubstr("Gave up: 5 of 15 acquisitions"));
}

TEST(LoadData, EachSecondHasTheLongestWaitAtItsEnd) {
  const json report = json::parse(stress_json({two_seconds()}));
  EXPECT_EQ(report["seconds"][0]["longest_wait_us"], 700);
  EXPECT_EQ(report["seconds"][1]["longest_wait_us"], 300);
  EXPECT_THAT(report, HasFields(R"({"longest_wait_us": 900, "late_us": 60000})"));
  EXPECT_THAT(report["warnings"][0], test::IsGolden());
  const std::string csv = stress_csv({two_seconds()});
  EXPECT_EQ(csv_row(csv, 0)["longest_wait_us"], "700");
  EXPECT_EQ(csv_row(csv, 2)["second"], "total");
  EXPECT_EQ(csv_row(csv, 2)["longest_wait_us"], "900");
}

TEST(LoadData, APartOfASecondIsMarkedAndScaledBesideWhatWasCounted) {
  const json second = json::parse(stress_json({two_seconds()}))["seconds"][1];
  EXPECT_THAT(second, HasFields(R"({"partial": true, "lasted_us": 500000, "acquired": 5,
      "per_s": 10})"));
  auto row = csv_row(stress_csv({two_seconds()}), 1);
  EXPECT_EQ(row["lasted_s"], "0.5");
  EXPECT_EQ(row["acquired"], "5");
  EXPECT_EQ(row["per_s"], "10");
}

TEST(LoadData, ASecondWithoutAGrantHasNoQuantiles) {
  StressResult result = two_seconds();
  result.measures.seconds[1].acquire = {};
  EXPECT_TRUE(json::parse(stress_json({result}))["seconds"][1]["p99_us"].is_null());
  EXPECT_EQ(csv_row(stress_csv({result}), 1)["p99_us"], "");
}

TEST(LoadData, EachSecondHasEverythingThatTheWholeHas) {
  const json report = json::parse(stress_json({two_seconds()}));
  EXPECT_THAT(report["seconds"][0], HasFields(R"({"attempts": 9, "released": 5, "renewed": 2,
      "errors": {"OOM": 1}, "server_commands": 4000, "server_processor_us": 50000})"));
  EXPECT_TRUE(report["seconds"][1]["server_commands"].is_null());
  EXPECT_EQ(report["counts"]["retries"], 3);
  auto row = csv_row(stress_csv({two_seconds()}), 0);
  EXPECT_EQ(row["errors"], "1 x OOM");
  EXPECT_EQ(row["server_commands"], "4000");
}

TEST(LoadData, SaysWhereAndWhenItWasMade) {
  const json made = json::parse(stress_json({two_seconds()}))["made"];
  EXPECT_THAT(made, HasFields(R"({"at": "2026-11-25T10:00:00.000Z", "locklab": "0.1.0",
      "machine": "Linux, 2 processors", "command": "locklab stress", "redis": ["7.0.15"]})"));
  EXPECT_EQ(csv_row(stress_csv({two_seconds()}), 0)["machine"], "Linux, 2 processors");
}

TEST(LoadData, RunsOfOneLoadAreNumbered) {
  const std::vector<StressResult> runs{two_seconds(), two_seconds()};
  EXPECT_EQ(csv_row(stress_csv(runs), 0)["run"], "1");
  EXPECT_EQ(csv_row(stress_csv(runs), 3)["run"], "2");
  EXPECT_EQ(json::parse(stress_json(runs))["loads"][1]["run"], 2);
}

}  // namespace
}  // namespace locklab::app
