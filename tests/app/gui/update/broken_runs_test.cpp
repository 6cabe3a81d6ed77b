#include "app/changes/added_faults.h"
#include "app/changes/broken_run.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"

#include <gmock/gmock.h>

#include "app/gui/update/update.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using testing::ElementsAre;
using testing::HasSubstr;

/// That tool strikes a lane at the cursor.
Break strike(std::uint16_t lane, std::string_view tool) {
  return {{SpotKind::lane, lane}, breaking_tool(tool), {}, {}};
}

Model showing_story(const std::string& name) {
  Model model;
  work_on(model, update(model, Open{name}));
  return model;
}

TEST(Breaking, EveryToolMakesARunThatCanBeMade) {
  const Model model = showing_story("F11_failover_lost_lock");
  const ShownRun& run = *model.run;
  for (std::uint16_t lane = 0; lane < run.scene.lanes.size(); ++lane)
    for (const BreakingTool& each : breaking_tools()) {
      const Spot spot{SpotKind::lane, lane};
      if (!applies(each, run, spot)) continue;
      const std::string name = broken_run(run, spot, each, usual_size(each, run), 5'000);
      const auto made = make_shown_run(sim::Library(), name);
      if (const auto* problem = std::get_if<sim::Problem>(&made))
        ADD_FAILURE() << name << ": " << sim::to_string(*problem);
    }
}

TEST(Breaking, APauseAtTheCursorBreaksAStoryThatWasSound) {
  Model model = showing_story("F21_watchdog_saves");
  update(model, SelectLane{0});
  update(model, RunUntil{Until::entered});
  const double at = model.cursor.at_us;
  work_on(model, update(model, strike(0, "pause")));
  EXPECT_TRUE(model.problem.empty()) << model.problem.english();
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_EQ(model.branch, 1u);
  EXPECT_NEAR(model.cursor.at_us, at, 1) << "the cursor stands right after the fault";
  EXPECT_THAT(model.run->judged.name, HasSubstr("pause={client=\"alice\""));
  EXPECT_EQ(model.run->judged.verdicts[0].kept, sim::Kept::broken);
  // What was before the fault is as it was.
  const sim::Trace& before = model.branches[0].run->trace();
  const sim::Trace& after = model.branches[1].run->trace();
  for (std::size_t i = 0; i + 1 < model.cursor.events; ++i) EXPECT_EQ(before[i].at, after[i].at);
}

TEST(Breaking, UndoGoesBackAndRedoForward) {
  Model model = showing_story("F06");
  work_on(model, update(model, strike(1, "crash")));
  work_on(model, update(model, strike(0, "crash")));
  EXPECT_EQ(added_faults(*model.run).size(), 2u);
  update(model, Undo{});
  EXPECT_EQ(model.branch, 1u);
  update(model, Undo{});
  EXPECT_EQ(model.branch, 0u);
  update(model, Undo{});
  EXPECT_EQ(model.branch, 0u);
  update(model, Redo{});
  update(model, Redo{});
  EXPECT_EQ(model.branch, 2u);
  update(model, Redo{});
  EXPECT_EQ(model.branch, 2u);
}

TEST(Breaking, AFaultIsTakenAwayAgain) {
  Model model = showing_story("F06");
  work_on(model, update(model, strike(1, "crash")));
  work_on(model, update(model, RemoveFault{0, {}}));
  EXPECT_THAT(added_faults(*model.run), ElementsAre());
  EXPECT_EQ(model.run->judged.name, model.branches[0].run->judged.name);
}

TEST(Breaking, AnotherStoryForgetsTheBranches) {
  Model model = showing_story("F06");
  work_on(model, update(model, strike(1, "crash")));
  EXPECT_FALSE(update(model, Open{"F01"}));
  work_on(model, update(model, Leave{Leaving::discard}));
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_EQ(model.branch, 0u);
}

TEST(Breaking, TheResourceCannotBeBroken) {
  Model model = showing_story("F06");
  EXPECT_FALSE(update(model, strike(3, "crash")));
  EXPECT_FALSE(update(model, strike(0, "kill")));
  EXPECT_FALSE(update(model, strike(2, "promote")));
  EXPECT_FALSE(update(model, Break{{SpotKind::lane, 99}, 99, {}, {}}));
}

TEST(Breaking, ATraceWithoutARunsNameHasNoFaultsToTakeAway) {
  ShownRun run;
  EXPECT_THAT(added_faults(run), ElementsAre());
}

}  // namespace
}  // namespace locklab::app
