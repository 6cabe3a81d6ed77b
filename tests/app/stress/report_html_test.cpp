// The page of a load: complete by itself, with every load in it, and safe to open whatever a server
// said.
#include "app/stress/report_html.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "lock/strategy.h"

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
    second.acquired = locks;
    second.acquire.add(locks);
  }
  result.measures.counts.acquired = 150;
  result.measures.acquired_by_client = {75, 50, 25};
  return result;
}

TEST(LoadPage, NeedsNothingBesideItself) {
  const std::string page = stress_html({load_of("set_px_lua")}, Language::english);
  EXPECT_THAT(page, AllOf(HasSubstr("<polyline points="), HasSubstr("Locks of each client")));
  EXPECT_THAT(page,
              AllOf(Not(HasSubstr("<script")), Not(HasSubstr("http")), Not(HasSubstr("src="))));
}

TEST(LoadPage, LaysSeveralLoadsOverEachOther) {
  const std::string page =
      stress_html({load_of("set_px_lua"), load_of("redlock")}, Language::english);
  EXPECT_THAT(page, AllOf(HasSubstr("set_px_lua p99"), HasSubstr("redlock p99"),
                          HasSubstr("<h2>redlock</h2>")));
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
      std::size_t& count = cells.emplace_back();
      const std::size_t end = page.find("</tr>", row);
      for (std::size_t at = row; (at = page.find("<t", at + 1)) < end;) ++count;
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

TEST(LoadPage, IsInTheReadersLanguage) {
  const std::string page = stress_html({load_of("set_px_lua")}, Language::chinese);
  EXPECT_THAT(page, AllOf(HasSubstr("<html lang=\"zh-Hans\">"), HasSubstr("每秒获得锁的次数")));
}

}  // namespace
}  // namespace locklab::app
