// A live run leaves no process, no file and no key behind, however it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <uv.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "app/live/run_live.h"
#include "app/live/server_fleet.h"
#include "lock/redis/blocking_client.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/child_process.h"

namespace locklab::app {
namespace {

using test::ChildProcess;
using test::PrivateTmpdir;

/// Alice holds the lock for longer than any test has patience.
sim::Scenario endless() {
  auto read = sim::read_scenario(R"(
title = "a long time inside"
strategy = "set_px_lua"
ttl_ms = 600000
[[client]]
name = "alice"
work_ms = 500000
)",
                                 "endless.toml");
  return std::get<sim::Scenario>(read);
}

int run_endless(const LiveTarget& target) {
  const auto result = run_live(endless(), target);
  const auto* problem = std::get_if<Problem>(&result);
  return problem ? problem->exit_status : 0;
}

template <class Condition>
bool wait_for(Condition condition) {
  const std::uint64_t end = uv_hrtime() + 20'000'000'000;
  while (!condition())
    if (uv_hrtime() > end) return false;
  return true;
}

/// The port in the command line of a redis-server that works below `folder`; 0: there is none.
std::uint16_t port_of_server_below(const std::string& folder) {
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "cmdline");
    std::stringstream text;
    text << file.rdbuf();
    // redis-server writes "redis-server 127.0.0.1:1234" over its own command line.
    std::error_code failed;
    const auto works_in = std::filesystem::read_symlink(process.path() / "cwd", failed);
    if (failed || works_in.string().rfind(folder, 0) != 0) continue;
    const std::string title = text.str();
    const std::size_t colon = title.find(':');
    if (title.find("redis-server") == std::string::npos || colon == std::string::npos) continue;
    return static_cast<std::uint16_t>(std::stoi(title.substr(colon + 1)));
  }
  return 0;
}

Reply ask(std::uint16_t port, Command command) {
  std::string why;
  return redis::BlockingClient(*redis::resolve("127.0.0.1", port, why), {}).call(command, 5s);
}

bool lock_is_held(std::uint16_t port) {
  return ask(port, get("locklab:lock")).kind == Reply::Kind::text;
}

struct End {
  const char* name;
  int signal;
  int status;  ///< of the child
};

class NothingIsLeft : public testing::TestWithParam<End> {};

TEST_P(NothingIsLeft, OfOwnServersAfter) {
  PrivateTmpdir tmpdir;
  ChildProcess child([] { return run_endless({}); });
  ASSERT_TRUE(wait_for([&] {
    const std::uint16_t port = port_of_server_below(tmpdir.path());
    return port && lock_is_held(port);
  }));
  child.signal(GetParam().signal);
  EXPECT_EQ(child.wait(), GetParam().status);
  EXPECT_TRUE(test::all_children_end()) << "a process is left";
  EXPECT_TRUE(tmpdir.empty()) << "a file is left";
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

TEST_P(NothingIsLeft, OnNamedServersAfter) {
  Janitor janitor;
  auto started = ServerFleet::start({{.name = "n1"}}, janitor);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
  const std::uint16_t port = std::get<0>(started)->server(0).endpoint().port;
  Command set("SET");
  ASSERT_TRUE(ask(port, set.add("somebody:elses").add("key")).ok());

  LiveTarget target;
  target.servers = {{"127.0.0.1", port}};
  ChildProcess child([&] { return run_endless(target); });
  ASSERT_TRUE(wait_for([&] { return lock_is_held(port); }));
  child.signal(GetParam().signal);
  EXPECT_EQ(child.wait(), GetParam().status);
  EXPECT_TRUE(wait_for([&] { return ask(port, Command("DBSIZE")).is(1); })) << "a key is left";
  EXPECT_TRUE(ask(port, get("somebody:elses")).is_text("key"));
}

INSTANTIATE_TEST_SUITE_P(Signals, NothingIsLeft,
                         testing::Values(End{"Interrupt", SIGINT, interrupted_status},
                                         End{"Terminate", SIGTERM, terminated_status},
                                         End{"Abort", SIGABRT, 128 + SIGABRT},
                                         End{"Kill", SIGKILL, 128 + SIGKILL}),
                         [](const auto& end) { return end.param.name; });

TEST(NothingIsLeftEither, WhenTheRunEndsByItself) {
  PrivateTmpdir tmpdir;
  sim::Scenario scenario = endless();
  scenario.clients[0].work = 5ms;
  const auto result = run_live(scenario, {});
  EXPECT_TRUE(std::holds_alternative<Trace>(result));
  EXPECT_TRUE(test::all_children_end());
  EXPECT_TRUE(tmpdir.empty());
}

}  // namespace
}  // namespace locklab::app
