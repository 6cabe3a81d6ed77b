// A search, the replay of what it found, and then a live run, all on one thread: nothing of the
// first two may be left that the third would touch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/live/run_live.h"
#include "sim/scenario/read_scenario.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::app {
namespace {

using locklab::sim::Property;

TEST(AfterASearch, ALiveRunOnTheSameThreadIsAsAnyOther) {
  const sim::SearchSpec spec =
      sim::spec_for(sim::ask("setnx_del", "crash=1", sim::Property::no_deadlock));
  const sim::Answer found = sim::answer(spec, sim::search(spec.task()));
  ASSERT_FALSE(found.broken.empty());
  EXPECT_EQ(sim::verdict_of(found.broken.front().run, sim::Property::no_deadlock).kept,
            sim::Kept::broken);

  auto read = sim::read_scenario(R"(
title = "after a search"
strategy = "set_px_lua"
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
[[client]]
name = "alice"
rounds = 5
)",
                                 "test.toml");
  const auto* scenario = std::get_if<sim::Scenario>(&read);
  ASSERT_TRUE(scenario);
  const auto ran = run_live(*scenario, {});
  const auto* run = std::get_if<LiveRun>(&ran);
  ASSERT_TRUE(run) << std::get<LiveProblem>(ran).what.english();
  EXPECT_EQ(run->trace.back().kind, sim::EventKind::ended);
  EXPECT_EQ(sim::check(run->trace)[static_cast<std::size_t>(sim::Property::mutual_exclusion)].kept,
            sim::Kept::kept);
}

}  // namespace
}  // namespace locklab::app
