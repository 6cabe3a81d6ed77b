// Clients as processes of their own: faults and foreign signals act on the processes, and nothing
// of them is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>

#include "app/live/servers/process_state.h"
#include "app/live/servers/server_fleet.h"
#include "tests/support/client_processes.h"
#include "tests/support/in_time.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"
#include "tests/support/told_trace.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using test::client_process;
using testing::HasSubstr;
using testing::Not;

/// Alice stays inside past her lease, and Bob waits for it to end.
sim::Scenario long_inside(const std::string& more = "", const std::string& strategy = "set_px_lua",
                          Duration inside = 1500ms) {
  sim::Scenario scenario = test::scenario_from(R"(
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
)" + more);
  scenario.clients[0].work = inside;
  return scenario;
}

/// A fault on alice once she is inside.
std::string to_alice(const std::string& action) {
  return "[[fault]]\nwhen = \"alice entered\"\n" + action + "\n";
}

const LiveTarget as_processes{.processes = true};

/// Calls `look` with the trace whenever the run has recorded something.
class Bystander final : public LiveObserver {
 public:
  explicit Bystander(std::function<void(const sim::Trace&)> look) : look_(std::move(look)) {}
  bool wants_to_stop() override { return false; }
  void recorded(const sim::Trace& so_far) override { look_(so_far); }

 private:
  std::function<void(const sim::Trace&)> look_;
};

/// Sends a signal to a client's process, as `kill` does. The assertion keeps it from pid -1, which
/// means every process.
void send_signal(const char* client, int signal) {
  const pid_t pid = client_process(client, getpid());
  ASSERT_GT(pid, 0);
  EXPECT_EQ(kill(pid, signal), 0);
}

sim::Trace run_processes(
    const sim::Scenario& scenario,
    std::function<void(const sim::Trace&)> look = [](const auto&) {}) {
  Bystander bystander(std::move(look));
  sim::Trace trace = test::live_trace(scenario, &bystander, as_processes);
  EXPECT_THAT(client_process("alice", getpid()), -1) << "a process is left";
  return trace;
}

/// Calls `look` with the pid of each client process that exists.
void each_process(const std::function<void(pid_t)>& look) {
  for (const char* client : {"alice", "bob"})
    if (const pid_t pid = client_process(client, getpid()); pid >= 0) look(pid);
}

TEST_IN_TIME(ClientProcesses, APauseIsARealStandstill) {
  int stood = 0;
  int went = 0;
  const sim::Trace trace = run_processes(
      long_inside(to_alice("pause = { client = \"alice\", ms = 700 }")),
      [&](const sim::Trace& so_far) {
        const bool paused = test::happened(so_far, EventKind::client_paused, "alice") &&
                            !test::happened(so_far, EventKind::client_resumed, "alice");
        if (test::happened(so_far, EventKind::finished, "alice")) return;
        const pid_t alice = client_process("alice", getpid());
        EXPECT_FALSE(process_state(alice).exits);
        // The process stops once the machine schedules it.
        EXPECT_TRUE(test::wait_for([&] { return process_state(alice).stopped == paused; }));
        ++(paused ? stood : went);
      });
  EXPECT_GT(stood, 0);
  EXPECT_GT(went, 0);
  EXPECT_LT(trace.info.late_us.value_or(0), 600'000) << "a pause is no lateness";
  EXPECT_TRUE(test::happened(trace, EventKind::client_resumed, "alice"));
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "alice"));
}

TEST(ClientProcesses, ACrashIsARealDeath) {
  bool dead = false;
  const sim::Trace trace = run_processes(
      long_inside(to_alice("crash = { client = \"alice\" }")), [&](const sim::Trace& so_far) {
        if (!test::happened(so_far, EventKind::client_crashed, "alice")) return;
        dead = client_process("alice", getpid()) == -1 && client_process("bob", getpid()) != -1;
      });
  EXPECT_TRUE(dead);
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "bob"));
}

/// alice crashes after her command was sent, and before she reads the reply.
TEST(ClientProcesses, ACrashStrikesBetweenTwoThingsThatTheClientDoes) {
  for (const char* moment : {"alice's SETNX to n1", "n1 ran alice's SETNX"}) {
    SCOPED_TRACE(moment);
    sim::Scenario scenario =
        long_inside("[[fault]]\nwhen = \"" + std::string(moment) +
                        "\"\ncrash = { client = \"alice\" }\n[[node]]\nname = \"n1\"\n",
                    "setnx_expire");
    scenario.clients[1].wait = 1s;  // in vain: the key never expires
    const sim::Trace trace = run_processes(scenario);
    const ClientId alice{0};
    EXPECT_GT(sim::count(trace, EventKind::key_set, alice), 0u) << "what she had sent arrived";
    EXPECT_EQ(sim::count(trace, EventKind::client_crashed, alice), 1u);
    EXPECT_EQ(sim::count(trace, EventKind::sent, alice), 1u);
    EXPECT_EQ(sim::count(trace, EventKind::received, alice), 0u);
  }
}

TEST(ClientProcesses, AreThereWhereTheScenarioWantsThem) {
  for (const bool wants : {false, true}) {
    sim::Scenario scenario = long_inside();
    scenario.processes = wants;
    bool seen = false;
    Bystander bystander(
        [&](const sim::Trace&) { seen = seen || client_process("alice", getpid()) > 0; });
    test::live_trace(scenario, &bystander);
    EXPECT_EQ(seen, wants);
  }
}

TEST(ClientProcesses, AWatchdogInAPausedProcessRenewsNothing) {
  const sim::Trace trace =
      run_processes(long_inside(to_alice("pause = { client = \"alice\", ms = 1200 }"), "watchdog"));
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
  EXPECT_TRUE(test::happened(trace, EventKind::entered, "bob"));
}

/// `kill -9 PID` in a terminal counts as a crash, and the run continues.
TEST(ClientProcesses, OneThatSomebodyElseKillsHasCrashed) {
  for (const bool paused : {false, true}) {
    const std::string fault = to_alice("pause = { client = \"alice\", ms = 60000 }");
    bool killed = false;
    const sim::Trace trace = run_processes(
        long_inside(paused ? fault : "", "set_px_lua", 60s), [&](const sim::Trace& so_far) {
          if (killed || !test::happened(so_far, EventKind::entered, "alice")) return;
          killed = true;
          send_signal("alice", SIGKILL);
        });
    EXPECT_TRUE(test::happened(trace, EventKind::client_crashed, "alice"));
    EXPECT_FALSE(test::happened(trace, EventKind::left, "alice"));
    EXPECT_TRUE(test::happened(trace, EventKind::finished, "bob"));
  }
}

/// `kill -STOP PID`, and -CONT after Bob has finished, is no fault of the scenario; the client is
/// just late.
TEST(ClientProcesses, OneThatSomebodyElseStopsIsSlow) {
  bool stopped = false;
  bool goes_on = false;
  const sim::Trace trace =
      run_processes(long_inside("", "set_px_lua", 4s), [&](const sim::Trace& so_far) {
        if (!stopped && test::happened(so_far, EventKind::entered, "alice")) {
          stopped = true;
          send_signal("alice", SIGSTOP);
        }
        if (stopped && !goes_on && test::happened(so_far, EventKind::finished, "bob")) {
          goes_on = true;
          send_signal("alice", SIGCONT);
        }
      });
  EXPECT_TRUE(goes_on);
  EXPECT_GT(trace.info.late_us.value_or(0), 100'000);
  EXPECT_FALSE(test::happened(trace, EventKind::client_paused, "alice"));
  EXPECT_TRUE(test::happened(trace, EventKind::finished, "alice"));
  const sim::Verdict exclusion = test::verdict_on(trace, sim::Property::mutual_exclusion);
  EXPECT_EQ(exclusion.kept, sim::Kept::broken) << exclusion.why;
}

TEST(ClientProcesses, NobodyReadsAPasswordFromThem) {
  test::Servers servers;
  const std::string password = random_password();
  servers.ask(test::plain({"CONFIG", "SET", "requirepass", password}));
  LiveTarget target = test::target_of(servers);
  target.processes = true;
  target.login.password = password;
  const test::SetVariable variable("LOCKLAB_REDIS_PASSWORD", password);
  const test::SetVariable other("SOMEBODYS_TOKEN", password);
  int looked = 0;
  Bystander bystander([&](const sim::Trace&) {
    each_process([&](pid_t pid) {
      ++looked;
      for (const char* file : {"cmdline", "environ"})
        EXPECT_THAT(test::proc_file(pid, file), Not(HasSubstr(password))) << file;
    });
  });
  const sim::Trace trace = test::live_trace(long_inside(), &bystander, target);
  EXPECT_TRUE(test::happened(trace, EventKind::entered, "bob"));
  EXPECT_GT(looked, 0);
}

/// Checks that no socket of the process is a TCP one; /proc/PID/net/tcp lists those of the whole
/// machine.
void expect_no_tcp_socket(pid_t pid) {
  std::error_code failed;
  const std::string tcp = test::proc_file(pid, "net/tcp");
  for (const auto& file :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/fd", failed)) {
    const std::string to = std::filesystem::read_symlink(file.path(), failed);
    const std::string socket = "socket:[";
    if (!to.starts_with(socket)) continue;
    const std::string inode = to.substr(socket.size(), to.size() - socket.size() - 1);
    EXPECT_THAT(tcp, Not(HasSubstr(" " + inode + " ")));
  }
}

TEST(ClientProcesses, AskTheirServersThroughTheLabsProxyAlone) {
  const sim::Trace trace = run_processes(
      long_inside("[[fault]]\nat_ms = 200\nslow = { client = \"bob\", ms = 30, for_ms = 400 }\n"),
      [](const sim::Trace&) { each_process(expect_no_tcp_socket); });
  EXPECT_TRUE(test::happened(trace, EventKind::link_slowed, "bob"));
}

}  // namespace
}  // namespace locklab::app
