// Faults that a live run cannot have are refused before anyone tries them.
#include "app/workshop/refused_live.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/gui/update/update.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

bool is_refused(const Model& model, const char* tool) {
  return refused_live(model, breaking_tools()[breaking_tool(tool)]).has_value();
}

TEST(RefusedLive, ServersThatTheLabDidNotStartAreNeitherKilledNorMadeToRefuse) {
  Model model = test::showing("F06");
  for (const BreakingTool& tool : breaking_tools())
    EXPECT_FALSE(refused_live(model, tool)) << tool.id << ": the lab's own servers can all of it";
  model.live.own = false;
  EXPECT_FALSE(is_refused(model, "kill")) << "nobody has said where";
  model.live.servers = "127.0.0.1:6379";
  for (const char* tool : {"kill", "power", "restart", "stop", "promote", "refuse_full",
                           "refuse_read_only", "refuse_unsaved", "flush", "evict"})
    EXPECT_TRUE(is_refused(model, tool)) << tool;
  for (const char* tool : {"crash", "pause", "cut", "slow", "hold", "delay", "drop", "reset"})
    EXPECT_FALSE(is_refused(model, tool)) << tool;
}

TEST(RefusedLive, AClientsClockMayJumpAnywhereAndANodesOnlyOnServersOfOurOwn) {
  Model model = test::showing("F06");
  model.live.own = false;
  model.live.servers = "127.0.0.1:6379";
  model.lane = 0;  // alice
  EXPECT_FALSE(is_refused(model, "jump"));
  model.lane = 2;  // n1
  EXPECT_TRUE(is_refused(model, "jump"));
}

TEST(RefusedLive, ARunThatGoesStepByStepIsOnServersOfOurOwnWhateverTheFormSays) {
  Model model = test::showing("F39");
  model.live.stepped = true;
  const auto begun = update(model, intent::RunLive{});
  ASSERT_TRUE(begun);
  sim::Trace trace;
  trace.info = model.run->trace().info;
  trace.info.world = "live";
  trace.add({.client = ClientId{0}, .kind = sim::EventKind::started});
  update(model, intent::LiveProgress{begun->job,
                                     make_recorded_run(sim::Library(), std::move(trace)), true});
  model.live.own = false;
  model.live.servers = "127.0.0.1:6379";
  EXPECT_FALSE(is_refused(model, "kill"));
  EXPECT_TRUE(is_refused(model, "refuse_read_only")) << "no master of a cluster follows nobody";
}

}  // namespace
}  // namespace locklab::app
