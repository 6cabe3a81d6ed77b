// At the end of a live run the servers are asked for the resource's value, so that a loss is found
// even if no client sees it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/golden_text.h"
#include "tests/support/inference_story.h"
#include "tests/support/live_runs.h"
#include "tests/support/told_trace.h"

namespace locklab::app {
namespace {

using sim::Kept;
using test::alice;
using test::bob;
using testing::AllOf;
using testing::HasSubstr;

using WritesInDoubt = test::InferenceStory;

constexpr NodeId only_node{0};

/// A live run in which alice sells one unit; `more` adds faults and settings.
sim::Trace live(const std::string& more, const std::string& strategy = "atomic_decr") {
  return test::live_trace(test::scenario_from("strategy = \"" + strategy + R"("
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
clients = 1
[[node]]
name = "n1"
)" + more));
}

std::string once_sold(const std::string& fault) {
  return "[[fault]]\nwhen = \"alice finished\"\n" + fault + "\n";
}

std::vector<std::int64_t> final_values(const sim::Trace& trace) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::resource_final) values.push_back(trace[i].value);
  return values;
}

struct FinalRow {
  const char* name;
  std::string more;
  std::vector<std::int64_t> values;
  Kept durability;
};

TEST(LiveFinalResource, IsWhatTheServerHasAtTheEndUnlessItStandsStill) {
  const std::string restart = "kill = { node = \"n1\", restart_after_ms = 1 }";
  const FinalRow rows[] = {
      {"nothing happened", "", {9}, Kept::kept},
      {"forgotten", once_sold(restart), {0}, Kept::broken},
      {"forgotten for good", once_sold("kill = { node = \"n1\" }"), {0}, Kept::broken},
      {"synced", "persistence = \"always\"\n" + once_sold(restart), {9}, Kept::kept},
      {"stopped", once_sold("stop = { node = \"n1\" }"), {}, Kept::not_applicable}};
  for (const FinalRow& row : rows) {
    SCOPED_TRACE(row.name);
    const sim::Trace trace = live(row.more);
    EXPECT_EQ(final_values(trace), row.values);
    EXPECT_EQ(trace.back().kind, sim::EventKind::ended);
    const sim::Verdict verdict = test::verdict_on(trace, sim::Property::durability);
    EXPECT_EQ(verdict.kept, row.durability);
    if (row.durability == Kept::kept) {
      EXPECT_THAT(verdict.sentence, test::IsGolden());
    }
    if (row.durability == Kept::broken) {
      EXPECT_THAT(verdict.why, AllOf(HasSubstr("s write of 9 at "),
                                     HasSubstr("got lost: at the end n1 has stock: 0")));
    }
  }
}

TEST(LiveFinalResource, IsOfNoLockWhoseWorkIsElsewhere) {
  EXPECT_THAT(final_values(live("", "set_px_lua")), testing::IsEmpty());
}

Command sells() {
  Command sell("DECR", Purpose::write);
  sell.add("locklab:stock");
  return sell;
}

TEST_F(WritesInDoubt, AreThoseOfWhichNobodyWasTold) {
  does(alice, sells(), Reply::number(9), 0, 1);
  EXPECT_FALSE(inference().writes_in_doubt(only_node));
  const std::uint32_t sold = sends(bob, sells(), 10);
  EXPECT_TRUE(inference().writes_in_doubt(only_node));
  gives_up(sold, 20);
  EXPECT_TRUE(inference().writes_in_doubt(only_node));
  later(60'000);
  EXPECT_EQ(inference().open(), 0u);
  EXPECT_TRUE(inference().writes_in_doubt(only_node)) << "it counts as lost, and may have run";
  inference().node_forgot(only_node, 60'000'000);
  EXPECT_FALSE(inference().writes_in_doubt(only_node)) << "it is gone with all others";
}

TEST_F(WritesInDoubt, AreNoMoreWhenALaterReplyTellsThatTheyRan) {
  inference().assume(only_node, "locklab:stock", "10");
  const std::uint32_t sold = sends(bob, sells(), 10);
  gives_up(sold, 20);
  does(alice, sells(), Reply::number(8), 30, 31);
  EXPECT_FALSE(inference().writes_in_doubt(only_node));
}

}  // namespace
}  // namespace locklab::app
