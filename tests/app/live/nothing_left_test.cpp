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

#include "app/live/janitor_process.h"
#include "app/live/lab_folder.h"
#include "app/live/process_state.h"
#include "app/live/run_live.h"
#include "app/live/server_fleet.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/child_process.h"
#include "tests/support/client_processes.h"
#include "tests/support/endless_run.h"

namespace locklab::app {
namespace {

using test::ask_at;
using test::ChildProcess;
using test::lock_is_held;
using test::port_of_server_below;
using test::PrivateTmpdir;
using test::wait_for;

sim::Scenario endless() {
  return std::get<sim::Scenario>(sim::read_scenario(test::endless_scenario, "endless.toml"));
}

int run_endless(const LiveTarget& target, std::int64_t drift_ppm = 0) {
  sim::Scenario scenario = endless();
  scenario.nodes[0].drift_ppm = drift_ppm;
  const auto result = run_live(scenario, target);
  const auto* problem = std::get_if<LiveProblem>(&result);
  return problem ? problem->exit_status : 0;
}

struct End {
  const char* name;
  int signal;
  int status;  ///< of the child
};

void PrintTo(const End& end, std::ostream* out) { *out << end.name; }

class NothingIsLeft : public testing::TestWithParam<End> {};

/// Ends a run on servers of its own once its lock is held.
void expect_nothing_is_left(const End& end, const std::function<int()>& run) {
  PrivateTmpdir tmpdir;
  ChildProcess child(run);
  ASSERT_TRUE(wait_for([&] {
    const std::uint16_t port = port_of_server_below(tmpdir.path());
    return port && lock_is_held(port, test::login_below(tmpdir.path()));
  }));
  child.signal(end.signal);
  EXPECT_EQ(child.wait(), end.status);
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

TEST_P(NothingIsLeft, OfOwnServersAfter) {
  expect_nothing_is_left(GetParam(), [] { return run_endless({}); });
}

TEST_P(NothingIsLeft, OfClientsThatAreProcessesAfter) {
  expect_nothing_is_left(GetParam(), [] { return run_endless({.processes = true}); });
}

/// SIGSTOP keeps a process from ending by itself.
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
    return std::holds_alternative<LiveRun>(run_live(scenario, {.processes = true})) ? 0 : 1;
  });
  ASSERT_TRUE(
      wait_for([&] { return process_state(test::client_process("alice", lab.pid())).stopped; }));
  lab.signal(GetParam().signal);
  lab.wait();
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
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
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
}

void expect_no_key_is_left(const End& end, bool processes) {
  Janitor janitor;
  auto started = ServerFleet::start({{.name = "n1"}}, janitor);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
  const std::uint16_t port = std::get<0>(started)->server(0).endpoint().port;
  Command set("SET");
  ASSERT_TRUE(ask_at(port, set.add("somebody:elses").add("key")).ok());

  LiveTarget target{.processes = processes};
  target.servers = {{"127.0.0.1", port}};
  ChildProcess child([&] { return run_endless(target); });
  ASSERT_TRUE(wait_for([&] { return lock_is_held(port); }));
  child.signal(end.signal);
  EXPECT_EQ(child.wait(), end.status);
  EXPECT_TRUE(wait_for([&] { return ask_at(port, Command("DBSIZE")).is(1); })) << "a key is left";
  EXPECT_TRUE(ask_at(port, get("somebody:elses")).is_text("key"));
}

TEST_P(NothingIsLeft, OnNamedServersAfter) { expect_no_key_is_left(GetParam(), false); }

TEST_P(NothingIsLeft, OfProcessesOnNamedServersAfter) { expect_no_key_is_left(GetParam(), true); }

INSTANTIATE_TEST_SUITE_P(Signals, NothingIsLeft,
                         testing::Values(End{"Interrupt", SIGINT, interrupted_status},
                                         End{"Terminate", SIGTERM, terminated_status},
                                         End{"Abort", SIGABRT, 128 + SIGABRT},
                                         End{"Kill", SIGKILL, 128 + SIGKILL}),
                         [](const auto& end) { return end.param.name; });

TEST(NothingIsLeftEither, OfALabThatWasKilledWithItsJanitorOnceAnotherStarts) {
  PrivateTmpdir tmpdir;
  ChildProcess lab([] { return run_endless({}); });
  ASSERT_TRUE(wait_for([&] {
    const std::uint16_t port = port_of_server_below(tmpdir.path());
    return port && lock_is_held(port, test::login_below(tmpdir.path()));
  }));
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
  const auto result = run_live(scenario, {});
  EXPECT_TRUE(std::holds_alternative<LiveRun>(result));
  EXPECT_TRUE(test::all_children_end());
  EXPECT_TRUE(tmpdir.empty());
}

}  // namespace
}  // namespace locklab::app
