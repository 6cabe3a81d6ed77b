// The janitor process: how it starts, and what it knows. Its cleaning is tested in
// nothing_left_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

#include "app/live/servers/janitor.h"
#include "app/live/servers/janitor_process.h"
#include "tests/support/child_process.h"
#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"
#include "tests/support/proc_text.h"

namespace locklab::app {
namespace {

using redis::BlockingClient;
using testing::HasSubstr;
using testing::Not;

/// The text of this /proc file of every child process, concatenated.
std::string of_children(const std::string& file) {
  std::string all;
  std::ifstream children("/proc/self/task/" + std::to_string(gettid()) + "/children");
  for (pid_t child = 0; children >> child;)
    all += test::proc_text("/proc/" + std::to_string(child) + "/" + file);
  return all;
}

int forks = 0;

/// A forked child keeps every lock that another thread held, such as an allocator's or a
/// resolver's. One live run in a thousand hung because a thread was just starting.
TEST(JanitorTest, IsStartedWithoutAForkThatRunsOn) {
  ASSERT_EQ(pthread_atfork([] { ++forks; }, nullptr, nullptr), 0);
  const int before = forks;
  const Janitor janitor;
  EXPECT_TRUE(janitor.started());
  EXPECT_EQ(forks, before);
  // The kernel resumes the parent before the new command line is readable.
  EXPECT_TRUE(test::wait_for([] { return !of_children("cmdline").empty(); }));
  EXPECT_EQ(of_children("cmdline"), std::string(janitor_name) + '\0');
}

/// A janitor is this program under another name. If main() ignored the name, the janitor would
/// start janitors without end.
TEST(JanitorTest, IsNotStartedByAJanitor) {
  char* const own = program_invocation_name;
  std::string name = janitor_name;
  program_invocation_name = name.data();
  const Janitor janitor;
  const int why = errno;
  program_invocation_name = own;
  EXPECT_FALSE(janitor.started());
  EXPECT_EQ(why, ELOOP);
}

TEST(JanitorTest, RemovesKeysBehindAPasswordThatNobodyElseCanRead) {
  test::Servers servers;
  const redis::Endpoint server = servers.endpoints()[0];
  const redis::Login login{.user = "alice", .password = "Tr0mbone", .database = 3};
  ASSERT_TRUE(
      servers.ask(test::plain({"ACL", "SETUSER", "alice", "on", "allkeys", "+@all", ">Tr0mbone"}))
          .ok());
  ASSERT_TRUE(servers.ask(test::plain({"ACL", "SETUSER", "default", "off"})).ok());
  BlockingClient user(server, login);
  ASSERT_TRUE(user.call(test::plain({"SET", "locklab:lock", "x"})).ok());
  {
    Janitor janitor(login);
    janitor.mind_key(server, "locklab:lock");
    EXPECT_TRUE(test::wait_for(
        [] { return of_children("cmdline").find(janitor_name) != std::string::npos; }));
    for (const char* file : {"cmdline", "environ", "comm"})
      EXPECT_THAT(of_children(file), Not(HasSubstr("Tr0mbone"))) << file;
  }
  EXPECT_TRUE(user.call(Command("DBSIZE")).is(0));
}

TEST(JanitorTest, IsNotNeededWhereTheRunEndsByItself) {
  const test::PrivateTmpdir tmpdir;
  Janitor janitor;
  {
    auto started = ServerFleet::start({{.name = "n1"}}, janitor);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
    EXPECT_FALSE(tmpdir.empty());
  }
  EXPECT_TRUE(tmpdir.empty()) << "somebody may have killed it";
}

}  // namespace
}  // namespace locklab::app
