// Live runs in steps: nothing happens between two steps, and the result is that of a free run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "app/runs/judged_run.h"
#include "tests/support/child_process.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"
#include "tests/support/real_redis.h"
#include "tests/support/small_world.h"
#include "tests/support/told_trace.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using test::live_trace;
using test::Stepping;
using test::told_of;
using test::verdicts_of;
using testing::ElementsAreArray;

sim::OpenedRun run_called(const std::string& name) {
  return sim::run_named(name, sim::Library(LOCKLAB_SOURCE_DIR "/assets"));
}

/// Alice enters and crashes; Bob retries until her lease is over.
constexpr const char* handed_over = R"(
title = "a lease runs out"
strategy = "set_px_lua"
ttl_ms = 100
retry_delay_ms = 20
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 1
[[client]]
name = "bob"
start_ms = 5
work_ms = 1
[[fault]]
when = "alice entered"
crash = { client = "alice" }
)";

TEST(SteppedRun, TellsTheStoryOfF02AsAFreeRunDoes) {
  const sim::Scenario f02 = run_called("F02").scenario;
  Stepping by_step;
  const sim::Trace stepped = live_trace(f02, &by_step);
  // The number of Bob's attempts depends on random retries, so only the first events, the last one
  // and the verdicts are compared.
  const auto beginning = [](std::vector<std::string> all) {
    all.resize(std::min<std::size_t>(all.size(), 20));
    return all;
  };
  const auto agree = [&](const sim::Trace& one, const sim::Trace& /*simulated*/) {
    return beginning(told_of(one)) == beginning(told_of(stepped));
  };
  const sim::Trace free = test::live_in_time(f02, agree).live;
  EXPECT_THAT(beginning(told_of(stepped)), ElementsAreArray(beginning(told_of(free))));
  EXPECT_EQ(told_of(stepped).back(), told_of(free).back());
  EXPECT_THAT(verdicts_of(stepped), ElementsAreArray(verdicts_of(free)));
  EXPECT_GT(by_step.held_times, 10u);
}

class SteppedScenario : public testing::TestWithParam<const char*> {};

/// The scenarios cover several servers, kills and restarts, clock jumps, held and lost messages,
/// and pushes.
TEST_P(SteppedScenario, EndsWithTheVerdictsOfItsSimulation) {
  const sim::OpenedRun run = run_called(GetParam());
  const std::vector<std::string> simulated = verdicts_of(simulate_and_judge(run).trace);
  for (const bool processes : {false, true})
    EXPECT_THAT(verdicts_of(test::stepped_trace(run.scenario, {.processes = processes})),
                ElementsAreArray(simulated))
        << "with clients that are processes: " << processes;
}
INSTANTIATE_TEST_SUITE_P(Live, SteppedScenario,
                         testing::Values("F02", "F02/node_killed_with_aof", "F06", "F06/redlock",
                                         "F08", "F12", "F21", "F22"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

TEST(SteppedRun, ALeaseSurvivesAHoldThatIsLongerThanIt) {
  bool waited = false;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (!waited && sim::count(so_far, EventKind::entered) > 0) {
      std::this_thread::sleep_for(std::chrono::seconds(1));  // ten leases
      waited = true;
    }
    self.order(StepOrder::step);
  });
  const sim::Trace trace = live_trace(test::scenario_from(handed_over), &by_step);
  EXPECT_TRUE(waited);
  EXPECT_GE(sim::count(trace, EventKind::refused), 2u) << "the key is still there for Bob";
  EXPECT_EQ(sim::count(trace, EventKind::entered), 2u);
  EXPECT_LT(trace.back().at, 1'000'000) << "no time of the run has passed in between";
}

TEST(SteppedRun, NobodyWaitsForATimerThatIsAllThatIsLeft) {
  // Two minutes inside without an event: one step, in less than that time.
  const auto begin = std::chrono::steady_clock::now();
  Stepping by_step;
  const sim::Trace trace = live_trace(test::scenario_from(R"(
title = "a long time inside"
strategy = "set_px_lua"
ttl_ms = 300000
[[client]]
name = "alice"
work_ms = 120000
)"),
                                      &by_step);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(sim::count(trace, EventKind::released), 1u);
  EXPECT_GE(trace.back().at, 120'000'000);
  EXPECT_LT(took, std::chrono::seconds(120));
}

TEST(SteppedRun, TheServersClockStandsStillAndMovesOnWithTheRun) {
  const test::PrivateTmpdir tmpdir;
  const auto wall = [&] {
    const std::uint16_t port = test::port_of_server_below(tmpdir.path());
    const Reply time = test::ask_at(port, Command("TIME"), test::login_below(tmpdir.path()));
    return time.items.size() == 2
               ? std::stoll(time.items[0].text) * 1'000'000 + std::stoll(time.items[1].text)
               : 0;
  };
  struct Look {
    std::int64_t run_us, server_us;
  };
  std::vector<Look> looks;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    const std::int64_t first = wall();
    EXPECT_GT(first, 0);
    EXPECT_EQ(wall(), first);
    looks.push_back({so_far.empty() ? 0 : so_far.back().at, first});
    self.order(StepOrder::step);
  });
  live_trace(test::scenario_from(handed_over), &by_step);
  ASSERT_GT(looks.size(), 5u);
  for (std::size_t i = 1; i < looks.size(); ++i)
    EXPECT_GE(looks[i].server_us, looks[i - 1].server_us) << i;
  const std::int64_t passed = looks.back().server_us - looks.front().server_us;
  EXPECT_GE(looks.back().run_us, 100'000);
  EXPECT_GE(passed, looks.back().run_us - looks.front().run_us - 10'000);
}

TEST(SteppedRun, PlaysFreelyAndIsHeldAgain) {
  std::size_t at_hold = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 1) return self.order(StepOrder::play);
    if (at_hold == 0) at_hold = so_far.size();
    self.order(StepOrder::play);
  });
  by_step.while_it_goes = [&](Stepping& self, const sim::Trace& so_far) {
    if (at_hold == 0 && so_far.size() > 20) self.order(StepOrder::hold);
  };
  const sim::Trace trace = live_trace(run_called("F02").scenario, &by_step);
  EXPECT_GT(at_hold, 20u);
  EXPECT_GT(trace.size(), at_hold);
  EXPECT_EQ(by_step.held_times, 2u);
  EXPECT_THAT(verdicts_of(trace),
              ElementsAreArray(verdicts_of(sim::simulate(run_called("F02").scenario))));
}

/// The run is held before time moves on from the event that broke the promise.
TEST(SteppedRun, GoesUntilItBreaksAPromiseAndIsHeldAtThatMoment) {
  std::vector<std::string> at_hold;
  std::int64_t broken_us = 0;
  std::int64_t held_us = 0;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (self.held_times == 2) {
      at_hold = verdicts_of(so_far);
      held_us = so_far.back().at;
      for (std::size_t i = 0; i < so_far.size(); ++i)
        if (so_far[i].kind == EventKind::entered) broken_us = so_far[i].at;
    }
    self.order(self.held_times == 1 ? StepOrder::until_broken : StepOrder::play);
  });
  live_trace(run_called("F03").scenario, &by_step);
  EXPECT_EQ(by_step.held_times, 2u);
  EXPECT_THAT(at_hold, testing::Contains("mutual_exclusion broken"));
  EXPECT_GT(broken_us, 0);
  EXPECT_EQ(held_us, broken_us) << "carol enters";
}

TEST(SteppedRun, EndsWhileItIsHeld) {
  const test::PrivateTmpdir tmpdir;
  std::thread stopper;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    if (so_far.size() < 4) return self.order(StepOrder::step);
    stopper = std::thread([&self] { self.stop(); });  // from another thread, as a window does
  });
  const sim::Trace trace = live_trace(test::scenario_from(test::endless_scenario), &by_step);
  stopper.join();
  ASSERT_FALSE(trace.empty());
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
  EXPECT_EQ(test::port_of_server_below(tmpdir.path()), 0) << "a server is left";
  EXPECT_TRUE(std::filesystem::is_empty(tmpdir.path())) << "a file is left";
}

/// The problem that a run reports if a stranger sends its server this signal during a hold.
Sentence said_after(int signal) {
  const test::PrivateTmpdir tmpdir;
  bool sent = false;
  Stepping by_step([&](Stepping& self, const sim::Trace& so_far) {
    self.order(StepOrder::step);
    if (sent || sim::count(so_far, EventKind::entered) == 0) return;
    const std::uint16_t port = test::port_of_server_below(tmpdir.path());
    ASSERT_EQ(::kill(test::process_at(port, tmpdir.path()), signal), 0);
    sent = true;
  });
  const LiveProblem problem =
      test::problem_of(run_live(test::scenario_from(test::endless_scenario), {}, {}, &by_step));
  EXPECT_TRUE(sent);
  EXPECT_TRUE(std::filesystem::is_empty(tmpdir.path())) << "a file is left";
  return sentence(problem);
}

TEST(SteppedRun, AServerThatIsKilledOrStoppedWhileItIsHeldIsLostAndNotAwaitedForEver) {
  EXPECT_THAT(said_after(SIGKILL), test::IsGolden("killed"));
  EXPECT_THAT(said_after(SIGSTOP), test::IsGolden("stopped"));
}

TEST(SteppedRun, IsRefusedOnServersThatTheLabDidNotStart) {
  const test::RealRedis redis;
  const LiveTarget target = test::target_at(static_cast<std::uint16_t>(redis.port()));
  Stepping by_step;
  const LiveProblem problem =
      test::problem_of(run_live(test::scenario_from(handed_over), target, {}, &by_step));
  EXPECT_EQ(problem.exit_status, 3);
  EXPECT_THAT(problem.what, test::IsGolden());
  EXPECT_EQ(by_step.held_times, 0u);
}

}  // namespace
}  // namespace locklab::app
