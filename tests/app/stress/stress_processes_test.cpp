// Loads whose clients are processes of their own: what a pause and a crash do to a process, what
// the oracle sees of it, and that nothing is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "app/live/process_state.h"
#include "tests/app/cli/program.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/child_process.h"
#include "tests/support/client_processes.h"
#include "tests/support/live_client.h"
#include "tests/support/wait_for.h"

namespace locklab::app {
namespace {

using test::load_client_process;
using test::load_client_processes;
using testing::HasSubstr;

StressWork in_processes(std::string_view id) {
  StressWork work = test::short_load(id);
  work.processes = true;
  work.connections = 1;
  work.clients = 4;
  work.duration = 500ms;
  return work;
}

Strike struck(const char* line) { return std::get<Strike>(parse_strike(line)); }

class StressProcessesEachLock : public testing::TestWithParam<const char*> {};

TEST_P(StressProcessesEachLock, IsMeasuredAndKeepsItsPromises) {
  StressWork work = in_processes(GetParam());
  work.think = 200us;
  const StressResult result = test::loaded(work);
  const Counts& counts = result.measures.counts;
  EXPECT_FALSE(result.problem);
  EXPECT_FALSE(broke_a_promise(result));
  EXPECT_GT(result.done(counts), 0u);
  EXPECT_GE(result.measures.replies, counts.acquired);
  std::uint64_t shared = 0;
  for (const std::uint64_t one : result.measures.acquired_by_client) shared += one;
  EXPECT_EQ(shared, counts.acquired);
  if (work.critical_sections()) {
    EXPECT_GE(counts.attempts + work.clients, counts.acquired);
    EXPECT_GE(counts.released + counts.not_owner + work.clients, counts.acquired);
    EXPECT_GE(result.measures.hold.quantile(1, 2), 100u);
  }
  EXPECT_EQ(load_client_processes(getpid()), 0u) << "a process is left";
}
INSTANTIATE_TEST_SUITE_P(Locks, StressProcessesEachLock,
                         testing::Values("set_px_lua", "watchdog", "fenced", "redlock",
                                         "atomic_decr", "rate_limit_lua"));

StressResult with_a_process_paused(std::string_view id) {
  StressWork work = in_processes(id);
  work.lock.ttl = 60ms;
  work.duration = 1s;
  work.strikes = {struck("at 50ms pause holder 700ms")};
  return test::loaded(work);
}

TEST_IN_TIME(StressProcesses, APausePastTheLeaseLetsASecondInAndAnUpdateIsLost) {
  const StressResult result = with_a_process_paused("set_px_lua");
  EXPECT_TRUE(broke_a_promise(result));
  EXPECT_GT(result.count(Harm::overlap), 0u);
  EXPECT_GT(result.count(Harm::lost_update), 0u);
  EXPECT_GE(result.measures.counts.not_owner, 1u) << "the release compares";
}

TEST_IN_TIME(StressProcesses, AFenceTurnsTheLateWriteAway) {
  const StressResult result = with_a_process_paused("fenced");
  EXPECT_GT(result.count(Harm::overlap), 0u);
  EXPECT_GE(result.count(Harm::stale_write), 1u);
  EXPECT_EQ(result.count(Harm::lost_update), 0u);
}

/// Each stay is longer than the lease, which only the watchdog keeps: a process that stands still
/// renews nothing.
TEST_IN_TIME(StressProcesses, APauseStopsTheWatchdogToo) {
  StressWork work = in_processes("watchdog");
  work.lock.ttl = 90ms;
  work.hold = 200ms;
  work.duration = 900ms;
  const StressResult kept = test::loaded(work);
  EXPECT_EQ(kept.count(Harm::overlap), 0u);
  EXPECT_GT(kept.measures.counts.renewed, 0u);
  work.strikes = {struck("at 50ms pause holder 500ms")};
  EXPECT_GT(test::loaded(work).count(Harm::overlap), 0u);
}

TEST_IN_TIME(StressProcesses, AHolderThatCrashesIsAProcessThatIsGoneAndBlocksTheOthersForItsLease) {
  StressWork work = in_processes("set_px_lua");
  work.lock.ttl = 800ms;
  work.duration = 2'200ms;
  work.strikes = {struck("at 100ms crash holder")};
  StressOptions options;
  std::size_t seen = 0;
  options.progress = [&](const StressProgress& now) {
    if (now.second == 1) seen = load_client_processes(getpid());
  };
  const StressResult result = test::loaded(work, options);
  EXPECT_EQ(seen, work.clients - 1);
  EXPECT_FALSE(broke_a_promise(result));
  EXPECT_GE(result.measures.acquire.max(), 100'000u);
  EXPECT_TRUE(result.warnings.empty()) << "it was the load that did it";
}

TEST_IN_TIME(StressProcesses, AClientIsPausedInTheSystemAndGoesOn) {
  StressWork work = in_processes("set_px_lua");
  work.duration = 2'600ms;
  work.strikes = {struck("at 300ms pause client 2 1200ms")};
  StressOptions options;
  std::vector<bool> stood;
  options.progress = [&](const StressProgress&) {
    stood.push_back(process_state(load_client_process("client 2", getpid())).stopped);
  };
  const StressResult result = test::loaded(work, options);
  ASSERT_GE(stood.size(), 2u);
  EXPECT_TRUE(stood[0]);
  EXPECT_FALSE(stood[1]);
}

/// `kill -9 PID` in a terminal.
TEST_IN_TIME(StressProcesses, OneThatSomebodyElseKillsHasCrashedAndTheReportSaysSo) {
  StressWork work = in_processes("set_px_lua");
  work.duration = 4s;
  work.lock.ttl = 100ms;
  StressOptions options;
  options.progress = [&](const StressProgress& now) {
    const pid_t third = load_client_process("client 3", getpid());
    if (now.second != 1) return;
    ASSERT_GT(third, 0);
    EXPECT_EQ(kill(third, SIGKILL), 0);
  };
  const StressResult result = test::loaded(work, options);
  EXPECT_FALSE(result.problem);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0].english(), "client 3 has crashed: somebody has ended its process");
  ASSERT_FALSE(result.measures.seconds.empty());
  EXPECT_GT(result.measures.seconds.back().counts.acquired, 0u) << "the others go on";
}

// --- nothing is left

int endless_load(const LiveTarget& target, const char* fault) {
  StressWork work = in_processes("set_px_lua");
  work.own_servers = target.own_servers();
  work.duration = 600s;
  work.warm_up = 0ms;
  if (fault) work.strikes = {struck(fault)};
  StressOptions options;
  options.target = target;
  const std::atomic<bool> cancel = false;
  return std::holds_alternative<StressResult>(run_stress(work, options, cancel)) ? 0 : 1;
}

TEST(StressProcesses, NothingIsLeftAfterTheLabWasKilled) {
  for (const char* fault : {static_cast<const char*>(nullptr), "at 10ms pause client 1 500s"})
    for (const int signal : {SIGKILL, SIGABRT, SIGTERM}) {
      test::PrivateTmpdir tmpdir;
      test::ChildProcess lab([&] { return endless_load({}, fault); });
      ASSERT_TRUE(test::wait_for([&] {
        const pid_t first = load_client_process("client 1", lab.pid());
        return first > 0 && load_client_processes(lab.pid()) == 4 &&
               process_state(first).stopped == (fault != nullptr);
      }));
      lab.signal(signal);
      EXPECT_EQ(lab.wait(), 128 + signal);
      EXPECT_TRUE(test::all_children_end()) << "a process is left";
      EXPECT_TRUE(tmpdir.empty()) << "a file is left";
    }
}

TEST(StressProcesses, NoKeyIsLeftOnNamedServersAfterTheLabWasKilled) {
  test::Servers servers({{.name = "n1"}});
  LiveTarget target;
  target.servers.push_back({"127.0.0.1", servers.endpoints()[0].port});
  test::ChildProcess lab([&] { return endless_load(target, nullptr); });
  ASSERT_TRUE(test::wait_for([&] {
    return load_client_processes(lab.pid()) == 4 && servers.ask(Command("DBSIZE")).integer > 0;
  }));
  lab.signal(SIGKILL);
  lab.wait();
  EXPECT_TRUE(test::wait_for([&] { return servers.ask(Command("DBSIZE")).is(0); }));
}

// --- what cannot be

TEST(StressProcesses, WhatTheyCannotDoIsRefusedBeforehand) {
  const auto says = [](std::vector<std::string> more, int status) {
    more.insert(more.begin(), {"stress", "--processes"});
    const Finished run = locklab(std::move(more));
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_TRUE(run.out.empty());
    return run.err;
  };
  EXPECT_THAT(says({"--fault", "at 1s slow n1 20ms 1s"}, 3), HasSubstr("the lab's proxy"));
  EXPECT_THAT(says({"--keep-violations", "never-made"}, 3), HasSubstr("are not recorded"));
  EXPECT_THAT(says({"--threads", "2"}, 2), HasSubstr("need no threads"));
  EXPECT_THAT(says({"--connections", "8"}, 2), HasSubstr("its own connection"));
  EXPECT_THAT(says({"--clients", "501"}, 2), HasSubstr("at most 500"));
}

TEST(StressProcesses, TheCommandTellsThatTheyAreProcesses) {
  const Finished run = locklab({"stress", "--processes", "--clients", "3", "--keys", "one",
                                "--duration", "0.4", "--warm-up", "0"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("3 clients, each a process"));
  EXPECT_THAT(run.out, HasSubstr("Clients are processes"));
}

}  // namespace
}  // namespace locklab::app
