// Live runs that show nothing of their scenario, because somebody else did something to their
// servers or does not let them do what their lock does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <thread>

#include "app/live/ready_watch.h"
#include "app/live/run_live.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

sim::Scenario long_run() {
  sim::Scenario s =
      std::get<sim::Scenario>(sim::read_scenario(test::endless_scenario, "endless.toml"));
  s.lock.node_timeout = 20ms;
  s.clients[0].work = 1ms;
  s.clients[0].rounds = 100'000;
  s.run_for = 5s;
  return s;
}

Problem problem_of(const LiveTarget& target) {
  const auto result = run_live(long_run(), target);
  if (const auto* problem = std::get_if<Problem>(&result)) return *problem;
  ADD_FAILURE() << "it ran";
  return {};
}

/// The lab's own server, found by its folder, gets that signal once somebody holds the lock.
Problem problem_after(int signal) {
  test::PrivateTmpdir tmpdir;
  std::thread stranger([&] {
    std::uint16_t port = 0;
    test::wait_for([&] {
      port = test::port_of_server_below(tmpdir.path());
      return port && test::lock_is_held(port);
    });
    const Reply info = test::ask_at(port, Command("INFO"));
    ::kill(std::stoi(std::string(info_field(info.text, "process_id"))), signal);
  });
  const Problem problem = problem_of({});
  stranger.join();
  EXPECT_TRUE(tmpdir.empty());
  return problem;
}

TEST(RunLiveLost, AServerOfItsOwnThatSomebodyElseEndsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_after(SIGKILL).what.english(), HasSubstr("its process has ended"));
}

TEST(RunLiveLost, AServerOfItsOwnThatSomebodyElseStopsIsAProblemAndNoVerdict) {
  EXPECT_THAT(problem_after(SIGSTOP).what.english(), HasSubstr("its process was stopped"));
}

TEST(RunLiveLost, AUserWhoMayNotDoWhatTheLockDoesIsAProblemAndNoVerdict) {
  test::Servers servers;
  const auto without = [&](std::string_view user, std::string_view right) {
    servers.ask(test::plain(
        {"ACL", "SETUSER", user, "on", "nopass", "~locklab:*", "~{locklab:*", "+@all", right}));
    LiveTarget target;
    target.servers = {{"127.0.0.1", servers[0].endpoint().port}};
    target.login.user = user;
    return problem_of(target);
  };
  const Problem scripts = without("noscript", "-@scripting");
  EXPECT_EQ(scripts.exit_status, 3);
  EXPECT_THAT(scripts.what.english(), HasSubstr("NOPERM"));
  EXPECT_THAT(without("nodel", "-del").what.english(), HasSubstr("NOPERM"));
}

}  // namespace
}  // namespace locklab::app
