// The lateness of a live run, measured at both places where delays appear: the lab's own process,
// and a paused server.
#include "app/live/lateness.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include "app/live/servers/process_state.h"
#include "tests/support/child_process.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using sim::EventKind;

constexpr std::chrono::milliseconds standstill(300);
/// Least lateness measured for such a stop, in us: the time until the next beat was due does not
/// count.
constexpr std::int64_t seen_of_it_us = 250'000;

TEST(Lateness, SeesThatItsProcessWasStopped) {
  test::ChildProcess child([] {
    std::string why;
    const auto loop = redis::Loop::open(why);
    Lateness lateness(*loop);
    loop->run_once();
    raise(SIGSTOP);
    return lateness.longest().us >= seen_of_it_us ? 0 : 1;
  });
  EXPECT_TRUE(test::wait_for([&] { return process_state(child.pid()).stopped; }));
  std::this_thread::sleep_for(standstill);
  child.signal(SIGCONT);
  EXPECT_EQ(child.wait(), 0);
}

TEST(Lateness, LeavesOutTimeThatStandsStill) {
  std::string why;
  const auto loop = redis::Loop::open(why);
  Lateness lateness(*loop);
  loop->stand_still(true);
  lateness.time_changed();
  std::this_thread::sleep_for(standstill);
  EXPECT_LT(lateness.longest().us, seen_of_it_us);
}

/// Alice is inside for a second, and Bob tries to acquire every few milliseconds.
std::string contended(const std::string& fault = "") {
  return R"(
strategy = "set_px_lua"
ttl_ms = 20000
node_timeout_ms = 5000
retry_delay_ms = 5
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 1000
[[client]]
name = "bob"
start_ms = 5
work_ms = 1
)" + fault;
}

TEST(Lateness, OfARunCountsAServerThatSomebodyStops) {
  const test::PrivateTmpdir tmpdir;
  std::thread somebody([&] {
    const pid_t server = test::process_at(test::port_once_held(tmpdir.path()), tmpdir.path());
    ASSERT_EQ(::kill(server, SIGSTOP), 0);
    std::this_thread::sleep_for(standstill);
    EXPECT_EQ(::kill(server, SIGCONT), 0);
  });
  const sim::Scenario scenario = test::scenario_from(contended());
  const sim::Trace trace = test::live_trace(scenario);
  somebody.join();
  ASSERT_TRUE(trace.info.late_us);
  EXPECT_GE(*trace.info.late_us, seen_of_it_us);
  EXPECT_EQ(too_late_us(trace, scenario), trace.info.late_us);
}

TEST(Lateness, OfARunLeavesOutWhatItsFaultsDo) {
  const sim::Trace trace = test::live_trace(test::scenario_from(
      contended("[[fault]]\nwhen = \"alice entered\"\nstop = { node = \"n1\", ms = 600 }\n")));
  ASSERT_TRUE(trace.info.late_us);
  EXPECT_LT(*trace.info.late_us, 600'000 - 50'000);
}

/// A stepped run is never late: each event has the same time in every run, however slow the machine
/// is, even those of a restarting server.
TEST(Lateness, OfASteppedRunIsNothingAndEachRunTakesTheSameTimes) {
  const sim::Scenario scenario = test::scenario_from(contended(
      "[[fault]]\nwhen = \"alice entered\"\nkill = { node = \"n1\", restart_after_ms = 20 }\n"));
  const auto times = [&] {
    std::vector<std::pair<EventKind, std::int64_t>> all;
    const sim::Trace trace = test::stepped_trace(scenario);
    EXPECT_EQ(trace.info.late_us, 0);
    for (std::size_t i = 0; i < trace.size(); ++i) all.emplace_back(trace[i].kind, trace[i].at);
    return all;
  };
  const auto first = times();
  EXPECT_GT(first.size(), 50u);
  EXPECT_EQ(times(), first);
}

}  // namespace
}  // namespace locklab::app
