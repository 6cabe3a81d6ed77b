// Clients that are processes of their own: what is done to them is done to a process, by the lab or
// by somebody at a terminal; and nothing of them is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/process_state.h"
#include "app/live/run_live.h"
#include "sim/check/check.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/child_process.h"
#include "tests/support/client_processes.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"
#include "tests/support/wait_for.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using test::client_process;
using testing::HasSubstr;
using testing::Not;

/// Alice is long inside, and Bob waits for her lease to end.
sim::Scenario long_inside(const std::string& more = "", const std::string& strategy = "set_px_lua",
                          Duration inside = 1500ms) {
  auto read = sim::read_scenario(R"(
title = "long inside"
strategy = ")" + strategy + R"("
ttl_ms = 400
retry_delay_ms = 20
retry_jitter_ms = 5
[[client]]
name = "alice"
[[client]]
name = "bob"
start_ms = 50
wait_ms = 20000
work_ms = 5
)" + more,
                                 "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read))
    ADD_FAILURE() << sim::to_string(*problem);
  sim::Scenario scenario = std::get<sim::Scenario>(read);
  scenario.clients[0].work = inside;
  return scenario;
}

constexpr LiveTarget as_processes() { return LiveTarget{.processes = true}; }

/// Somebody who looks at a run from time to time, and may lay hands on it.
class Bystander final : public LiveObserver {
 public:
  explicit Bystander(std::function<void(const sim::Trace&)> look) : look_(std::move(look)) {}
  bool wants_to_stop() override { return false; }
  void recorded(const sim::Trace& so_far) override { look_(so_far); }

 private:
  std::function<void(const sim::Trace&)> look_;
};

/// As `kill` in a terminal. Never to -1, which is everybody.
void send_signal(const char* client, int signal) {
  const pid_t pid = client_process(client, getpid());
  ASSERT_GT(pid, 0);
  EXPECT_EQ(kill(pid, signal), 0);
}

bool has(const sim::Trace& trace, EventKind kind, const char* client) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && trace.client_name(trace[i].client) == client) return true;
  return false;
}

sim::Trace run_processes(
    const sim::Scenario& scenario,
    std::function<void(const sim::Trace&)> look = [](const auto&) {}) {
  Bystander bystander(std::move(look));
  auto result = run_live(scenario, as_processes(), {}, &bystander);
  if (const auto* problem = std::get_if<LiveProblem>(&result)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {};
  }
  EXPECT_THAT(client_process("alice", getpid()), -1) << "a process is left";
  return std::move(std::get<LiveRun>(result).trace);
}

TEST(ClientProcesses, APauseIsARealStandstill) {
  int stood = 0;
  int went = 0;
  const sim::Trace trace = run_processes(
      long_inside(
          "[[fault]]\nwhen = \"alice entered\"\npause = { client = \"alice\", ms = 700 }\n"),
      [&](const sim::Trace& so_far) {
        const bool paused = has(so_far, EventKind::client_paused, "alice") &&
                            !has(so_far, EventKind::client_resumed, "alice");
        if (has(so_far, EventKind::finished, "alice")) return;
        const pid_t alice = client_process("alice", getpid());
        EXPECT_FALSE(process_state(alice).exits);
        // It stops as soon as the machine lets it run.
        EXPECT_TRUE(test::wait_for([&] { return process_state(alice).stopped == paused; }));
        ++(paused ? stood : went);
      });
  EXPECT_GT(stood, 0);
  EXPECT_GT(went, 0);
  EXPECT_LT(trace.info.late_us.value_or(0), 600'000) << "a pause is no lateness";
  EXPECT_TRUE(has(trace, EventKind::client_resumed, "alice"));
  EXPECT_TRUE(has(trace, EventKind::finished, "alice"));
}

TEST(ClientProcesses, ACrashIsARealDeath) {
  bool dead = false;
  const sim::Trace trace = run_processes(
      long_inside("[[fault]]\nwhen = \"alice entered\"\ncrash = { client = \"alice\" }\n"),
      [&](const sim::Trace& so_far) {
        if (!has(so_far, EventKind::client_crashed, "alice")) return;
        dead = client_process("alice", getpid()) == -1 && client_process("bob", getpid()) != -1;
      });
  EXPECT_TRUE(dead);
  EXPECT_TRUE(has(trace, EventKind::finished, "bob"));
}

/// The crash comes after her command has left, and before she does anything with its reply.
TEST(ClientProcesses, ACrashStrikesBetweenTwoThingsThatTheClientDoes) {
  for (const char* moment : {"alice's SETNX to n1", "n1 ran alice's SETNX"}) {
    sim::Scenario scenario =
        long_inside("[[fault]]\nwhen = \"" + std::string(moment) +
                        "\"\ncrash = { client = \"alice\" }\n[[node]]\nname = \"n1\"\n",
                    "setnx_expire");
    scenario.clients[1].wait = 1s;  // in vain: the key never expires
    const sim::Trace trace = run_processes(scenario);
    std::vector<EventKind> hers;
    bool was_set = false;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (trace.client_name(trace[i].client) != "alice") continue;
      hers.push_back(trace[i].kind);
      was_set = was_set || trace[i].kind == EventKind::key_set;
    }
    EXPECT_TRUE(was_set) << "what she had sent still arrived: " << moment;
    const auto crash = std::find(hers.begin(), hers.end(), EventKind::client_crashed);
    EXPECT_NE(crash, hers.end());
    EXPECT_EQ(std::count(hers.begin(), hers.end(), EventKind::sent), 1) << moment;
    EXPECT_EQ(std::count(hers.begin(), hers.end(), EventKind::received), 0) << moment;
  }
}

TEST(ClientProcesses, AreThereWhereTheScenarioWantsThem) {
  for (const bool wants : {false, true}) {
    sim::Scenario scenario = long_inside();
    scenario.processes = wants;
    bool seen = false;
    Bystander bystander(
        [&](const sim::Trace&) { seen = seen || client_process("alice", getpid()) > 0; });
    const auto result = run_live(scenario, {}, {}, &bystander);
    ASSERT_TRUE(std::holds_alternative<LiveRun>(result));
    EXPECT_EQ(seen, wants);
  }
}

TEST(ClientProcesses, AWatchdogInAPausedProcessRenewsNothing) {
  const sim::Trace trace = run_processes(long_inside(
      "[[fault]]\nwhen = \"alice entered\"\npause = { client = \"alice\", ms = 1200 }\n",
      "watchdog"));
  bool paused = false;
  bool expired = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    expired = expired || (paused && event.kind == EventKind::key_expired);
    if (event.client != ClientId{0}) continue;
    if (event.kind == EventKind::client_resumed) paused = false;
    const bool in_the_servers = sim::is_key_event(event.kind) || event.kind == EventKind::ran;
    EXPECT_FALSE(paused && !in_the_servers) << name(event.kind);
    if (event.kind == EventKind::client_paused) paused = true;
  }
  EXPECT_TRUE(expired);
  EXPECT_TRUE(has(trace, EventKind::entered, "bob"));
}

/// `kill -9 PID` in a terminal: that is a crash, and the run goes on.
TEST(ClientProcesses, OneThatSomebodyElseKillsHasCrashed) {
  for (const bool paused : {false, true}) {
    const std::string fault =
        "[[fault]]\nwhen = \"alice entered\"\npause = { client = \"alice\", ms = 60000 }\n";
    bool killed = false;
    const sim::Trace trace = run_processes(
        long_inside(paused ? fault : "", "set_px_lua", 60s), [&](const sim::Trace& so_far) {
          if (killed || !has(so_far, EventKind::entered, "alice")) return;
          killed = true;
          send_signal("alice", SIGKILL);
        });
    EXPECT_TRUE(has(trace, EventKind::client_crashed, "alice"));
    EXPECT_FALSE(has(trace, EventKind::left, "alice"));
    EXPECT_TRUE(has(trace, EventKind::finished, "bob"));
  }
}

/// `kill -STOP PID`, and -CONT after Bob got in: no fault of the scenario, the client is just slow.
TEST(ClientProcesses, OneThatSomebodyElseStopsIsSlow) {
  bool stopped = false;
  bool goes_on = false;
  const sim::Trace trace =
      run_processes(long_inside("", "set_px_lua", 4s), [&](const sim::Trace& so_far) {
        if (!stopped && has(so_far, EventKind::entered, "alice")) {
          stopped = true;
          send_signal("alice", SIGSTOP);
        }
        if (stopped && !goes_on && has(so_far, EventKind::finished, "bob")) {
          goes_on = true;
          send_signal("alice", SIGCONT);
        }
      });
  EXPECT_TRUE(goes_on);
  EXPECT_GT(trace.info.late_us.value_or(0), 100'000);
  EXPECT_FALSE(has(trace, EventKind::client_paused, "alice"));
  EXPECT_TRUE(has(trace, EventKind::finished, "alice"));
  const auto verdicts = sim::check(trace);
  const auto exclusion = static_cast<std::size_t>(sim::Property::mutual_exclusion);
  EXPECT_EQ(verdicts[exclusion].kept, sim::Kept::broken) << verdicts[exclusion].why;
}

TEST(ClientProcesses, NobodyReadsAPasswordFromThem) {
  Janitor janitor;
  const std::string password = random_password();
  auto started = ServerFleet::start({{.name = "n1"}}, janitor, password);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
  LiveTarget target = as_processes();
  target.servers = {{"127.0.0.1", std::get<0>(started)->server(0).endpoint().port}};
  target.login.password = password;
  setenv("LOCKLAB_REDIS_PASSWORD", password.c_str(), 1);
  int looked = 0;
  Bystander bystander([&](const sim::Trace&) {
    for (const char* client : {"alice", "bob"}) {
      const pid_t pid = client_process(client, getpid());
      if (pid < 0) continue;
      ++looked;
      for (const char* file : {"cmdline", "environ"})
        EXPECT_THAT(test::proc_file(pid, file), Not(HasSubstr(password))) << file;
    }
  });
  const auto result = run_live(long_inside(), target, {}, &bystander);
  unsetenv("LOCKLAB_REDIS_PASSWORD");
  ASSERT_TRUE(std::holds_alternative<LiveRun>(result));
  EXPECT_TRUE(has(std::get<LiveRun>(result).trace, EventKind::entered, "bob"));
  EXPECT_GT(looked, 0);
}

TEST(ClientProcesses, AskTheirServersThroughTheLabsProxyAlone) {
  const sim::Trace trace = run_processes(
      long_inside("[[fault]]\nat_ms = 200\nslow = { client = \"bob\", ms = 30, for_ms = 400 }\n"),
      [&](const sim::Trace&) {
        for (const char* client : {"alice", "bob"}) {
          const pid_t pid = client_process(client, getpid());
          if (pid < 0) continue;
          // /proc/PID/net is the whole machine's: what counts is that no socket of it is a TCP one.
          std::error_code failed;
          const std::string folder = "/proc/" + std::to_string(pid) + "/fd";
          const std::string tcp = test::proc_file(pid, "net/tcp");
          for (const auto& file : std::filesystem::directory_iterator(folder, failed)) {
            const std::string to = std::filesystem::read_symlink(file.path(), failed);
            const std::string socket = "socket:[";
            if (!to.starts_with(socket)) continue;
            const std::string inode = to.substr(socket.size(), to.size() - socket.size() - 1);
            EXPECT_THAT(tcp, Not(HasSubstr(" " + inode + " ")));
          }
        }
      });
  EXPECT_TRUE(has(trace, EventKind::link_slowed, "bob"));
}

}  // namespace
}  // namespace locklab::app
