// Messages are delayed, tools dropped, faults changed: as data, without a window.
#include "app/gui/update/placed_faults.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <functional>

#include "app/changes/added_faults.h"
#include "app/changes/broken_run.h"
#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/keys.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/settings_file.h"
#include "app/gui/update/update.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Model placing_in(const std::string& name) {
  Model model;
  work_on(model, update(model, Open{name}));
  return model;
}

Spot message(const Model& model, std::uint32_t number, bool reply) {
  return message_spot(model.run->scene, number, reply);
}

double arrives(const Model& model, const Spot& spot) {
  return static_cast<double>(arrival(*model.run, spot).value_or(-1));
}

/// Drags the message's arrow to that time and lets it go.
std::optional<Job> drag(Model& model, const Spot& spot, double to_us) {
  update(model, DragArrow{{model.branch, spot.message, spot.reply, to_us}});
  return update(model, DropArrow{});
}

TEST(Placing, TheCursorStandsRightAfterTheFaultThatWasPlaced) {
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
    Model model = placing_in(placed.story);
    update(model, Seek{placed.at_us});
    update(model, SelectLane{placed.lane});
    const Spot spot{SpotKind::lane, placed.lane};
    work_on(model, update(model, Break{spot, breaking_tool(placed.tool), {}, {}}));
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

TEST(Placing, ALongerBranchIsInSightToItsEnd) {
  Model model = placing_in("F11");
  update(model, Seek{10'000});
  update(model, SetSize{breaking_tool("pause"), 450});
  const std::int64_t before = model.run->scene.end;
  work_on(model, update(model, Break{Spot{SpotKind::lane, 1}, breaking_tool("pause"), {}, {}}));
  ASSERT_GT(model.run->scene.end, before);
  EXPECT_GE(model.view.to, static_cast<double>(model.run->scene.end));
}

TEST(Delaying, EveryMessageOfAStoryArrivesWhereItsArrowWasDropped) {
  for (const char* story : {"F06_pause_past_ttl", "F12_redlock_clock_jump", "F11"}) {
    const Model model = placing_in(story);
    const auto messages = static_cast<std::uint32_t>(model.run->scene.messages.size());
    for (std::uint32_t number = 0; number < messages; number += 3)
      for (const bool reply : {false, true}) {
        Model now = model;
        const Spot spot = message(now, number, reply);
        if (!arrival(*now.run, spot)) continue;
        // A message that waits at a frozen node, or for a paused client, is not late by its way.
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

TEST(Delaying, ARequestArrivesThereAndAllBeforeIsAsItWas) {
  Model model = placing_in("F06_pause_past_ttl");
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

TEST(Delaying, TheNameOfTheRunGivesItAgainToTheByte) {
  Model model = placing_in("F12_redlock_clock_jump");
  std::uint32_t number = 3;
  while (!arrival(*model.run, message(model, number, true))) ++number;
  const Spot spot = message(model, number, true);
  work_on(model, drag(model, spot, arrives(model, spot) + 500));
  const Model again = placing_in(model.run->judged.name);
  EXPECT_EQ(again.run->judged.name, model.run->judged.name);
  EXPECT_EQ(again.run->trace().hash(), model.run->trace().hash());
}

TEST(Delaying, EarlierThanItWasCannotBeAndIsSaid) {
  Model model = placing_in("F06_pause_past_ttl");
  const Spot spot = message(model, 1, false);
  EXPECT_FALSE(drag(model, spot, arrives(model, spot) - 100));
  EXPECT_THAT(model.problem.english(), test::IsGolden());
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_FALSE(model.drag);
}

TEST(Delaying, DraggedAgainTheSameFaultIsChangedAndBackToWhereItWas) {
  Model model = placing_in("F06_pause_past_ttl");
  const Spot spot = message(model, 1, true);
  const double first = arrives(model, spot);
  work_on(model, drag(model, spot, first + 4'000));
  work_on(model, drag(model, spot, first + 1'000));
  EXPECT_DOUBLE_EQ(arrives(model, spot), first + 1'000);
  EXPECT_THAT(added_faults(*model.run), SizeIs(1));
  EXPECT_FALSE(drag(model, spot, first - 1));
}

TEST(Delaying, EscapeLeavesTheArrowAsItWas) {
  Model model = placing_in("F06_pause_past_ttl");
  const Spot spot = message(model, 1, false);
  update(model, DragArrow{{0, spot.message, spot.reply, 1e6}});
  KeyPress escape;
  escape.key = Key::escape;
  update(model, *intent_of(escape, model));
  update(model, DragArrow{{0, spot.message, spot.reply, 2e6}});
  EXPECT_FALSE(update(model, DropArrow{}));
  EXPECT_TRUE(model.problem.empty()) << model.problem.english();
}

TEST(Delaying, TheKeyMAsksByHowMuchOfTheSelectedMessage) {
  Model model = placing_in("F06_pause_past_ttl");
  KeyPress m;
  m.character = 'm';
  EXPECT_FALSE(intent_of(m, model)) << "nothing is selected";
  update(model, SeekEvent{model.run->scene.messages[1].sent});
  update(model, *intent_of(m, model));
  ASSERT_TRUE(model.form);
  EXPECT_EQ(model.form->kind, sim::FaultKind::delay);
  EXPECT_THAT(model.form->moment, test::IsGolden());
  FaultForm form = *model.form;
  form.size = "12.5";
  const double before = arrives(model, message(model, 1, false));
  update(model, SetForm{form});
  work_on(model, update(model, AcceptForm{}));
  EXPECT_FALSE(model.form);
  EXPECT_DOUBLE_EQ(arrives(model, message(model, 1, false)), before + 12'500);
}

TEST(Dropping, EveryToolOnALinkAndOnAMessageMakesARunThatCanBeMade) {
  const Model model = placing_in("F12_redlock_clock_jump");
  const Spot request = message(model, 2, false);
  const Spot reply = message(model, 2, true);
  const Spot link{SpotKind::link, request.lane, request.node};
  for (const Spot& spot : {request, reply, link})
    for (const BreakingTool& tool : breaking_tools()) {
      if (!applies(tool, *model.run, spot)) continue;
      const std::string name =
          broken_run(*model.run, spot, tool, usual_size(tool, *model.run), 4'000);
      const auto made = make_shown_run(sim::Library(), name);
      if (const auto* problem = std::get_if<sim::Problem>(&made))
        ADD_FAILURE() << name << ": " << sim::to_string(*problem);
    }
}

TEST(Dropping, LostIsThatMessageAlone) {
  Model model = placing_in("F06_pause_past_ttl");
  const Spot spot = message(model, 1, false);
  work_on(model, update(model, Break{spot, breaking_tool("drop"), {}, {}}));
  const Message& lost = model.run->scene.messages[1];
  EXPECT_EQ(lost.ran, none_at);
  EXPECT_NE(lost.lost, none_at);
  EXPECT_NE(model.run->scene.messages[0].ran, none_at);
}

TEST(Dropping, AHeldMessageWaitsAndACutIsOfItsLink) {
  Model model = placing_in("F06_pause_past_ttl");
  const Spot spot = message(model, 1, true);
  const double before = arrives(model, spot);
  update(model, SetSize{breaking_tool("hold"), 8});
  work_on(model, update(model, Break{spot, breaking_tool("hold"), {}, {}}));
  EXPECT_GT(arrives(model, spot), before + 7'000);
  update(model, Undo{});
  work_on(model, update(model, Break{spot, breaking_tool("cut_requests"), 9'000, {}}));
  EXPECT_THAT(added_faults(*model.run),
              ElementsAre("{at_ms=9.001, cut={client=\"alice\", node=\"stock\", "
                          "direction=\"requests\"}}"));
}

TEST(Sizes, AreUsedKeptAndNeverWhatTheyCannotBe) {
  Model model = placing_in("F06_pause_past_ttl");
  const std::uint16_t pause = breaking_tool("pause");
  const auto usual = size_of(model, *model.run, pause);
  update(model, SetSize{pause, -5});
  EXPECT_EQ(size_of(model, *model.run, pause), usual);
  update(model, SetSize{pause, 12.5});
  update(model, SetSize{breaking_tool("kill"), 40});
  work_on(model, update(model, Break{{SpotKind::lane, 1}, pause, {}, {}}));
  EXPECT_THAT(model.run->judged.name, HasSubstr("pause={client=\"bob\", ms=12.5}"));
  work_on(model, update(model, Break{{SpotKind::lane, 2}, breaking_tool("kill"), {}, {}}));
  EXPECT_THAT(model.run->judged.name, HasSubstr("kill={node=\"n1\", restart_after_ms=40}"));
  Model next;
  EXPECT_FALSE(take_settings(next, settings_text(model)));
  EXPECT_EQ(next.settings.sizes, model.settings.sizes);
  EXPECT_FALSE(take_settings(next, R"({"sizes": {"pause": -1, "nothing": 3, "drift": "fast"}})"));
  EXPECT_EQ(next.settings.sizes, model.settings.sizes);
  update(next, SetSize{pause, {}});
  EXPECT_THAT(next.settings.sizes, Not(testing::Contains(testing::Key("pause"))));
}

TEST(FaultForms, EveryFaultThatWasPlacedIsTheSameAfterItsFormIsAccepted) {
  const Model story = placing_in("F11_failover_lost_lock");
  std::vector<Spot> spots{message_spot(story.run->scene, 2, false),
                          message_spot(story.run->scene, 2, true),
                          {SpotKind::link, 0, 2}};
  for (std::uint16_t lane = 0; lane < story.run->scene.lanes.size(); ++lane)
    spots.push_back({SpotKind::lane, lane});
  for (const Spot& spot : spots)
    for (std::uint16_t tool = 0; tool < breaking_tools().size(); ++tool) {
      if (!applies(breaking_tools()[tool], *story.run, spot)) continue;
      Model model = story;
      work_on(model, update(model, Break{spot, tool, 5'000, {}}));
      ASSERT_TRUE(model.problem.empty()) << breaking_tools()[tool].id;
      const std::string name = model.run->judged.name;
      update(model, EditFault{0, {}});
      ASSERT_TRUE(model.form);
      work_on(model, update(model, AcceptForm{}));
      EXPECT_EQ(model.run->judged.name, name);
    }
}

TEST(FaultForms, AChangedFaultIsABranchAndUndoGoesBack) {
  Model model = placing_in("F06_pause_past_ttl");
  work_on(model, update(model, Break{{SpotKind::lane, 1}, breaking_tool("pause"), 3'000, {}}));
  update(model, EditFault{0, {}});
  FaultForm form = *model.form;
  EXPECT_EQ(form.client, "bob");
  form.client = "alice";
  form.size = "33";
  form.at_event = true;
  form.moment = "alice entered";
  form.plus_ms = "2";
  update(model, SetForm{form});
  work_on(model, update(model, AcceptForm{}));
  EXPECT_THAT(added_faults(*model.run),
              ElementsAre("{when=\"alice entered\", plus_ms=2, pause={client=\"alice\", ms=33}}"));
  EXPECT_EQ(model.branches[model.branch].parent, 1u);
  update(model, Undo{});
  EXPECT_THAT(model.run->judged.name, HasSubstr("client=\"bob\""));
}

TEST(FaultForms, WhatCannotBeIsSaidWhereItStands) {
  Model model = placing_in("F06_pause_past_ttl");
  work_on(model, update(model, Break{{SpotKind::lane, 1}, breaking_tool("jump"), 3'000, {}}));
  update(model, EditFault{0, {}});
  const FaultForm good = *model.form;
  const auto said = [&](const std::function<void(FaultForm&)>& change) {
    FaultForm form = good;
    change(form);
    update(model, SetForm{form});
    EXPECT_FALSE(update(model, AcceptForm{}));
    EXPECT_TRUE(model.form);
    return model.form->wrong + ": " + model.form->problem;
  };
  EXPECT_THAT(said([](FaultForm& f) { f.size = "far"; }), test::IsGolden());
  EXPECT_THAT(said([](FaultForm& f) { f.size = "0"; }), HasSubstr("size: "));
  EXPECT_THAT(said([](FaultForm& f) { f.at_ms = "-3"; }), HasSubstr("at: “-3”"));
  EXPECT_THAT(said([](FaultForm& f) { f.client.clear(); }), HasSubstr("target: "));
  EXPECT_THAT(said([](FaultForm& f) {
                f.at_event = true;
                f.moment = "alice enterd";
              }),
              test::IsGolden());
  model.settings.language = Language::chinese;
  EXPECT_THAT(said([](FaultForm& f) {
                f.at_event = true;
                f.moment = "alice enterd";
              }),
              test::IsGolden());
  EXPECT_EQ(model.branches.size(), 2u);
  update(model, CloseForm{});
  EXPECT_FALSE(model.form);
}

TEST(FaultForms, TheMarkOfEachFaultOfTheUsersOwnIsFound) {
  Model model = placing_in("F06_pause_past_ttl");
  work_on(model, update(model, Break{{SpotKind::lane, 1}, breaking_tool("pause"), 3'000, {}}));
  work_on(model, update(model, Break{message(model, 2, false), breaking_tool("delay"), {}, {}}));
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

TEST(Comparing, AToolDroppedOnTheOtherSideMakesABranchOfThatSide) {
  Model model = placing_in("F06_pause_past_ttl");
  work_on(model, update(model, Break{{SpotKind::lane, 1}, breaking_tool("crash"), 3'000, {}}));
  update(model, Compare{0});
  work_on(model, update(model, Break{{SpotKind::lane, 0}, breaking_tool("pause"), 2'000, 0}));
  EXPECT_EQ(model.branches[2].parent, 0u);
  EXPECT_THAT(added_faults(*model.run), SizeIs(1));
  ASSERT_TRUE(model.comparison);
  EXPECT_EQ(model.comparison->with, 0u);
}

TEST(Lanes, APinnedLaneStandsAboveAndStaysPinnedInABranch) {
  Model model = placing_in("F12_redlock_clock_jump");
  update(model, SelectLane{4});
  KeyPress t;
  t.character = 'k';
  update(model, *intent_of(t, model));
  EXPECT_EQ(model.lanes.front().lane, 4);
  EXPECT_EQ(pinned_lanes(model), 1u);
  update(model, PinLane{2, true});
  EXPECT_EQ(model.lanes[0].lane, 4);
  EXPECT_EQ(model.lanes[1].lane, 2);
  update(model, MoveLane{2, -1});
  EXPECT_EQ(model.lanes[0].lane, 2);
  update(model, MoveLane{4, +1});
  EXPECT_EQ(model.lanes[1].lane, 4) << "it stays among the pinned ones";
  work_on(model, update(model, Break{{SpotKind::lane, 0}, breaking_tool("pause"), 2'000, {}}));
  EXPECT_EQ(pinned_lanes(model), 2u);
  update(model, *intent_of(t, model));
  EXPECT_EQ(pinned_lanes(model), 1u);
}

}  // namespace
}  // namespace locklab::app
