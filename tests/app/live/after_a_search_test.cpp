// A search, the replay of its counterexample and a live run on one thread: no state of the first
// two may disturb the third.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/live_runs.h"
#include "tests/support/told_trace.h"

namespace locklab::app {
namespace {

using locklab::sim::Property;

TEST(AfterASearch, ALiveRunOnTheSameThreadIsAsAnyOther) {
  const sim::SearchSpec spec =
      sim::spec_for(sim::ask("setnx_del", "crash=1", Property::no_deadlock));
  const sim::Answer found = sim::answer(spec, sim::search(spec.task()));
  ASSERT_FALSE(found.broken.empty());
  EXPECT_EQ(sim::verdict_of(found.broken.front().run, Property::no_deadlock).kept,
            sim::Kept::broken);

  const sim::Trace trace = test::live_trace(test::scenario_from(R"(
strategy = "set_px_lua"
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
[[client]]
name = "alice"
rounds = 5
)"));
  EXPECT_EQ(trace.back().kind, sim::EventKind::ended);
  EXPECT_EQ(test::verdict_on(trace, Property::mutual_exclusion).kept, sim::Kept::kept);
}

}  // namespace
}  // namespace locklab::app
