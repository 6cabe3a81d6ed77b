// A live run leaves no process, no file and no key behind, however it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

#include "app/live/servers/janitor_process.h"
#include "app/live/servers/lab_folder.h"
#include "app/live/servers/process_state.h"
#include "tests/support/child_process.h"
#include "tests/support/client_processes.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using test::ChildProcess;
using test::lock_is_held;
using test::PrivateTmpdir;
using test::wait_for;

sim::Scenario endless() { return test::scenario_from(test::endless_scenario); }

int run_endless(const LiveTarget& target, std::int64_t drift_ppm = 0) {
  sim::Scenario scenario = endless();
  scenario.nodes[0].drift_ppm = drift_ppm;
  return test::status_of(run_live(scenario, target));
}

struct End {
  const char* name;
  int signal;
  int status;  ///< expected exit status of the child
};

void PrintTo(const End& end, std::ostream* out) { *out << end.name; }

class NothingIsLeft : public testing::TestWithParam<End> {};

void expect_nothing_is_left_in(const PrivateTmpdir& tmpdir) {
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

/// Sends the signal to a run on the lab's own servers once its lock is held, and checks that
/// nothing is left.
void expect_nothing_is_left(const End& end, const std::function<int()>& run) {
  const PrivateTmpdir tmpdir;
  ChildProcess child(run);
  test::port_once_held(tmpdir.path());
  child.signal(end.signal);
  EXPECT_EQ(child.wait(), end.status);
  expect_nothing_is_left_in(tmpdir);
}

TEST_P(NothingIsLeft, OfOwnServersAfter) {
  expect_nothing_is_left(GetParam(), [] { return run_endless({}); });
}

TEST_P(NothingIsLeft, OfClientsThatAreProcessesAfter) {
  expect_nothing_is_left(GetParam(), [] { return run_endless({.processes = true}); });
}

/// A stopped process cannot end by itself.
TEST_P(NothingIsLeft, OfAClientThatStandsStillAfter) {
  PrivateTmpdir tmpdir;
  ChildProcess lab([] {
    sim::Scenario scenario = endless();
    sim::Fault pause;
    pause.kind = sim::FaultKind::pause;
    pause.client = ClientId{0};
    pause.trigger.event = sim::EventKind::entered;
    pause.duration = 500s;
    scenario.faults.push_back(pause);
    return test::status_of(run_live(scenario, {.processes = true}));
  });
  ASSERT_TRUE(
      wait_for([&] { return process_state(test::client_process("alice", lab.pid())).stopped; }));
  lab.signal(GetParam().signal);
  lab.wait();
  expect_nothing_is_left_in(tmpdir);
}

TEST_P(NothingIsLeft, OfServersWhoseClocksAreSetAfter) {
  expect_nothing_is_left(GetParam(), [] { return run_endless({}, 10'000); });
}

TEST_P(NothingIsLeft, OfServersThatAreStillStartingAfter) {
  PrivateTmpdir tmpdir;
  ChildProcess child([] { return run_endless({}); });
  ASSERT_TRUE(wait_for([&] { return !tmpdir.empty(); }));
  child.signal(GetParam().signal);
  child.wait();
  expect_nothing_is_left_in(tmpdir);
}

TEST_P(NothingIsLeft, OnNamedServersAfter) {
  for (const bool processes : {false, true}) {
    SCOPED_TRACE(processes);
    test::Servers servers;
    ASSERT_TRUE(servers.ask(test::plain({"SET", "somebody:elses", "key"})).ok());
    LiveTarget target = test::target_of(servers);
    target.processes = processes;
    ChildProcess child([&] { return run_endless(target); });
    ASSERT_TRUE(wait_for([&] { return lock_is_held(target.servers[0].port); }));
    child.signal(GetParam().signal);
    EXPECT_EQ(child.wait(), GetParam().status);
    EXPECT_TRUE(wait_for([&] { return servers.ask(Command("DBSIZE")).is(1); })) << "a key is left";
    EXPECT_TRUE(servers.ask(get("somebody:elses")).is_text("key"));
  }
}

INSTANTIATE_TEST_SUITE_P(Signals, NothingIsLeft,
                         testing::Values(End{"Interrupt", SIGINT, interrupted_status},
                                         End{"Terminate", SIGTERM, terminated_status},
                                         End{"Abort", SIGABRT, 128 + SIGABRT},
                                         End{"Kill", SIGKILL, 128 + SIGKILL}),
                         [](const auto& end) { return end.param.name; });

TEST(NothingIsLeftEither, OfALabThatWasKilledWithItsJanitorOnceAnotherStarts) {
  PrivateTmpdir tmpdir;
  ChildProcess lab([] { return run_endless({}); });
  test::port_once_held(tmpdir.path());
  for (const test::ClientProcessSeen& janitor : test::client_processes(janitor_name))
    if (janitor.parent == lab.pid()) ::kill(janitor.pid, SIGKILL);
  lab.signal(SIGKILL);
  lab.wait();
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_FALSE(tmpdir.empty());
  remove_abandoned_folders(tmpdir.path());
  EXPECT_TRUE(tmpdir.empty());
}

TEST(NothingIsLeftEither, AndNothingIsTakenFromWhoIsAlive) {
  PrivateTmpdir tmpdir;
  LabFolder alive;
  ASSERT_TRUE(alive.make(tmpdir.path() + "/" + new_folder_name()));
  const std::string others = tmpdir.path() + "/" + new_folder_name();
  ASSERT_EQ(mkdir(others.c_str(), S_IRWXU), 0) << "no lab has ever owned it";
  remove_abandoned_folders(tmpdir.path());
  EXPECT_TRUE(std::filesystem::exists(alive.path()));
  EXPECT_TRUE(std::filesystem::exists(others));
}

TEST(NothingIsLeftEither, WhenTheRunEndsByItself) {
  PrivateTmpdir tmpdir;
  sim::Scenario scenario = endless();
  scenario.clients[0].work = 5ms;
  test::live_trace(scenario);
  expect_nothing_is_left_in(tmpdir);
}

}  // namespace
}  // namespace locklab::app
