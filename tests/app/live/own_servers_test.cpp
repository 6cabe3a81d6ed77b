// The servers that the lab starts for a run: who may connect to them, and what they inherit from
// the lab.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/live/live_limits.h"
#include "app/live/servers/named_servers.h"
#include "app/live/servers/process_state.h"
#include "app/live/servers/server_fleet.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(OwnServers, AnswerNobodyWithoutTheirPassword) {
  Janitor janitor;
  const std::string password = random_password();
  auto started =
      ServerFleet::start({{.name = "n1"}, {.name = "n2", .replica_of = 0}}, janitor, password);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
  ServerFleet& fleet = *std::get<0>(started);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint16_t port = fleet.server(i).endpoint().port;
    EXPECT_THAT(test::ask_at(port, get("locklab:lock")).text, StartsWith("NOAUTH"));
    EXPECT_TRUE(test::ask_at(port, get("locklab:lock"), fleet.login()).is_nil());
    const std::string process = "/proc/" + std::to_string(fleet.server(i).pid());
    for (const char* file : {"/cmdline", "/environ"})
      EXPECT_THAT(test::proc_text(process + file), Not(HasSubstr(password))) << file;
  }
  EXPECT_NE(random_password(), password);
}

TEST(OwnServers, AndTheJanitorGetNothingOfTheUsersSecrets) {
  const test::SetVariable password("LOCKLAB_REDIS_PASSWORD", "hush-hush");
  const test::SetVariable token("SOMEBODYS_TOKEN", "hush-hush");
  test::Servers servers;
  EXPECT_THAT(test::proc_text("/proc/" + std::to_string(servers[0].pid()) + "/environ"),
              Not(HasSubstr("hush-hush")));
}

TEST(OwnServers, AreNotToBeStartedByTheUserWhenTheyAreGone) {
  Janitor janitor;
  auto started = ServerFleet::start({{.name = "n1"}}, janitor);
  ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ServerFleet>>(started));
  ServerFleet& fleet = *std::get<0>(started);
  const redis::Endpoint& server = fleet.server(0).endpoint();
  fleet.server(0).kill();
  const Reply gone = Reply::unknown(Silence::refused);
  const LiveProblem own = unreachable(&fleet, 0, server, gone);
  EXPECT_EQ(own.exit_status, 3);
  EXPECT_THAT(own.what.english(), HasSubstr(fleet.server(0).last_words()));
  EXPECT_THAT(own.remedy.english(), HasSubstr(fleet.folder()));
  const LiveProblem named = unreachable(nullptr, 0, server, gone);
  EXPECT_EQ(named.remedy, connection_refused(server, gone).remedy);
  EXPECT_NE(named.remedy, own.remedy);
}

/// False if binding the port on the loopback fails because it is in use.
bool seems_free(std::uint16_t port) {
  const int other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int bound = bind(other, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  const bool taken = bound != 0 && errno == EADDRINUSE;
  close(other);
  return !taken;
}

TEST(OwnServers, KeepTheirPortsWhileTheyAreDown) {
  test::Servers servers({{.name = "n1", .cluster = true}});
  servers[0].kill();
  EXPECT_FALSE(seems_free(servers[0].endpoint().port));
  EXPECT_FALSE(seems_free(servers[0].plan().bus_port));
  servers.restart(0);
  EXPECT_TRUE(servers.ask(Command("PING")).kind == Reply::Kind::status);
}

TEST(OwnServers, TakeAlongTheChildThatWritesAFileForThem) {
  test::Servers servers;
  servers.ask(test::plain({"SET", "k", "v"}));
  servers.ask(test::plain({"CONFIG", "SET", "rdb-key-save-delay", "60000000"}));
  servers.ask(Command("BGSAVE"));
  const std::string server = std::to_string(servers[0].pid());
  const std::string children = "/proc/" + server + "/task/" + server + "/children";
  ASSERT_TRUE(test::wait_for([&] { return !test::proc_text(children).empty(); }));
  const pid_t child = std::stoi(test::proc_text(children));
  servers[0].kill();
  EXPECT_TRUE(test::wait_for([&] { return ::kill(child, 0) != 0 || process_state(child).exits; }));
}

TEST(OwnServers, StartAlsoWhereTheFolderForThemIsNamedFromOurs) {
  const test::ScratchFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  {
    const test::SetVariable tmpdir("TMPDIR", ".");
    test::Servers servers({{.name = "n1", .persistence = sim::Persistence::always}});
    EXPECT_TRUE(servers.ask(setnx("locklab:k", "v")).is(1));
  }
  std::filesystem::current_path(before);
}

TEST(OwnServers, AreNotLookedForInAFolderOfThatName) {
  const test::ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "redis-server");
  const test::SetVariable path("PATH", folder.path().string() + ":" + std::getenv("PATH"));
  const std::string found = find_redis_server();
  EXPECT_FALSE(found.empty());
  EXPECT_THAT(found, Not(HasSubstr(folder.path().string())));
}

// --- not available live

Sentence refusal_of(const std::string& more) {
  const auto refused =
      not_available_live(test::scenario_from("strategy = \"set_px_lua\"\n" + more), {});
  return refused ? refused->what : Sentence();
}

TEST(LiveLimits, SemanticsAndChoicesOfASimulatorAreRefusedAndNotIgnored) {
  EXPECT_TRUE(refusal_of("clients = 2\n").empty());
  EXPECT_TRUE(refusal_of("clients = 2\nlatency_ms = 1\njitter_ms = 0\n").empty());
  EXPECT_TRUE(refusal_of("clients = 2\nlatency_ms = 40\n").empty()) << "the proxy adds it";
  EXPECT_THAT(refusal_of("clients = 2\nsemantics = \"asynchronous\"\n"), test::IsGolden());
  EXPECT_THAT(refusal_of("clients = 2\nchoices = \"1:2/2\"\n"), test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
