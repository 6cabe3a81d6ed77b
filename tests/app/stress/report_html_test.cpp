// The page of a load: self-contained, with every load, and safe to open whatever text a server
// sent.
#include "app/stress/report/report_html.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "lock/strategy.h"
#include "tests/support/well_formed.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

StressResult load_of(const char* strategy) {
  StressResult result;
  result.work.strategy = find_strategy(strategy);
  result.work.clients = 3;
  result.measured = 2s;
  for (const std::uint64_t locks : {100u, 50u}) {
    Second& second = result.measures.seconds.emplace_back();
    second.counts.acquired = locks;
    second.acquire.add(locks);
  }
  result.measures.counts.acquired = 150;
  result.measures.acquired_by_client = {75, 50, 25};
  return result;
}

TEST(LoadPage, NeedsNothingBesideItself) {
  EXPECT_THAT(stress_html({load_of("set_px_lua")}, Language::english),
              AllOf(HasSubstr("<polyline points="), HasSubstr("Locks of each client"),
                    Not(HasSubstr("<script")), Not(HasSubstr("http")), Not(HasSubstr("src="))));
}

TEST(LoadPage, LaysSeveralLoadsOverEachOther) {
  const std::string page =
      stress_html({load_of("set_px_lua"), load_of("redlock")}, Language::english);
  EXPECT_THAT(page, AllOf(HasSubstr("bold p99, thin p50"), HasSubstr("<h2>2 redlock</h2>")));
  EXPECT_EQ(test::count_of("<polyline", page), 8u)
      << "locks, p50, p99 and the longest wait, of two";
  EXPECT_EQ(test::count_of("</svg> 2 redlock</span>", page), 3u)
      << "each chart says whose line it is";
}

TEST(LoadPage, FaultsOfEachLoadAreDrawnWithItsNumber) {
  StressResult first = load_of("set_px_lua");
  first.work.strikes = {std::get<Strike>(parse_strike("at 1218708us kill n1"))};
  StressResult second = load_of("set_px_del");
  second.work.strikes = {std::get<Strike>(parse_strike("at 500ms pause holder 800ms"))};
  const std::string page = stress_html({first, second}, Language::english);
  EXPECT_THAT(page, HasSubstr(">1: at 1.218s kill n1<"));
  EXPECT_THAT(page, HasSubstr(">2: at 500ms pause holder 800ms<"));
}

TEST(LoadPage, NamesOfFaultsAtOneTimeStandBelowEachOther) {
  StressResult load = load_of("set_px_lua");
  for (const char* line : {"at 1s kill n1", "at 1010ms stop n2 100ms", "at 1020ms kill n3"})
    load.work.strikes.push_back(std::get<Strike>(parse_strike(line)));
  const std::string page = stress_html({load}, Language::english);
  std::vector<std::string> heights;
  const std::size_t end = page.find("</svg>");
  for (std::size_t at = 0; (at = page.find("class=\"fault\"", at + 1)) < end;) {
    const std::size_t y = page.find(" y=\"", at) + 4;
    heights.push_back(page.substr(y, page.find('"', y) - y));
  }
  EXPECT_THAT(heights, testing::ElementsAre("12.0", "25.0", "38.0"));
}

TEST(LoadPage, AFaultStandsAtItsTimeOnTheAxis) {
  StressResult load = load_of("set_px_lua");
  load.work.strikes = {std::get<Strike>(parse_strike("at 1s kill n1"))};
  const std::string page = stress_html({load}, Language::english);
  // The axis spans two seconds from x = 70 to x = 710, so 1 s is at 390.
  EXPECT_THAT(page, HasSubstr("<line x1=\"390.0\""));
  EXPECT_THAT(page, HasSubstr("<text x=\"390.0\" y=\"184\" text-anchor=\"middle\">1</text>"));
}

TEST(LoadPage, ASecondIsAStepFromItsBeginningToItsEnd) {
  EXPECT_THAT(
      stress_html({load_of("set_px_lua")}, Language::english),
      testing::ContainsRegex("points=\"70.0,[0-9.]* 390.0,[0-9.]* 390.0,[0-9.]* 710.0,[0-9.]* \""));
}

TEST(LoadPage, ASecondWithoutAGrantIsAGap) {
  StressResult load = load_of("set_px_lua");
  load.measures.seconds[1].acquire = {};
  load.measures.seconds[1].longest_wait_us = 2'500'000;
  const std::string page = stress_html({load}, Language::english);
  const std::size_t waits = page.find("Time to be let in");
  const std::size_t next = page.find("Longest wait in each");
  ASSERT_NE(next, std::string::npos);
  const std::string chart = page.substr(waits, next - waits);
  EXPECT_EQ(test::count_of("<polyline points=\"70.0,", chart), 2u) << "p50 and p99";
  EXPECT_THAT(chart, Not(HasSubstr(" 710.0,")));
  EXPECT_THAT(page.substr(next), HasSubstr("5 s")) << "the wait itself is drawn";
}

TEST(LoadPage, SaysInTheReadersLanguageWhereItWasMadeAndHasTables) {
  StressResult load = load_of("set_px_lua");
  load.origin = {
      1'795'600'800'000'000, "0.1.0", "Linux, 2 processors", "locklab stress", {"7.0.15"}};
  load.measures.acquire.add(100);
  const std::string page = stress_html({load, load}, Language::chinese);
  EXPECT_THAT(page, AllOf(HasSubstr("<html lang=\"zh-Hans\">"), HasSubstr("每秒获得锁的次数"),
                          HasSubstr("2026-11-25T10:00:00.000Z"), HasSubstr("Redis 7.0.15"),
                          HasSubstr("<code>locklab stress</code>"), HasSubstr("<td>100 µs</td>"),
                          Not(HasSubstr("<pre>"))));
}

TEST(LoadPage, DrawsTheLimitBesideALoad) {
  StressResult load = load_of("set_px_lua");
  load.limit_before = load.limit_after = 100;
  EXPECT_THAT(stress_html({load}, Language::english), HasSubstr("stroke-dasharray=\"1 3\""));
}

TEST(LoadPage, ListsBothHoldsOfAViolation) {
  StressResult result = load_of("set_px_del");
  result.harms[static_cast<std::size_t>(Harm::overlap)] = 1;
  result.violations.push_back(
      {Harm::overlap, 0, {1, 0, 500'000, -1, -1}, {2, 0, 700'000, 800'000, -1}});
  const std::string page = stress_html({result}, Language::english);
  EXPECT_THAT(page, HasSubstr("<td>overlap</td><td>1</td><td>2</td><td>0.500000 s</td><td>–</td>"));
  EXPECT_THAT(page, HasSubstr("<td>3</td><td>0.700000 s</td><td>0.800000 s</td>"));
}

TEST(LoadPage, EveryColumnOfTheViolationsHasAHeading) {
  StressResult result = load_of("set_px_del");
  result.harms[static_cast<std::size_t>(Harm::overlap)] = 2;
  const Violation seen{Harm::overlap, 0, {1, 0, 500'000, -1, -1}, {2, 0, 700'000, 800'000, -1}};
  const auto cells_of = [&](std::vector<std::string> files) {
    result.violations.clear();
    for (const std::string& file : files) {
      result.violations.push_back(seen);
      result.violations.back().file = file;
    }
    const std::string page = stress_html({result}, Language::english);
    std::vector<std::size_t> cells;
    std::size_t row = page.find("<tr>", page.find("The first violations"));
    for (; row != std::string::npos; row = page.find("<tr>", row + 1)) {
      const std::string cells_of_row = page.substr(row + 1, page.find("</tr>", row) - row);
      cells.push_back(test::count_of("<t", cells_of_row));
    }
    return cells;
  };
  EXPECT_THAT(cells_of({"", ""}), testing::ElementsAre(10, 10, 10)) << "none can be opened";
  EXPECT_THAT(cells_of({"one.trace", ""}), testing::ElementsAre(11, 11, 11));
  EXPECT_THAT(stress_html({result}, Language::english), HasSubstr("<th>on the timeline</th>"));
}

TEST(LoadPage, ShowsWhatAServerSaidAsText) {
  StressResult result = load_of("set_px_lua");
  result.measures.errors["<img src=x onerror=alert(1)>"] = 2;
  EXPECT_THAT(stress_html({result}, Language::english), Not(HasSubstr("<img")));
}

}  // namespace
}  // namespace locklab::app
