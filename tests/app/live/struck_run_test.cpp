// Faults injected into a stepped live run by the user: at once, on real servers, processes and
// links; and the other orders of such a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "app/runs/judged_run.h"
#include "app/workshop/refused_live.h"
#include "sim/scenario/fault_plan.h"
#include "tests/support/live_runs.h"
#include "tests/support/opened_run.h"
#include "tests/support/small_world.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using test::Stepping;
using testing::HasSubstr;

/// F06 without its fault: only the test injects faults.
constexpr const char* calm = R"(F06_pause_past_ttl set={drop_fault=["pause"]})";

const sim::Event& last_of(const sim::Trace& trace, EventKind kind) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind) last = i;
  return trace[last];
}

/// The kind of the event just before the first pause; `ended` if there is none.
EventKind before_pause(const sim::Trace& trace) {
  for (std::size_t i = 1; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::client_paused) return trace[i - 1].kind;
  return EventKind::ended;
}

LiveOrder strike(const std::string& run, const std::string& fault) {
  auto order = strike_order(sim::Library(), run + " fault=" + fault);
  if (const auto* why = std::get_if<Sentence>(&order)) ADD_FAILURE() << why->english();
  return std::get<LiveOrder>(order);
}

LiveOrder until(StopAt stop) {
  LiveOrder order(StepOrder::until);
  order.stop = stop;
  return order;
}

/// Runs the named scenario live.
sim::Trace lived(const std::string& name, LiveObserver& observer) {
  const auto opened = std::get<sim::OpenedRun>(open_named(sim::Library(), name));
  return test::trace_of(run_live(opened.scenario, {}, sim::to_string(opened.name), &observer));
}

/// Injects a fault once an event of kind `when` is recorded, calls `then` at the next hold, and
/// steps to the end.
sim::Trace struck_at(EventKind when, const std::string& fault,
                     const std::function<void(const sim::Trace&)>& then = {}) {
  int strikes = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (strikes == 1 && then) then(so_far);
    if (strikes > 0) ++strikes;
    if (strikes == 0 && sim::count(so_far, when) > 0) {
      ++strikes;
      return self.order(strike(calm, fault));
    }
    self.order(StepOrder::step);
  });
  sim::Trace trace = lived(calm, by_step);
  EXPECT_GT(strikes, 1);
  return trace;
}

TEST(StruckRun, APauseStrikesAtOnceAndEndsByTheRunsTime) {
  std::int64_t at_strike = 0;
  const sim::Trace trace =
      struck_at(EventKind::entered, R"({at_ms=0, pause={client="alice", ms=600}})",
                [&](const sim::Trace& so_far) {
                  ASSERT_EQ(so_far.back().kind, EventKind::client_paused);
                  at_strike = so_far.back().at;
                });
  ASSERT_EQ(sim::count(trace, EventKind::client_resumed), 1u);
  EXPECT_NEAR(static_cast<double>(last_of(trace, EventKind::client_resumed).at - at_strike), 600e3,
              20e3);
  EXPECT_EQ(sim::count(trace, EventKind::entered), 2u) << "Bob got in meanwhile, or later";
}

TEST(StruckRun, ItsNameTellsTheFaultAtTheEventAfterWhichItStruckAndIsTheSameSimulated) {
  const sim::Trace trace =
      struck_at(EventKind::entered, R"({at_ms=0, pause={client="alice", ms=600}})");
  EXPECT_THAT(trace.info.run, HasSubstr(R"(fault={when="alice)"));
  const auto again = open_named(sim::Library(), trace.info.run);
  ASSERT_TRUE(std::holds_alternative<sim::OpenedRun>(again)) << trace.info.run;
  const auto& run = std::get<sim::OpenedRun>(again);
  EXPECT_THAT(run.warnings, testing::IsEmpty());
  const auto strikes = sim::strikes_of(run.scenario.faults, trace);
  ASSERT_FALSE(strikes.empty());
  ASSERT_EQ(strikes.back().size(), 1u) << "the live run knows it by its token";
  EXPECT_EQ(trace[strikes.back()[0]].kind, EventKind::client_paused);
  const JudgedRun simulated = simulate_and_judge(run);
  ASSERT_EQ(sim::count(simulated.trace, EventKind::client_paused), 1u);
  EXPECT_EQ(before_pause(simulated.trace), before_pause(trace));
}

struct Stroke {
  EventKind when;
  const char* fault;
  EventKind strikes;
};

/// Injects each fault once its event is recorded, checking that the one before took effect, and
/// steps to the end.
sim::Trace struck_by_each(const std::vector<Stroke>& strokes) {
  std::size_t next = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (next == strokes.size() || sim::count(so_far, strokes[next].when) == 0)
      return self.order(StepOrder::step);
    if (next > 0) {
      EXPECT_EQ(sim::count(so_far, strokes[next - 1].strikes), 1u);
    }
    self.order(strike(calm, strokes[next++].fault));
  });
  sim::Trace trace = lived(calm, by_step);
  for (const Stroke& stroke : strokes) EXPECT_EQ(sim::count(trace, stroke.strikes), 1u);
  return trace;
}

TEST(StruckRun, AServerIsKilledAndRestartedByHand) {
  const sim::Trace trace = struck_by_each(
      {{EventKind::entered, R"({at_ms=0, kill={node="n1"}})", EventKind::node_killed},
       {EventKind::node_killed, R"({at_ms=0, restart={node="n1"}})", EventKind::node_restarted}});
  EXPECT_THAT(trace.info.run, HasSubstr("kill={node"));
  EXPECT_THAT(trace.info.run, HasSubstr("restart={node"));
}

TEST(StruckRun, ALinkIsCutUntilItIsHealed) {
  struck_by_each(
      {{EventKind::entered, R"({at_ms=0, cut={client="bob", node="n1"}})", EventKind::link_cut},
       {EventKind::released, R"({at_ms=0, heal={client="bob", node="n1"}})",
        EventKind::link_healed}});
}

/// The named run, in which the tool is used once a client is inside.
sim::Trace struck_with(const std::string& name, const BreakingTool& tool) {
  const ShownRunPtr run = test::opened(name);
  Spot spot{SpotKind::link, 0, static_cast<std::uint16_t>(run->scene.clients)};  // alice to n1
  if (!tool.on_link) spot = {SpotKind::lane, 0};
  // n1 is a master until a fault of the scenario demotes it, so n2 is promoted.
  if (tool.kind == sim::FaultKind::promote)
    spot.lane = static_cast<std::uint16_t>(run->scene.clients + 1);
  while (!applies(tool, *run, spot)) ++spot.lane;
  const auto fault = fault_text(form_for(*run, tool, spot, usual_size(tool, *run), 0), *run);
  bool struck = false;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (struck || sim::count(so_far, EventKind::entered) == 0) return self.order(StepOrder::step);
    struck = true;
    self.order(strike(name, std::get<std::string>(fault)));
  });
  return lived(name, by_step);
}

TEST(StruckRun, EveryToolOfThePaletteStrikesAHeldRun) {
  for (const BreakingTool& tool : breaking_tools()) {
    SCOPED_TRACE(tool.id);
    const bool undoes = tool.kind == sim::FaultKind::restart || tool.kind == sim::FaultKind::heal;
    if (undoes) continue;  // they only undo other faults
    const bool moves = tool.kind == sim::FaultKind::migrate;
    const char* name = moves ? "F39" : tool.kind == sim::FaultKind::promote ? "F11" : calm;
    const sim::Trace trace = struck_with(name, tool);
    EXPECT_THAT(trace.info.run, HasSubstr(std::string(sim::name(tool.kind)) + "={"));
  }
}

TEST(StruckRun, WhatHasNothingToStrikeIsToldWithTheReasonAndIsNoPartOfTheRunsName) {
  std::optional<std::size_t> before;
  std::optional<sim::Event> answer;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (before && !answer) answer = so_far[*before];
    if (!before && so_far.size() > 5) {
      before = so_far.size();
      return self.order(strike(calm, R"({at_ms=0, restart={node="n1"}})"));
    }
    self.order(StepOrder::step);
  });
  const sim::Trace trace = lived(calm, by_step);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->kind, sim::EventKind::fault_missed);
  EXPECT_EQ(sim::no_effect_of(answer->reason), sim::NoEffect::not_down);
  EXPECT_EQ(trace.info.run.find(" fault={"), std::string::npos);
}

TEST(StruckRun, WhatIsNotAvailableLiveIsRefusedWithTheReason) {
  const auto order = strike_order(
      sim::Library(), R"(F38_split_brain fault={at_ms=0, promote={node="n2", untold=true}})");
  ASSERT_TRUE(std::holds_alternative<Sentence>(order));
  EXPECT_FALSE(std::get<Sentence>(order).empty());
}

TEST(StruckRun, GoesUntilSomebodyEntersAndIsHeldRightThere) {
  std::size_t held_at = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 1) return self.order(until({.event = EventKind::entered}));
    if (held_at == 0) {
      held_at = so_far.size();
      EXPECT_EQ(sim::count(so_far, EventKind::entered), 1u);
      EXPECT_EQ(sim::count(so_far, EventKind::left), 0u);
      const auto since = static_cast<double>(so_far.back().at);
      EXPECT_NEAR(since, static_cast<double>(last_of(so_far, EventKind::entered).at), 1e3);
    }
    self.order(StepOrder::play);
  });
  lived(calm, by_step);
  EXPECT_GT(held_at, 0u);
}

TEST(StruckRun, GoesUntilATimeBetweenTwoEvents) {
  std::int64_t at_hold = -1;
  std::int64_t next = -1;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 1) return self.order(until({.at_us = 30'000}));
    if (at_hold < 0) {
      at_hold = so_far.back().at;
    } else if (next < 0) {
      next = so_far.back().at;
    }
    self.order(StepOrder::step);
  });
  lived(calm, by_step);
  EXPECT_LE(at_hold, 30'000);
  EXPECT_GT(next, 30'000);
}

TEST(StruckRun, PlaysAtItsPaceAndIsHeldAtOnceBetweenTwoEvents) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begun;
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> held_us;
  double took = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 1) {
      begun = Clock::now();
      first = so_far.back().at;
      LiveOrder slowly(StepOrder::play);
      slowly.pace = 0.1;
      return self.order(slowly);
    }
    if (!held_us) {
      held_us = so_far.back().at;
      took = std::chrono::duration<double, std::micro>(Clock::now() - begun).count();
    }
    self.order(StepOrder::play);
  });
  by_step.while_it_goes = [&](Stepping& self, const sim::Trace& so_far) {
    if (!held_us && so_far.back().at - *first > 20'000) self.order(StepOrder::hold);
  };
  lived(calm, by_step);
  ASSERT_TRUE(held_us);
  EXPECT_GE(took, 0.8 * static_cast<double>(*held_us - *first) / 0.1) << "ten times as slow";
}

}  // namespace
}  // namespace locklab::app
