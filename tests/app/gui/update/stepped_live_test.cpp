// A live run in steps, as plain data: which keys are orders to it, and where the cursor is after
// new events.
#include <gmock/gmock.h>

#include <optional>
#include <string>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/commands.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/headline.h"
#include "app/gui/update/live_run.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/sliding.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

/// A live run of F02 after its first `events` events. `struck` is a fault injected meanwhile, in
/// the notation of run names; empty if there was none.
ShownRunPtr recorded(std::size_t events, const std::string& struck = {}) {
  const ShownRunPtr simulated = test::opened("F02");
  const sim::Trace& whole = simulated->trace();
  sim::Trace part;
  part.info = whole.info;
  if (!struck.empty()) part.info.run += " fault=" + struck;
  part.info.world = "live";
  for (std::size_t i = 0; i < events; ++i) {
    sim::Event event = whole[i];
    event.text = event.text == sim::no_text ? sim::no_text : part.keep(whole.text(whole[i]));
    event.key = event.key == sim::no_name ? sim::no_name : part.name_id(whole.name_of(event.key));
    event.place = sim::no_name;
    part.add(event);
  }
  return make_recorded_run(sim::Library(), std::move(part));
}

class SteppedLive : public testing::Test {
 protected:
  SteppedLive() {
    update(model, intent::ShowLive{true});
    LiveForm form = model.live;
    form.stepped = true;
    update(model, intent::SetLive{form});
    const auto begun = update(model, intent::RunLive{});
    EXPECT_TRUE(begun && begun->work.get<work::Live>().stepped);
    job = model.pending->job;
  }

  void comes(std::size_t events, bool held = true) {
    update(model, intent::LiveProgress{job, recorded(events), held});
  }
  /// The order that an intent gives; std::nullopt if it gives none.
  std::optional<StepOrder> order(const Intent& wanted) {
    const auto asked = update(model, wanted);
    if (!asked) return std::nullopt;
    ordered = asked->work.get<work::OrderStep>().order;
    return ordered.what;
  }
  std::size_t at() const { return model.cursor.events; }

  Model model = test::showing("F02");
  std::uint64_t job = 0;
  LiveOrder ordered = StepOrder::step;
};

TEST_F(SteppedLive, StandsAtWhatIsRecordedAndStepsTheServersFromThere) {
  comes(3);
  EXPECT_EQ(at(), 3u) << "where the run is held";
  EXPECT_EQ(model.branch, 1u);
  EXPECT_EQ(order(intent::Step{-1}), std::nullopt);
  EXPECT_EQ(order(intent::Step{+1}), std::nullopt) << "what is recorded comes first";
  EXPECT_EQ(at(), 3u);
  EXPECT_EQ(order(intent::Step{+1}), StepOrder::step);
  EXPECT_EQ(at(), 3u) << "the servers have not answered yet";
  comes(8);
  EXPECT_GT(at(), 3u);
  EXPECT_LT(at(), 8u) << "one step at a time, however much a step has brought";
}

TEST_F(SteppedLive, LooksBackWithoutAnOrder) {
  comes(3);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(order(intent::Step{-1}), std::nullopt);
  EXPECT_EQ(at(), 2u);
  EXPECT_EQ(order(intent::PlayOrPause{}), std::nullopt) << "plays what is recorded";
}

TEST_F(SteppedLive, StepsThatAreOrderedBeforeTheServersAnswerAllCount) {
  comes(3);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(order(intent::Step{+1}), StepOrder::step);
  EXPECT_EQ(order(intent::Step{+1}), StepOrder::step);
  comes(4);
  EXPECT_EQ(at(), 4u);
  comes(5);
  EXPECT_EQ(at(), 5u);
  EXPECT_EQ(model.pending->stepped->ordered, 0u);
}

TEST_F(SteppedLive, GoesFreelyWithTheCursorAtItsEndUntilItIsHeld) {
  comes(3);
  update(model, intent::GoToEnd{});
  EXPECT_FALSE(plays_live(model));
  EXPECT_EQ(order(intent::PlayOrPause{}), StepOrder::play);
  EXPECT_TRUE(plays_live(model));
  comes(10, false);
  EXPECT_EQ(at(), 10u);
  EXPECT_EQ(order(intent::PlayOrPause{}), StepOrder::hold);
  comes(12);
  EXPECT_EQ(at(), 12u);
  EXPECT_FALSE(plays_live(model));
}

TEST_F(SteppedLive, RunsUntilAPromiseBreaks) {
  comes(3);
  update(model, intent::GoToEnd{});
  EXPECT_EQ(order(intent::RunUntil{Until::violation}), StepOrder::until_broken);
  comes(6, false);
  EXPECT_EQ(at(), 6u);
  EXPECT_EQ(order(intent::RunUntil{Until::acquired}), std::nullopt) << "it goes on already";
}

// Regression: "the client enters" did nothing, without an explanation.
TEST_F(SteppedLive, RunsUntilAnyOtherEventOfTheSelectedClient) {
  comes(3);
  model.lane = std::uint16_t{1};
  EXPECT_EQ(order(intent::RunUntil{Until::entered}), StepOrder::until);
  EXPECT_EQ(ordered.stop.event, sim::EventKind::entered);
  EXPECT_EQ(ordered.stop.client, static_cast<ClientId>(1));
  comes(9);
  EXPECT_EQ(at(), 9u) << "held at the event";
  EXPECT_FALSE(plays_live(model));
  EXPECT_EQ(order(intent::RunUntil{Until::fault}), StepOrder::until);
  EXPECT_TRUE(ordered.stop.fault);
  EXPECT_EQ(ordered.stop.client, no_client) << "whomever it strikes";
}

TEST_F(SteppedLive, RunsUntilATimeThatHasNotComeYet) {
  comes(8);
  update(model, intent::TypeTime{"0"});
  EXPECT_EQ(order(intent::RunUntilTime{}), std::nullopt) << "a moment of what is recorded";
  update(model, intent::TypeTime{"200"});
  EXPECT_EQ(order(intent::RunUntilTime{}), StepOrder::until);
  EXPECT_EQ(ordered.stop.at_us, 200'000);
}

TEST_F(SteppedLive, PlaysAtTheSpeedOfTheSliderAlsoWhenThatMoves) {
  comes(3);
  update(model, intent::SetSpeed{0.1});
  EXPECT_EQ(order(intent::PlayOrPause{}), StepOrder::play);
  EXPECT_EQ(ordered.pace, 0.1);
  EXPECT_EQ(order(intent::SetSpeed{10}), StepOrder::play);
  EXPECT_EQ(ordered.pace, 10);
  EXPECT_EQ(model.speed, 10);
  EXPECT_EQ(order(intent::PlayOrPause{}), StepOrder::hold);
}

// --- faults injected now

class StruckLive : public SteppedLive {
 protected:
  const intent::Break pause{Spot{SpotKind::lane, 0}, breaking_tool("pause"), {}, {}};
  const std::string paused = R"({when="alice started", pause={client="alice", ms=450}})";
};

TEST_F(StruckLive, IsAnOrderAndWhatComesOfItIsShown) {
  comes(5);
  update(model, intent::Step{-1});
  const auto asked = update(model, pause);
  ASSERT_TRUE(asked);
  const std::string name = asked->work.get<work::StrikeLive>().name;
  EXPECT_THAT(name, testing::HasSubstr(R"(pause={client="alice")"));
  ASSERT_TRUE(model.pending) << "the run goes on";
  update(model, intent::LiveProgress{job, recorded(6, paused), true});
  EXPECT_EQ(at(), 6u) << "where it struck, though the cursor had looked back";
  EXPECT_TRUE(model.problem.empty());
}

TEST_F(StruckLive, SaysThatThereWasNothingToStrike) {
  comes(5);
  ASSERT_TRUE(update(model, intent::Break{Spot{SpotKind::lane, 0}, breaking_tool("heal"), {}, {}}));
  comes(5);
  EXPECT_FALSE(model.problem.empty());
  EXPECT_EQ(at(), 5u);
}

TEST_F(StruckLive, TellsWhyAFaultIsRefused) {
  comes(5);
  ASSERT_TRUE(update(model, pause));
  update(model, intent::NotStruck{model.jobs, Sentence::name("why")});
  EXPECT_EQ(model.problem.english(), "why");
}

TEST_F(StruckLive, AMessageOnItsWayMeansItsLink) {
  comes(8);
  ASSERT_FALSE(model.run->scene.messages.empty());
  const Spot message = message_spot(model.run->scene, 0, false);
  const auto asked = update(model, intent::NewFault{message, breaking_tool("drop"), {}, {}});
  ASSERT_TRUE(asked);
  EXPECT_THAT(asked->work.get<work::StrikeLive>().name,
              testing::HasSubstr(R"(drop={client="alice", node="n1")"));
  EXPECT_FALSE(model.form) << "it has no moment of its own";
}

TEST_F(StruckLive, TheListOfCommandsHasTheTools) {
  comes(5);
  update(model, intent::ShowCommands{true, CommandGroup::breaking});
  const auto listed = listed_commands(model, *model.commands, Words::in(Language::english), {});
  EXPECT_FALSE(listed.empty());
  update(model, intent::ShowCommands{false});
  const ShownRunPtr over = recorded(8);
  update(model, intent::Opened{job, over});
  update(model, intent::ShowCommands{true, CommandGroup::breaking});
  EXPECT_TRUE(listed_commands(model, *model.commands, Words::in(Language::english), {}).empty())
      << "it is over";
}

TEST_F(StruckLive, WhileServersStartNothingIsStruckAndItSaysSo) {
  EXPECT_TRUE(is_starting_live(model));
  EXPECT_EQ(headline_of(model).now.english(), "starting 1 server");
  EXPECT_FALSE(update(model, pause));
  EXPECT_TRUE(is_starting_live(model)) << "no other run has taken its place";
  EXPECT_FALSE(model.problem.empty());
  comes(3);
  EXPECT_FALSE(is_starting_live(model));
}

TEST_F(StruckLive, TheNewcomersExampleDoesNotEndIt) {
  comes(5);
  EXPECT_FALSE(update(model, intent::BreakFirst{}));
  EXPECT_FALSE(model.leave_for);
  EXPECT_FALSE(model.tool);
}

TEST_F(StruckLive, WhoStaysHasNoToolInHand) {
  comes(5);
  update(model, intent::Opened{job, recorded(8)});
  update(model, intent::BreakFirst{});
  ASSERT_TRUE(model.leave_for) << "the recording is not saved";
  update(model, intent::Leave{intent::Leaving::stay});
  EXPECT_FALSE(model.tool);
}

TEST_F(StruckLive, KeepsTheStorysTitleAndAllLanes) {
  const std::string title = headline_of(model).title;
  comes(3);
  EXPECT_EQ(headline_of(model).title, title);
  EXPECT_EQ(model.run->scene.lanes.size(), test::opened("F06")->scene.lanes.size())
      << "two clients, a node, and the stock before its first use";
}

TEST_F(SteppedLive, WhatIsBehindIsNoReasonToAskTwice) {
  comes(3);
  update(model, intent::GoToStart{});
  ASSERT_EQ(at(), 0u);
  EXPECT_EQ(order(intent::RunUntil{Until::violation}), StepOrder::until_broken)
      << "nothing that is recorded breaks a promise";
  EXPECT_EQ(at(), 3u);
}

TEST_F(SteppedLive, BehindTheLastBrokenPromiseItGoesOnToTheNext) {
  const std::size_t all = test::opened("F02")->trace().size();
  comes(all);
  update(model, intent::GoToStart{});
  EXPECT_EQ(order(intent::RunUntil{Until::violation}), std::nullopt);
  const std::size_t clash = at();
  ASSERT_TRUE(breaks_a_promise(model.run->judged));
  update(model, intent::GoToEnd{});
  EXPECT_EQ(order(intent::RunUntil{Until::violation}), StepOrder::until_broken);
  EXPECT_GE(at(), clash);
}

TEST_F(SteppedLive, AnotherBranchTakesNoOrders) {
  comes(3);
  update(model, intent::ShowBranch{0});
  update(model, intent::GoToEnd{});
  EXPECT_EQ(order(intent::Step{+1}), std::nullopt);
  comes(4);
  EXPECT_EQ(model.branch, 0u);
}

TEST_F(SteppedLive, AChangeOfTheSimulatedStoryDoesNotEndIt) {
  comes(3);
  update(model, intent::ShowBranch{0});
  update(model, intent::Step{+1});
  const Spot alice{SpotKind::lane, 0};
  const ShownRun& run = *model.run;
  std::vector<sim::ClientSpec> three = run.judged.scenario.clients;
  three.push_back(three.back());
  three.back().name = "carol";
  std::vector<sim::NodeSpec> two = run.judged.scenario.nodes;
  two.push_back(two.back());
  two.back().name = "n2";
  const Slider slider = shown_sliders(model).at(0);
  const std::vector<Intent> changes{
      intent::Break{alice, breaking_tool("pause"), {}, {}},
      intent::ChangeStrategy{"set_px"},
      intent::ChangeSeed{7},
      intent::ChangeClients{three},
      intent::ChangeNodes{two},
      intent::ChangeSetting{{.key = "work_ms", .number = 70}},
      intent::Slide{slider.key, slider.now + 10, true},
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    model.problem = {};
    model.wrong_field.reset();
    const auto asked = update(model, changes[i]);
    EXPECT_FALSE(asked) << i;
    ASSERT_TRUE(model.pending && model.pending->job == job) << i;
    const Sentence why = model.wrong_field ? model.wrong_field->why : model.problem;
    EXPECT_THAT(why.english(), test::IsGolden()) << i;
  }
  EXPECT_EQ(model.branches.size(), 2u);

  update(model, intent::NewFault{alice, breaking_tool("pause"), {}, {}});
  ASSERT_TRUE(model.form);
  EXPECT_FALSE(update(model, intent::AcceptForm{}));
  ASSERT_TRUE(model.form) << "what was typed is not lost";
  EXPECT_THAT(model.form->problem, test::IsGolden());
  update(model, intent::CloseForm{});

  update(model, intent::ShowBranch{1});
  EXPECT_EQ(order(intent::Step{+1}), StepOrder::step) << "it goes on";
  update(model, intent::Opened{job, recorded(8)});
  update(model, intent::ShowBranch{0});
  EXPECT_TRUE(update(model, changes[1])) << "once it is over, the story changes as ever";
}

TEST_F(SteppedLive, ClientsThatAreProcessesAreSteppedTooAndNamedServersAreNot) {
  for (const bool own : {true, false}) {
    Model other = test::showing("F02");
    other.live.stepped = true;
    other.live.own = other.live.processes = own;
    other.live.servers = "127.0.0.1:1";
    const auto asked = update(other, intent::RunLive{});
    ASSERT_TRUE(asked);
    const auto& live = asked->work.get<work::Live>();
    EXPECT_EQ(live.stepped, own);
    EXPECT_EQ(live.target.processes, own);
    EXPECT_EQ(other.pending->stepped.has_value(), own);
  }
}

// Regression: held after 7 of 56 events, the live run "did the same", and its "no deadlock" was
// "not applicable".
TEST_F(SteppedLive, IsTheSameSoFarBesideItsSimulationAndItsPromisesAreNotKnown) {
  comes(7);
  ASSERT_EQ(model.branch, 1u);
  for (const std::size_t shown : {1u, 0u}) {
    update(model, intent::ShowBranch{shown});
    update(model, intent::Compare{1 - shown});
    ASSERT_TRUE(model.comparison);
    EXPECT_FALSE(model.comparison->difference);
    EXPECT_EQ(model.comparison->so_far, 7u);
    EXPECT_FALSE(all_is_judged(model));
    const auto differing = differing_verdicts(model);
    EXPECT_FALSE(differing.empty());
    for (const DifferingVerdict& one : differing) {
      EXPECT_FALSE(shown == 1 ? one.above : one.below) << "not known yet";
      EXPECT_EQ(shown == 1 ? one.below : one.above, sim::Kept::broken)
          << "what is kept there says nothing of the run that is held";
    }
    update(model, intent::Compare{std::nullopt});
  }
}

TEST_F(SteppedLive, LeavesACompareAtItsOwnScale) {
  comes(7);
  update(model, intent::ShowBranch{1});
  model.view = whole_view(model);
  const TimeView own = model.view;
  update(model, intent::Compare{0});
  EXPECT_GT(model.view.to, own.to) << "its simulation is longer";
  update(model, intent::Compare{std::nullopt});
  EXPECT_EQ(model.view, own);
}

}  // namespace
}  // namespace locklab::app
