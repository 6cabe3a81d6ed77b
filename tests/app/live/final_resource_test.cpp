// At a live run's end the servers are asked what they have of the resource, so that a loss is seen
// that no client comes across.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/run_live.h"
#include "sim/check/check.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/golden_text.h"
#include "tests/support/inference_story.h"

namespace locklab::app {
namespace {

using sim::Kept;
using test::alice;
using test::bob;
using testing::ElementsAre;
using testing::IsEmpty;

using Story = test::InferenceStory;

constexpr NodeId only_node{0};

/// Alice sells one, and then happens what `more` says.
sim::Trace live(const std::string& more, const std::string& node = "",
                const std::string& strategy = "atomic_decr") {
  const std::string text = "strategy = \"" + strategy + R"("
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
clients = 1
[[node]]
name = "n1"
)" + node + more;
  auto read = sim::read_scenario(text, "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  auto run = run_live(std::get<sim::Scenario>(read), {});
  if (const auto* problem = std::get_if<LiveProblem>(&run)) {
    ADD_FAILURE() << problem->what.english();
    return {};
  }
  return std::move(std::get<LiveRun>(run).trace);
}

std::string kill(const std::string& restart) {
  return "[[fault]]\nwhen = \"alice finished\"\nkill = { node = \"n1\"" + restart + " }\n";
}

std::vector<std::int64_t> final_values(const sim::Trace& trace) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == sim::EventKind::resource_final) values.push_back(trace[i].value);
  return values;
}

sim::Verdict durability(const sim::Trace& trace) {
  return sim::check(trace)[static_cast<std::size_t>(sim::Property::durability)];
}

TEST(LiveFinalResource, IsThereWhereNothingHappened) {
  const sim::Trace trace = live("");
  EXPECT_THAT(final_values(trace), ElementsAre(9));
  EXPECT_EQ(trace.back().kind, sim::EventKind::ended);
  const sim::Verdict verdict = durability(trace);
  EXPECT_EQ(verdict.kept, Kept::kept);
  EXPECT_THAT(verdict.sentence, test::IsGolden());
}

TEST(LiveFinalResource, IsGoneWhereTheServerForgotIt) {
  for (const char* restart : {", restart_after_ms = 1", ""}) {
    const sim::Trace trace = live(kill(restart));
    EXPECT_THAT(final_values(trace), ElementsAre(0));
    const sim::Verdict verdict = durability(trace);
    EXPECT_EQ(verdict.kept, Kept::broken);
    EXPECT_THAT(verdict.why, testing::HasSubstr("s write of 9 at "));
    EXPECT_THAT(verdict.why, testing::HasSubstr("got lost: at the end n1 has stock: 0"));
  }
}

TEST(LiveFinalResource, OutlivesADeathWhereEveryWriteIsSynced) {
  const sim::Trace trace = live(kill(", restart_after_ms = 1"), "persistence = \"always\"\n");
  EXPECT_THAT(final_values(trace), ElementsAre(9));
  EXPECT_EQ(durability(trace).kept, Kept::kept);
}

TEST(LiveFinalResource, IsNotAskedOfAServerThatStandsStill) {
  const sim::Trace trace = live("[[fault]]\nwhen = \"alice finished\"\nstop = { node = \"n1\" }\n");
  EXPECT_THAT(final_values(trace), IsEmpty());
  EXPECT_EQ(durability(trace).kept, Kept::not_applicable);
}

TEST(LiveFinalResource, IsOfNoLockWhoseWorkIsElsewhere) {
  const sim::Trace trace = live("", "", "set_px_lua");
  EXPECT_THAT(final_values(trace), IsEmpty());
}

Command sells() {
  Command sell("DECR", Purpose::write);
  sell.add("locklab:stock");
  return sell;
}

TEST(WritesInDoubt, AreThoseOfWhichNobodyWasTold) {
  Story story;
  story.does(alice, sells(), Reply::number(9), 0, 1);
  EXPECT_FALSE(story.inference().writes_in_doubt(only_node));
  const std::uint32_t sold = story.sends(bob, sells(), 10);
  EXPECT_TRUE(story.inference().writes_in_doubt(only_node));
  story.gives_up(sold, 20);
  EXPECT_TRUE(story.inference().writes_in_doubt(only_node));
  story.later(60'000);
  EXPECT_EQ(story.inference().open(), 0u);
  EXPECT_TRUE(story.inference().writes_in_doubt(only_node))
      << "it counts as lost, and may have run";
  story.inference().node_forgot(only_node, 60'000'000);
  EXPECT_FALSE(story.inference().writes_in_doubt(only_node)) << "it is gone with all others";
}

TEST(WritesInDoubt, AreNoMoreWhenALaterReplyTellsThatTheyRan) {
  Story story;
  story.inference().assume(only_node, "locklab:stock", "10");
  const std::uint32_t sold = story.sends(bob, sells(), 10);
  story.gives_up(sold, 20);
  story.does(alice, sells(), Reply::number(8), 30, 31);
  EXPECT_FALSE(story.inference().writes_in_doubt(only_node));
}

}  // namespace
}  // namespace locklab::app
