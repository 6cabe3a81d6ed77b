// Reports from other machines and versions: `merge` answers whatever they contain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/cli/merged_report.h"
#include "sim/world/dice.h"
#include "tests/support/golden_text.h"
#include "tests/support/json_fields.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json part(int number, const char* result) {
  json report = json::parse(R"({"strategy": "set_px_lua",
    "bounds": {"run": "bare", "clients": 2, "properties": ["mutual_exclusion", "quota"]},
    "exhausted": true, "broken": [], "not_applicable": ["quota"], "states": 7, "transitions": 9,
    "struck": [{"fault": "crash", "times": 4, "holding": 1, "acquiring": 3, "releasing": 0}],
    "executions": 3, "seconds": 0.5, "memory_mb": 1.5})");
  report["result"] = result;
  report["bounds"]["shard"] = std::to_string(number) + "/2";
  if (report["result"] == "broken")
    report["broken"].push_back(
        {{"property", "mutual_exclusion"}, {"run", "bare x=1"}, {"steps", 5}, {"why", "both"}});
  return report;
}

MergedReport merged(const std::vector<json>& parts) {
  std::vector<ReportFile> files;
  for (const json& one : parts) files.push_back({"part", one.dump()});
  return sim::value_of(merge_reports(files));
}

std::string refused(const std::string& text) {
  const auto made = merge_reports({{"part", text}});
  const auto* problem = std::get_if<sim::Problem>(&made);
  return problem ? sim::to_string(*problem) : "taken";
}

TEST(MergedReport, OfPartsThatAllHoldHolds) {
  const MergedReport whole =
      merged({part(1, "holds_within_bounds"), part(2, "holds_within_bounds")});
  EXPECT_EQ(whole.status, 0);
  const json report = json::parse(whole.json);
  EXPECT_THAT(report, test::HasFields(R"({"result": "holds_within_bounds", "exhausted": true,
      "holds": ["mutual_exclusion"], "states": 14, "not_applicable": ["quota"]})"));
  EXPECT_EQ(report["struck"][0]["times"], 8);
  EXPECT_TRUE(report["vacuous"].empty());
}

TEST(MergedReport, TakesEveryResultThatASearchPrints) {
  for (const char* result :
       {"broken", "holds_within_bounds", "not_applicable", "not_finished", "vacuous"}) {
    json alone = part(1, result);
    alone["bounds"]["shard"] = "1/1";
    EXPECT_EQ(refused(alone.dump()), "taken") << result;
  }
}

TEST(MergedReport, NamesWhatAPartCouldNotReplay) {
  json unsure = part(1, "not_finished");
  unsure["exhausted"] = false;
  unsure["unconfirmed"] = {"mutual_exclusion"};
  const MergedReport nothing = merged({unsure, part(2, "holds_within_bounds")});
  EXPECT_EQ(nothing.status, 4);
  EXPECT_EQ(json::parse(nothing.json)["unconfirmed"], json({"mutual_exclusion"}));
  const MergedReport broken = merged({unsure, part(2, "broken")});
  EXPECT_EQ(broken.status, 1);
  EXPECT_TRUE(json::parse(broken.json)["unconfirmed"].empty()) << "another one is replayed";
  unsure["unconfirmed"] = 3;
  EXPECT_NE(refused(unsure.dump()), "taken");
}

TEST(MergedReport, ThatIsNotAllThereHasNotHeld) {
  json cut = part(2, "broken");
  cut["exhausted"] = false;
  for (const auto& parts :
       std::vector<std::vector<json>>{{part(1, "holds_within_bounds")},
                                      {part(1, "holds_within_bounds"), part(2, "not_finished")},
                                      {part(1, "holds_within_bounds"), cut}}) {
    const MergedReport whole = merged(parts);
    const json report = json::parse(whole.json);
    EXPECT_EQ(whole.status, report["broken"].empty() ? 4 : 1);
    EXPECT_EQ(report["exhausted"], false);
    EXPECT_TRUE(report["holds"].empty());
    EXPECT_EQ(report["unsettled"].size(), 1 - report["broken"].size());
  }
}

TEST(MergedReport, RefusesAReportThatLacksAFieldOrHasAnotherKindOfIt) {
  const json whole = part(1, "broken");
  ASSERT_EQ(refused(whole.dump()), "taken");
  for (const auto& [key, value] : whole.items()) {
    if (key == "exhausted" || key == "not_applicable" || key == "struck") continue;
    for (const json& other : {json(), json(-1), json("x"), json::array({1}), json(1e300)}) {
      if (key == "strategy" && other.is_string()) continue;
      json report = whole;
      report[key] = other;
      EXPECT_NE(refused(report.dump()), "taken") << report;
    }
    json report = whole;
    report.erase(key);
    EXPECT_THAT(refused(report.dump()), test::IsGolden("without " + key));
  }
  json report = whole;
  report["bounds"].erase("shard");
  EXPECT_THAT(refused(report.dump()), test::IsGolden());
  for (const char* shard :
       {"", "1", "0/2", "3/2", "1/2/3", "-1/2", "99999999999/2", "a/b", "1/ 2"}) {
    report["bounds"]["shard"] = shard;
    EXPECT_THAT(refused(report.dump()), HasSubstr("--shard 2/8")) << shard;
  }
}

TEST(MergedReport, BelievesNoResultThatItsCounterexamplesContradict) {
  json without = part(1, "broken"), held = without, misspelt = without;
  without["broken"] = json::array();
  held["result"] = "holds_within_bounds";
  misspelt["broken"][0]["property"] = "mutual_exclusiom";
  for (const json& report : {without, held, misspelt})
    EXPECT_THAT(refused(report.dump()), test::IsGolden());
}

TEST(MergedReport, OfMergedReportsIsTheReportOfTheirParts) {
  const json first = json::parse(merged({part(1, "holds_within_bounds")}).json);
  EXPECT_EQ(first["parts"], "1 of 2");
  const json second = part(2, "broken");
  const json direct = json::parse(merged({part(1, "holds_within_bounds"), second}).json);
  for (const auto& parts :
       std::vector<std::vector<json>>{{first, second},
                                      {first, second, first},
                                      {first, part(1, "holds_within_bounds"), second}}) {
    EXPECT_EQ(json::parse(merged(parts).json), direct);
  }
  EXPECT_EQ(json::parse(merged({direct}).json), direct);
}

TEST(MergedReport, RefusesAMergedReportThatDoesNotKeepItsParts) {
  json old = json::parse(merged({part(1, "broken")}).json);
  old.erase("part_reports");
  EXPECT_THAT(refused(old.dump()), test::IsGolden());
  old["part_reports"] = json::array();
  EXPECT_THAT(refused(old.dump()), test::IsGolden());
  old["part_reports"] = {old};
  EXPECT_THAT(refused(old.dump()), test::IsGolden());
}

TEST(MergedReport, OfAnythingIsAnAnswer) {
  const std::string seed = part(1, "broken").dump();
  sim::RandomBits dice(5);
  std::vector<std::string> pieces{
      "null",    "-1",   "[]",          "{}",   "\"\"", "1e999", "18446744073709551615",
      "\"1/2\"", "true", "\"\\u0000\"", "\xff", "[[[[", "}}}}"};
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = seed;
    for (std::uint64_t edits = 1 + dice.below(3); edits > 0; --edits) {
      const std::size_t at = dice.below(text.size());
      switch (dice.below(3)) {
        case 0:
          text[at] = static_cast<char>(dice.below(256));
          break;
        case 1:
          text.erase(at, 1 + dice.below(20));
          break;
        default:
          text.replace(at, dice.below(6), pieces[dice.below(pieces.size())]);
      }
      if (text.empty()) text = " ";
    }
    const auto made = merge_reports({{"a", seed}, {"b", text}});
    taken += std::holds_alternative<MergedReport>(made);
  }
  EXPECT_GT(taken, 100) << "so many of them were still reports";
  EXPECT_THAT(refused(std::string(200'000, '[')), test::IsGolden());
  json deep = part(1, "broken");
  for (int i = 0; i < 1000; ++i) deep["bounds"] = json{{"shard", "1/2"}, {"in", deep["bounds"]}};
  EXPECT_THAT(refused(deep.dump()), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
