#include "app/timeline/text/chrome_trace.h"
#include "sim/trace/sentence.h"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using Json = nlohmann::json;

Json exported() {
  Forged f;
  f.clients({"alice", "b\xff\"b"});
  f.by("alice").attempt().exchange(f.claim(), Reply::status("OK"), sim::EventKind::key_set);
  f.acquired().entered();
  const std::size_t entered = f.last();
  f.at(5ms).paused_for_ever();
  f.at(9ms).finished();
  sim::Verdict verdict{.kept = sim::Kept::broken, .event = entered};
  verdict.sentence = say("so it is");
  return Json::parse(chrome_trace(f.trace(), {verdict}));
}

std::vector<Json> of_phase(const Json& json, std::string_view phase) {
  std::vector<Json> events;
  for (const Json& event : json["traceEvents"])
    if (event["ph"] == phase) events.push_back(event);
  return events;
}

TEST(ChromeTrace, StatesAreSpansOnTheirTracks) {
  std::map<std::string, std::pair<int, int>> spans;
  for (const Json& span : of_phase(exported(), "X"))
    spans[span["name"]] = {span["ts"], span["dur"]};
  EXPECT_EQ(spans["waits"], std::pair(0, 2000));
  EXPECT_EQ(spans["inside"], std::pair(2000, 3000));
  EXPECT_EQ(spans["paused while holding"], std::pair(5000, 4000));
  EXPECT_EQ(spans["alice's key"], std::pair(1000, 8000));
}

TEST(ChromeTrace, EveryArrowThatBeginsEnds) {
  const Json json = exported();
  const auto begins = of_phase(json, "s");
  const auto ends = of_phase(json, "f");
  ASSERT_EQ(begins.size(), 2u);
  ASSERT_EQ(ends.size(), 2u);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    EXPECT_EQ(begins[i]["id"], ends[i]["id"]);
    EXPECT_LE(begins[i]["ts"], ends[i]["ts"]);
  }
}

TEST(ChromeTrace, FaultsAndBrokenPromisesAreInstants) {
  std::vector<std::string> names;
  for (const Json& instant : of_phase(exported(), "i")) names.push_back(instant["name"]);
  EXPECT_THAT(names, test::IsGolden());
}

TEST(ChromeTrace, EveryTrackHasAName) {
  const Json json = exported();
  std::map<std::pair<int, int>, int> named;
  for (const Json& event : of_phase(json, "M"))
    if (event["name"] == "thread_name") ++named[{event["pid"], event["tid"]}];
  for (const Json& event : json["traceEvents"]) {
    if (event["ph"] == "M") continue;
    EXPECT_EQ((named[{event["pid"], event["tid"]}]), 1) << event;
  }
}

}  // namespace
}  // namespace locklab::app
