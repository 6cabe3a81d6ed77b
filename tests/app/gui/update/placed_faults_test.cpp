// Delayed messages, dropped tools and edited faults, without a window.
#include "app/gui/update/placed_faults.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <functional>

#include "app/changes/added_faults.h"
#include "app/changes/delayed_run.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/settings_file.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::showing;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Spot message(const Model& model, std::uint32_t number, bool reply) {
  return message_spot(model.run->scene, number, reply);
}

double arrives(const Model& model, const Spot& spot) {
  return static_cast<double>(arrival(*model.run, spot).value_or(-1));
}

/// The intent that drops a tool on a lane, at `at_us` or else at the cursor.
Break strike(std::uint16_t lane, std::string_view tool, std::optional<double> at_us = {}) {
  return {{SpotKind::lane, lane}, breaking_tool(tool), at_us, {}};
}

/// Edits the first fault that the user added, and accepts the form.
void edit_fault(Model& model, const std::function<void(FaultForm&)>& change) {
  update(model, EditFault{0, {}});
  FaultForm form = *model.form;
  change(form);
  update(model, SetForm{form});
  want(model, AcceptForm{});
}

/// Drags the head of a message's arrow to `to_us` and drops it.
std::optional<Job> drag(Model& model, const Spot& spot, double to_us) {
  update(model, DragArrow{{model.branch, spot.message, spot.reply, to_us}});
  return update(model, DropArrow{});
}

/// A run in which a pause outlasts the lease; some tests replace it.
class Placing : public testing::Test {
 protected:
  Model model = showing("F06_pause_past_ttl");
};
using Breaking = Placing;
using Delaying = Placing;
using Dropping = Placing;
using FaultForms = Placing;
using Sizes = Placing;
using Lanes = Placing;

TEST_F(Placing, TheCursorStandsRightAfterTheFaultThatWasPlaced) {
  struct Placed {
    const char* story;
    std::uint16_t lane;
    const char* tool;
    double at_us;
    sim::EventKind shows;
  };
  for (const Placed& placed :
       {Placed{"F06_pause_past_ttl", 0, "crash", 132'889.4, sim::EventKind::client_crashed},
        Placed{"F06_pause_past_ttl", 1, "pause", 132'889.4, sim::EventKind::client_paused},
        Placed{"F11", 1, "pause", 10'000.5, sim::EventKind::client_paused},
        Placed{"F11", 0, "cut", 10'000.5, sim::EventKind::link_cut}}) {
    model = showing(placed.story);
    update(model, Seek{placed.at_us});
    update(model, SelectLane{placed.lane});
    want(model, strike(placed.lane, placed.tool));
    ASSERT_EQ(model.branches.size(), 2u);
    ASSERT_GT(model.cursor.events, 0u);
    const sim::Trace& trace = model.run->trace();
    EXPECT_EQ(trace[model.cursor.events - 1].kind, placed.shows) << placed.story;
    EXPECT_NEAR(model.cursor.at_us, placed.at_us, 1) << placed.story;
    EXPECT_EQ(model.lane, placed.lane) << "the next tool strikes the same one";
    const ClusterState now = cluster_at(trace, model.run->scene, model.cursor.events,
                                        static_cast<std::int64_t>(model.cursor.at_us));
    if (placed.shows == sim::EventKind::client_crashed) {
      EXPECT_TRUE(now.clients[placed.lane].crashed);
    }
  }
}

TEST_F(Placing, ALongerBranchIsInSightToItsEnd) {
  model = showing("F11");
  update(model, Seek{10'000});
  update(model, SetSize{breaking_tool("pause"), 450});
  const std::int64_t before = model.run->scene.end;
  want(model, strike(1, "pause"));
  ASSERT_GT(model.run->scene.end, before);
  EXPECT_GE(model.view.to, static_cast<double>(model.run->scene.end));
}

TEST_F(Breaking, APauseAtTheCursorBreaksAStoryThatWasSound) {
  model = showing("F21_watchdog_saves");
  update(model, SelectLane{0});
  update(model, RunUntil{Until::entered});
  const double at = model.cursor.at_us;
  want(model, strike(0, "pause"));
  EXPECT_TRUE(model.problem.empty()) << model.problem.english();
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_EQ(model.branch, 1u);
  EXPECT_NEAR(model.cursor.at_us, at, 1) << "the cursor stands right after the fault";
  EXPECT_THAT(model.run->judged.name, HasSubstr("pause={client=\"alice\""));
  EXPECT_EQ(model.run->judged.verdicts[0].kept, sim::Kept::broken);
  // Events before the fault keep their times.
  const sim::Trace& before = model.branches[0].run->trace();
  const sim::Trace& after = model.branches[1].run->trace();
  for (std::size_t i = 0; i + 1 < model.cursor.events; ++i) EXPECT_EQ(before[i].at, after[i].at);
}

TEST_F(Breaking, UndoGoesBackAndRedoForward) {
  want(model, strike(1, "crash"));
  want(model, strike(0, "crash"));
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

TEST_F(Breaking, AFaultIsTakenAwayAgain) {
  want(model, strike(1, "crash"));
  want(model, RemoveFault{0, {}});
  EXPECT_THAT(added_faults(*model.run), IsEmpty());
  EXPECT_EQ(model.run->judged.name, model.branches[0].run->judged.name);
}

TEST_F(Breaking, AnotherStoryForgetsTheBranches) {
  want(model, strike(1, "crash"));
  EXPECT_FALSE(update(model, Open{"F01"}));
  want(model, Leave{Leaving::discard});
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_EQ(model.branch, 0u);
}

TEST_F(Breaking, TheResourceCannotBeBroken) {
  EXPECT_FALSE(update(model, strike(3, "crash")));
  EXPECT_FALSE(update(model, strike(0, "kill")));
  EXPECT_FALSE(update(model, strike(2, "promote")));
  EXPECT_FALSE(update(model, Break{{SpotKind::lane, 99}, 99, {}, {}}));
}

TEST_F(Breaking, ATraceWithoutARunsNameHasNoFaultsToTakeAway) {
  EXPECT_THAT(added_faults(ShownRun()), IsEmpty());
}

TEST_F(Delaying, EveryMessageOfAStoryArrivesWhereItsArrowWasDropped) {
  for (const char* story : {"F06_pause_past_ttl", "F12_redlock_clock_jump", "F11"}) {
    model = showing(story);
    const auto messages = static_cast<std::uint32_t>(model.run->scene.messages.size());
    for (std::uint32_t number = 0; number < messages; number += 3)
      for (const bool reply : {false, true}) {
        Model now = model;
        const Spot spot = message(now, number, reply);
        if (!arrival(*now.run, spot)) continue;
        // The time that a message waits at a frozen node or for a paused client is no delay of its
        // link.
        const double to = arrives(now, spot) + 1'234;
        const auto name = delayed_run(*now.run, spot, to);
        ASSERT_TRUE(name);
        work_on(now, drag(now, spot, to));
        ASSERT_TRUE(now.problem.empty()) << *name;
        ASSERT_EQ(now.branches.size(), 2u);
        const auto& events = now.run->trace();
        std::size_t told = 0;
        for (std::size_t i = 0; i < events.size(); ++i)
          if (events[i].kind == sim::EventKind::message_delayed) {
            ++told;
            EXPECT_EQ(events[i].value, 1'234) << *name;
          }
        EXPECT_EQ(told, 1u) << *name;
        EXPECT_EQ(now.run->judged.name, *name);
      }
  }
}

TEST_F(Delaying, ARequestArrivesThereAndAllBeforeIsAsItWas) {
  const Spot spot = message(model, 2, false);
  const double to = arrives(model, spot) + 7'001;
  work_on(model, drag(model, spot, to));
  EXPECT_DOUBLE_EQ(arrives(model, spot), to);
  EXPECT_THAT(model.run->judged.name, HasSubstr("delay={client=\"bob\""));
  EXPECT_THAT(model.run->judged.name, HasSubstr("ms=7.001"));
  const auto& before = model.branches[0].run->trace();
  const auto& after = model.branches[1].run->trace();
  const std::uint32_t sent = model.branches[0].run->scene.messages[2].sent;
  for (std::size_t i = 0; i <= sent; ++i) {
    EXPECT_EQ(before[i].at, after[i].at);
    EXPECT_EQ(before[i].kind, after[i].kind);
  }
  update(model, Undo{});
  EXPECT_EQ(model.branch, 0u);
  update(model, Redo{});
  EXPECT_EQ(model.branch, 1u);
}

TEST_F(Delaying, TheNameOfTheRunGivesItAgainToTheByte) {
  model = showing("F12_redlock_clock_jump");
  std::uint32_t number = 3;
  while (!arrival(*model.run, message(model, number, true))) ++number;
  const Spot spot = message(model, number, true);
  work_on(model, drag(model, spot, arrives(model, spot) + 500));
  const Model again = showing(model.run->judged.name);
  EXPECT_EQ(again.run->judged.name, model.run->judged.name);
  EXPECT_EQ(again.run->trace().hash(), model.run->trace().hash());
}

TEST_F(Delaying, EarlierThanItWasCannotBeAndIsSaid) {
  const Spot spot = message(model, 1, false);
  EXPECT_FALSE(drag(model, spot, arrives(model, spot) - 100));
  EXPECT_THAT(model.problem.english(), test::IsGolden());
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_FALSE(model.drag);
}

TEST_F(Delaying, DraggedAgainTheSameFaultIsChangedAndBackToWhereItWas) {
  const Spot spot = message(model, 1, true);
  const double first = arrives(model, spot);
  work_on(model, drag(model, spot, first + 4'000));
  work_on(model, drag(model, spot, first + 1'000));
  EXPECT_DOUBLE_EQ(arrives(model, spot), first + 1'000);
  EXPECT_THAT(added_faults(*model.run), SizeIs(1));
  EXPECT_FALSE(drag(model, spot, first - 1));
}

TEST_F(Delaying, EscapeLeavesTheArrowAsItWas) {
  const Spot spot = message(model, 1, false);
  update(model, DragArrow{{0, spot.message, spot.reply, 1e6}});
  press(model, Key::escape);
  update(model, DragArrow{{0, spot.message, spot.reply, 2e6}});
  EXPECT_FALSE(update(model, DropArrow{}));
  EXPECT_TRUE(model.problem.empty()) << model.problem.english();
}

TEST_F(Delaying, TheKeyMAsksByHowMuchOfTheSelectedMessage) {
  EXPECT_FALSE(intent_of({.character = 'm'}, model)) << "nothing is selected";
  update(model, SeekEvent{model.run->scene.messages[1].sent});
  type(model, 'm');
  ASSERT_TRUE(model.form);
  EXPECT_EQ(model.form->kind, sim::FaultKind::delay);
  EXPECT_THAT(model.form->moment, test::IsGolden());
  FaultForm form = *model.form;
  form.size = "12.5";
  const double before = arrives(model, message(model, 1, false));
  update(model, SetForm{form});
  want(model, AcceptForm{});
  EXPECT_FALSE(model.form);
  EXPECT_DOUBLE_EQ(arrives(model, message(model, 1, false)), before + 12'500);
}

TEST_F(Dropping, LostIsThatMessageAlone) {
  const Spot spot = message(model, 1, false);
  want(model, Break{spot, breaking_tool("drop"), {}, {}});
  const Message& lost = model.run->scene.messages[1];
  EXPECT_EQ(lost.ran, none_at);
  EXPECT_NE(lost.lost, none_at);
  EXPECT_NE(model.run->scene.messages[0].ran, none_at);
}

TEST_F(Dropping, AHeldMessageWaitsAndACutIsOfItsLink) {
  const Spot spot = message(model, 1, true);
  const double before = arrives(model, spot);
  update(model, SetSize{breaking_tool("hold"), 8});
  want(model, Break{spot, breaking_tool("hold"), {}, {}});
  EXPECT_GT(arrives(model, spot), before + 7'000);
  update(model, Undo{});
  want(model, Break{spot, breaking_tool("cut_requests"), 9'000, {}});
  EXPECT_THAT(added_faults(*model.run),
              ElementsAre("{at_ms=9.001, cut={client=\"alice\", node=\"stock\", "
                          "direction=\"requests\"}}"));
}

TEST_F(Sizes, AreUsedKeptAndNeverWhatTheyCannotBe) {
  const std::uint16_t pause = breaking_tool("pause");
  const auto usual = size_of(model, *model.run, pause);
  update(model, SetSize{pause, -5});
  EXPECT_EQ(size_of(model, *model.run, pause), usual);
  update(model, SetSize{pause, 12.5});
  update(model, SetSize{breaking_tool("kill"), 40});
  want(model, strike(1, "pause"));
  EXPECT_THAT(model.run->judged.name, HasSubstr("pause={client=\"bob\", ms=12.5}"));
  want(model, strike(2, "kill"));
  EXPECT_THAT(model.run->judged.name, HasSubstr("kill={node=\"n1\", restart_after_ms=40}"));
  Model next;
  EXPECT_FALSE(take_settings(next, settings_text(model)));
  EXPECT_EQ(next.settings.sizes, model.settings.sizes);
  EXPECT_FALSE(take_settings(next, R"({"sizes": {"pause": -1, "nothing": 3, "drift": "fast"}})"));
  EXPECT_EQ(next.settings.sizes, model.settings.sizes);
  update(next, SetSize{pause, {}});
  EXPECT_THAT(next.settings.sizes, Not(testing::Contains(testing::Key("pause"))));
}

TEST_F(FaultForms, AToolBehindTheEndOfARunOpensOneThatSaysSo) {
  model = showing("F36_hung_worker");
  const auto end = static_cast<double>(us(model.run->judged.scenario.run_for.value()));
  EXPECT_FALSE(update(model, strike(0, "pause", end)));
  ASSERT_TRUE(model.form);
  EXPECT_EQ(model.form->wrong, "at");
  EXPECT_FALSE(model.pending);
}

TEST_F(FaultForms, EveryToolMakesARunThatIsTheSameAfterItsFormIsAccepted) {
  for (const char* name : {"F11_failover_lost_lock", "F12_redlock_clock_jump"}) {
    const Model story = showing(name);
    std::vector<Spot> spots{
        message(story, 2, false), message(story, 2, true), {SpotKind::link, 0, 2}};
    for (std::uint16_t lane = 0; lane < story.run->scene.lanes.size(); ++lane)
      spots.push_back({SpotKind::lane, lane});
    for (const Spot& spot : spots)
      for (std::uint16_t tool = 0; tool < breaking_tools().size(); ++tool) {
        if (!applies(breaking_tools()[tool], *story.run, spot)) continue;
        model = story;
        want(model, Break{spot, tool, 5'000, {}});
        ASSERT_TRUE(model.problem.empty()) << breaking_tools()[tool].id;
        const std::string made = model.run->judged.name;
        EXPECT_NE(made, story.run->judged.name);
        edit_fault(model, [](FaultForm&) {});
        EXPECT_EQ(model.run->judged.name, made);
      }
  }
}

TEST_F(FaultForms, AChangedFaultIsABranchAndUndoGoesBack) {
  want(model, strike(1, "pause", 3'000));
  edit_fault(model, [](FaultForm& form) {
    EXPECT_EQ(form.client, "bob");
    form.client = "alice";
    form.size = "33";
    form.at_event = true;
    form.moment = "alice entered";
    form.plus_ms = "2";
  });
  EXPECT_THAT(added_faults(*model.run),
              ElementsAre("{when=\"alice entered\", plus_ms=2, pause={client=\"alice\", ms=33}}"));
  EXPECT_EQ(model.branches[model.branch].parent, 1u);
  update(model, Undo{});
  EXPECT_THAT(model.run->judged.name, HasSubstr("client=\"bob\""));
}

TEST_F(FaultForms, WhatCannotBeIsSaidWhereItStands) {
  want(model, strike(1, "jump", 3'000));
  const auto said = [&](const std::function<void(FaultForm&)>& change) {
    edit_fault(model, change);
    EXPECT_TRUE(model.form);
    return model.form->wrong + ": " + model.form->problem;
  };
  const auto mistype = [](FaultForm& f) {
    f.at_event = true;
    f.moment = "alice enterd";
  };
  EXPECT_THAT((std::vector{said([](FaultForm& f) { f.size = "far"; }),
                           said([](FaultForm& f) { f.size = "0"; }),
                           said([](FaultForm& f) { f.at_ms = "-3"; }),
                           said([](FaultForm& f) { f.client.clear(); }), said(mistype)}),
              test::IsGolden());
  model.settings.language = Language::chinese;
  EXPECT_THAT(said(mistype), test::IsGolden());
  EXPECT_EQ(model.branches.size(), 2u);
  update(model, CloseForm{});
  EXPECT_FALSE(model.form);
}

TEST_F(FaultForms, TheMarkOfEachFaultOfTheUsersOwnIsFound) {
  want(model, strike(1, "pause", 3'000));
  want(model, Break{message(model, 2, false), breaking_tool("delay"), {}, {}});
  const sim::Trace& trace = model.run->trace();
  std::vector<std::size_t> found;
  for (std::uint32_t i = 0; i < trace.size(); ++i)
    if (const auto own = added_fault_at(*model.run, i)) {
      found.push_back(*own);
      EXPECT_EQ(trace[i].kind == sim::EventKind::message_delayed, *own == 1);
    }
  EXPECT_THAT(found, testing::UnorderedElementsAre(0, 1));
  EXPECT_THAT(added(*model.branches[0].run), IsEmpty());
}

// A promotion may take time, and may leave the old master uninformed.
TEST_F(FaultForms, APromotionMayTakeTimeAndLeaveTheOldMasterUntold) {
  model = showing("F11_failover_lost_lock");
  const std::size_t lanes = model.run->scene.lanes.size();  // the last lane is the resource
  want(model, strike(static_cast<std::uint16_t>(lanes - 2), "promote", 3'000));
  edit_fault(model, [](FaultForm& f) {
    f.after_ms = "12.5";
    f.untold = true;
    f.size = "40";
  });
  EXPECT_THAT(added_faults(*model.run),
              ElementsAre("{at_ms=3.001, promote={node=\"n3\", ms=40, after_ms=12.5, "
                          "untold=true}}"));
  edit_fault(model, [](FaultForm& f) {
    EXPECT_EQ(f.after_ms, "12.5");
    EXPECT_TRUE(f.untold);
    f.after_ms = "soon";
  });
  EXPECT_EQ(model.form->wrong, "after");
  EXPECT_THAT(model.form->problem, test::IsGolden());
  update(model, CloseForm{});
  edit_fault(model, [](FaultForm& f) {
    f.after_ms = "0";
    f.untold = false;
    f.size.clear();
  });
  EXPECT_THAT(added_faults(*model.run), ElementsAre("{at_ms=3.001, promote={node=\"n3\"}}"));
}

TEST_F(Dropping, OnTheOtherSideMakesABranchOfThatSide) {
  want(model, strike(1, "crash", 3'000));
  update(model, Compare{0});
  want(model, Break{{SpotKind::lane, 0}, breaking_tool("pause"), 2'000, 0});
  EXPECT_EQ(model.branches[2].parent, 0u);
  EXPECT_THAT(added_faults(*model.run), SizeIs(1));
  ASSERT_TRUE(model.comparison);
  EXPECT_EQ(model.comparison->with, 0u);
}

TEST_F(Lanes, APinnedLaneStandsAboveAndStaysPinnedInABranch) {
  model = showing("F12_redlock_clock_jump");
  update(model, SelectLane{4});
  type(model, 'k');
  EXPECT_EQ(model.lanes.front().lane, 4);
  EXPECT_EQ(pinned_lanes(model), 1u);
  update(model, PinLane{2, true});
  EXPECT_EQ(model.lanes[0].lane, 4);
  EXPECT_EQ(model.lanes[1].lane, 2);
  update(model, MoveLane{2, -1});
  EXPECT_EQ(model.lanes[0].lane, 2);
  update(model, MoveLane{4, +1});
  EXPECT_EQ(model.lanes[1].lane, 4) << "it stays among the pinned ones";
  want(model, strike(0, "pause", 2'000));
  EXPECT_EQ(pinned_lanes(model), 2u);
  type(model, 'k');
  EXPECT_EQ(pinned_lanes(model), 1u);
}

}  // namespace
}  // namespace locklab::app
