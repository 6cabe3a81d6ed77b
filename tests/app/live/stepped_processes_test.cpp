// Stepped live runs with clients as processes: their time is the run's, and they do the same as
// clients in the lab's own process.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "app/live/servers/process_state.h"
#include "tests/support/client_processes.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"
#include "tests/support/told_trace.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using test::client_process;
using test::live_trace;
using test::Stepping;
using test::told_of;
using testing::ElementsAreArray;

const LiveTarget in_processes{.processes = true};

/// No random choice: every run of this scenario is the same.
constexpr const char* lease_runs_out = R"(
title = "a lease runs out"
strategy = "set_px_lua"
ttl_ms = 100
retry_delay_ms = 30
retry_jitter_ms = 0
latency_ms = 2
[[client]]
name = "alice"
work_ms = 150
[[client]]
name = "bob"
start_ms = 7
work_ms = 1
)";

/// Pauses alice once she is inside.
sim::Scenario with_a_pause(int ms) {
  return test::scenario_from(fmt::format(
      "{}[[fault]]\nwhen = \"alice entered\"\npause = {{ client = \"alice\", ms = {} }}\n",
      lease_runs_out, ms));
}

TEST(SteppedProcesses, TakeTheStepsOfClientsInTheLabsOwnProcess) {
  const sim::Scenario scenario = with_a_pause(200);
  Stepping here;
  const sim::Trace of_clients_here = live_trace(scenario, &here);
  Stepping by_step;
  const sim::Trace trace = live_trace(scenario, &by_step, in_processes);
  EXPECT_THAT(told_of(trace), ElementsAreArray(told_of(of_clients_here)));
  EXPECT_EQ(by_step.held_times, here.held_times + 1) << "that Alice wakes up is a step of its own";
  EXPECT_GT(by_step.held_times, 20u);
}

/// Neither the timers of a client process nor the sockets that the lab writes to act during a hold.
TEST(SteppedProcesses, DoNothingInAHoldThatIsLongerThanTheirTimers) {
  std::size_t looked = 0;
  std::size_t held_with = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    const bool claim_is_under_way =
        !so_far.empty() && so_far.back().kind == EventKind::sent && looked == 0;
    const bool is_inside = test::happened(so_far, EventKind::entered, "alice") && looked == 1;
    if (claim_is_under_way || is_inside) {
      ++looked;
      held_with = so_far.size();
      // Only time can show that nothing happens.
      const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(700);
      while (std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(process_state(client_process("alice", getpid())).exits);
      }
      EXPECT_EQ(so_far.size(), held_with);
    }
    self.order(StepOrder::step);
  });
  const sim::Trace trace = live_trace(test::scenario_from(lease_runs_out), &by_step, in_processes);
  EXPECT_EQ(looked, 2u);
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "alice"));
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "bob"));
  EXPECT_LT(trace.back().at, 600'000) << "no time of the run has passed in between";
  EXPECT_FALSE(test::happened(trace, EventKind::timed_out, "alice"));
}

/// A claim held on its way is sent when the fault ends, by steps alone.
TEST(SteppedProcesses, AHeldCommandLeavesAndAHeldReplyArrivesAtAStep) {
  for (const char* direction : {"requests", "replies"}) {
    SCOPED_TRACE(direction);
    const sim::Scenario scenario = test::scenario_from(
        fmt::format("{}[[fault]]\nwhen = \"alice started\"\n"
                    "hold = {{ client = \"alice\", direction = \"{}\", ms = 20 }}\n",
                    lease_runs_out, direction));
    // The kinds of the events that each step recorded.
    std::vector<std::vector<EventKind>> steps;
    std::size_t before = 0;
    Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
      steps.emplace_back();
      for (; before < so_far.size(); ++before) steps.back().push_back(so_far[before].kind);
      self.order(StepOrder::step);
    });
    const sim::Trace trace = live_trace(scenario, &by_step, in_processes);
    const sim::Event* sent = sim::first(trace, EventKind::sent, ClientId{0});
    const sim::Event* answered = sim::first(trace, EventKind::received, ClientId{0});
    ASSERT_TRUE(sent && answered);
    EXPECT_GE(answered->at - sent->at, 20'000);
    for (const std::vector<EventKind>& step : steps) {
      const bool leaves = std::count(step.begin(), step.end(), EventKind::sent) > 0;
      const auto arrives = std::find(step.begin(), step.end(), EventKind::received);
      const bool then_sends = leaves && arrives != step.end() &&
                              std::find(arrives, step.end(), EventKind::sent) != step.end();
      EXPECT_FALSE(leaves && arrives != step.end() && !then_sends)
          << "a command and its reply in one step";
    }
  }
}

TEST(SteppedProcesses, APauseStandsInTheSystemWhileTheRunIsHeld) {
  int stood = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    const bool paused = test::happened(so_far, EventKind::client_paused, "alice") &&
                        !test::happened(so_far, EventKind::client_resumed, "alice");
    const pid_t alice = client_process("alice", getpid());
    if (!test::happened(so_far, EventKind::finished, "alice") && alice > 0) {
      EXPECT_TRUE(test::wait_for([&] { return process_state(alice).stopped == paused; }));
    }
    stood += paused;
    self.order(StepOrder::step);
  });
  const sim::Trace trace = live_trace(with_a_pause(120), &by_step, in_processes);
  EXPECT_GT(stood, 2);
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "alice"));
}

TEST(SteppedProcesses, PlayFreelyAndAreHeldAgain) {
  std::size_t at_hold = 0;
  std::size_t steps = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 5) return self.order(StepOrder::play);
    if (self.held_times > 5 && at_hold == 0) at_hold = so_far.size();
    if (at_hold > 0) ++steps;
    self.order(StepOrder::step);
  });
  by_step.while_it_goes = [&](Stepping& self, const sim::Trace& so_far) {
    if (at_hold == 0 && test::happened(so_far, EventKind::entered, "alice"))
      self.order(StepOrder::hold);
  };
  sim::Scenario scenario = test::scenario_from(lease_runs_out);
  scenario.clients[0].work = 3s;
  scenario.clients[1].wait = 20s;
  const sim::Trace trace = live_trace(scenario, &by_step, in_processes);
  EXPECT_GT(at_hold, 5u);
  EXPECT_GT(steps, 5u);
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "alice"));
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "bob"));
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_GE(trace[i].at, trace[i - 1].at) << i;
}

TEST(SteppedProcesses, OneThatSomebodyKillsInAHoldHasCrashed) {
  bool killed = false;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (!killed && test::happened(so_far, EventKind::entered, "alice")) {
      killed = true;
      const pid_t alice = client_process("alice", getpid());
      ASSERT_GT(alice, 0);
      EXPECT_EQ(kill(alice, SIGKILL), 0);
    }
    self.order(StepOrder::step);
  });
  const sim::Trace trace = live_trace(test::scenario_from(lease_runs_out), &by_step, in_processes);
  EXPECT_TRUE(test::happened(trace, EventKind::client_crashed, "alice"));
  EXPECT_FALSE(test::happened(trace, EventKind::left, "alice"));
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "bob"));
}

}  // namespace
}  // namespace locklab::app
