// A whole load saved as JSON and read again, with every field, so that it can be compared with
// others.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "app/stress/report/part_file.h"
#include "app/stress/report/report_data.h"
#include "app/stress/report/report_html.h"
#include "lock/strategy.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

StressResult a_load(const char* strategy) {
  StressResult result;
  StressWork& work = result.work;
  work.strategy = find_strategy(strategy);
  work.lock = default_lock(*work.strategy);
  work.lock.ttl = 300ms;
  work.clients = 3;
  work.keys = 3;
  work.fsync = Fsync::always;
  work.strikes = {std::get<Strike>(parse_strike("at 2187108us kill n1"))};
  result.origin = {
      1'795'600'800'000'000, "0.1.0", "Linux, 2 processors", "locklab stress \"x\"", {"7.0.15"}};
  result.servers = {"127.0.0.1:7000"};
  result.measured = 1'500ms;
  result.measured_from_us = us(work.warm_up);
  result.limit_before = 1'200;
  result.limit_after = 1'100;
  Measures& m = result.measures;
  m.seconds.resize(2);
  for (std::int64_t time = 1; time < 2'000; time += 7) {
    m.acquire.add(time);
    m.hand_over.add(time * 3);
    m.seconds[0].acquire.add(time);
    ++m.counts.acquired;
    ++m.seconds[0].counts.acquired;
  }
  m.counts.attempts = 900;
  m.errors["OOM"] = m.seconds[1].errors["OOM"] = 4;
  m.acquired_by_client = {100, 90, 96};
  m.replies = 2'000;
  result.outages = {{0, 300ms, 900ms, Sentence::text("timeout")},
                    {0, 1'100ms, std::nullopt, Sentence::text("timeout")}};
  result.lockout = LoadLockout{2, 2'190ms, 2'900ms, true};
  result.server_seconds = {ServerSecond{1'000, 2'000}, std::nullopt};
  result.meters = {ServerReading{1'500'000, 20'000, 4'000, 90'000}};
  result.harms[0] = 1;
  result.violations = {
      {Harm::overlap, 0, {0, 0, 1'500'000, -1, -1}, {1, 0, 1'700'000, 1'800'000, 5}, nullptr, {}}};
  return result;
}

/// The reason why a report could not be read; empty if it could.
Sentence why_unread(const std::variant<std::vector<StressResult>, Sentence>& read) {
  const auto* what = std::get_if<Sentence>(&read);
  return what ? *what : Sentence();
}

std::vector<StressResult> read_again(const std::vector<StressResult>& results) {
  const auto read = read_loads(Json::parse(stress_json(results)));
  EXPECT_TRUE(why_unread(read).empty()) << why_unread(read).english();
  return std::get<std::vector<StressResult>>(read);
}

TEST(LoadFile, HoldsAllThatIsShownOfALoad) {
  const std::vector<StressResult> loads{a_load("set_px_lua"), a_load("fenced")};
  for (const auto& results : {loads, {loads.front()}}) {
    const std::vector<StressResult> again = read_again(results);
    ASSERT_EQ(again.size(), results.size());
    EXPECT_EQ(stress_json(again), stress_json(results));
    EXPECT_EQ(stress_csv(again), stress_csv(results));
    EXPECT_EQ(stress_html(again, Language::english), stress_html(results, Language::english));
  }
}

TEST(LoadFile, ADecisionIsReadAsWell) {
  StressResult load = a_load("rate_limit_naive");
  load.measures.counts.decided = 700;
  load.yes_commands = 3;
  load.no_commands = 1;
  load.violations.clear();
  const auto again = read_again({load});
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(stress_json(again), stress_json({load}));
  EXPECT_THAT(stress_json({load}), HasSubstr("\"decisions_per_s\""));
}

TEST(LoadFile, TimesAreInTheUnitOfTheirNames) {
  const Json settings = Json::parse(stress_json({a_load("set_px_lua")}))["work"]["settings"];
  EXPECT_EQ(settings["ttl_ms"], 300);
  StressResult load = a_load("redlock");
  load.work.lock.retry_delay = 500us;
  const Json other = Json::parse(stress_json({load}))["work"]["settings"];
  EXPECT_EQ(other["retry_delay_ms"], 0.5);
  EXPECT_TRUE(other["order"].is_string()) << other;
}

TEST(LoadFile, OneOfAnotherFormatIsRefused) {
  Json old = Json::parse(stress_json({a_load("set_px_lua")}));
  old.erase("format");
  for (const Json& report : {old, Json{{"work", {}}, {"safety", {}}, {"format", 1}}}) {
    EXPECT_FALSE(why_unread(read_loads(report)).empty());
    EXPECT_THAT(why_unread(read_loads(report)), test::IsGolden());
  }
}

TEST(LoadFile, OneWithAFaultThatNoLoadHasAnyMoreSaysWhich) {
  const auto said = [](const char* fault) {
    Json old = Json::parse(stress_json({a_load("set_px_lua")}));
    old["work"]["faults"] = Json::array({fault});
    return why_unread(read_loads(old));
  };
  EXPECT_TRUE(said("at 1s stop n1 200ms").empty());
  EXPECT_THAT(said("at 1s sleep n1 200ms"), test::IsGolden());
  EXPECT_THAT(said("at 1s migrate n1"), test::IsGolden());
}

TEST(LoadFile, AnOlderOneWhoseClientsWereProcessesIsReadWithAWarning) {
  Json old = Json::parse(stress_json({a_load("set_px_lua")}));
  const auto warnings = [&] {
    const auto read = read_loads(old);
    return std::get<std::vector<StressResult>>(read).at(0).warnings;
  };
  old["work"]["processes"] = false;
  EXPECT_TRUE(warnings().empty());
  old["work"]["processes"] = true;
  EXPECT_THAT(warnings(), test::IsGolden());
}

TEST(LoadFile, BrokenOnesAreToldWhateverIsBroken) {
  const Json whole = Json::parse(stress_json({a_load("set_px_lua")}));
  for (const char* key : {"work", "raw", "counts", "seconds", "limit", "safety"}) {
    Json broken = whole;
    broken[key] = 7;
    EXPECT_FALSE(why_unread(read_loads(broken)).empty()) << key;
  }
}

}  // namespace
}  // namespace locklab::app
