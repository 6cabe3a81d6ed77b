// A server of the lab's own whose machine loses its power: what it had not synced is gone, the
// server itself says so, and a run tells it as the simulator does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/live/append_only_file.h"
#include "app/live/live_limits.h"
#include "tests/support/both_worlds.h"
#include "tests/support/golden_text.h"
#include "tests/support/live_client.h"
#include "tests/support/wait_for.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

Command set_key(const std::string& key, const std::string& value) {
  return test::plain({"SET", key, value});
}

test::Servers one_server(sim::Persistence persistence) {
  return test::Servers({{.name = "n1", .persistence = persistence, .own_machine = true}});
}

std::int64_t wall_now_us() {
  return us(std::chrono::floor<Duration>(std::chrono::system_clock::now().time_since_epoch()));
}

void wait_for_a_new_second() {
  const std::int64_t second = wall_now_us() / 1'000'000;
  test::wait_for([&] { return wall_now_us() / 1'000'000 != second; });
}

/// Another thread of the server syncs what it has written.
void wait_until_synced(ServerProcess& server) {
  namespace fs = std::filesystem;
  EXPECT_TRUE(test::wait_for([&] {
    for (const auto& file : fs::directory_iterator(server.folder() + "/appendonlydir")) {
      struct stat now {};
      if (!file.path().string().ends_with(".incr.aof") || stat(file.path().c_str(), &now) != 0)
        continue;
      return now.st_size > 0 && server.machine()->synced().size_of(now.st_ino) == now.st_size;
    }
    return false;
  }));
}

/// The names of the keys that a server will find.
std::vector<std::string> kept_by(const ServerProcess& server) {
  std::vector<std::string> names;
  for (const sim::Effect& key : server.kept_keys(wall_now_us())) names.push_back(key.key);
  return names;
}

void lose_power(test::Servers& servers) {
  servers[0].kill();
  servers[0].lose_unsynced();
}

TEST(PowerLoss, TakesNothingThatWasAnsweredWhereEveryWriteIsSynced) {
  test::Servers servers = one_server(sim::Persistence::always);
  for (int i = 0; i < 50; ++i) servers.ask(set_key("locklab:" + std::to_string(i), "v"));
  lose_power(servers);
  EXPECT_EQ(kept_by(servers[0]).size(), 50u);
  servers.restart(0);
  EXPECT_EQ(servers.ask(Command("DBSIZE")).integer, 50);
}

TEST(PowerLoss, TakesWhatFollowsTheFirstWriteOfASecond) {
  bool within_the_second = false;
  for (int tries_left = 20; tries_left > 0 && !within_the_second; --tries_left) {
    test::Servers servers = one_server(sim::Persistence::everysec);
    wait_for_a_new_second();
    const std::int64_t second = wall_now_us() / 1'000'000;
    servers.ask(set_key("locklab:first", "v"));
    wait_until_synced(servers[0]);
    servers.ask(set_key("locklab:second", "v"));
    servers.ask(set_key("locklab:first", "w"));
    lose_power(servers);
    within_the_second = wall_now_us() / 1'000'000 == second;
    if (!within_the_second) continue;  // the next one's first write is synced as well
    EXPECT_EQ(kept_by(servers[0]), std::vector<std::string>{"locklab:first"});
    servers.restart(0);
    EXPECT_TRUE(servers.ask(get("locklab:second")).is_nil());
    EXPECT_TRUE(servers.ask(get("locklab:first")).is_text("v"));
  }
  EXPECT_TRUE(within_the_second) << "a disk that takes a second";
}

TEST(PowerLoss, LeavesWhatADyingProcessLeavesOtherwise) {
  test::Servers servers = one_server(sim::Persistence::everysec);
  for (int i = 0; i < 50; ++i) servers.ask(set_key("locklab:" + std::to_string(i), "v"));
  servers[0].kill();
  EXPECT_EQ(kept_by(servers[0]).size(), 50u);
  servers.restart(0);
  EXPECT_EQ(servers.ask(Command("DBSIZE")).integer, 50) << "only a machine forgets what it wrote";
}

TEST(PowerLoss, LeavesASettingAlone) {
  test::Servers servers = one_server(sim::Persistence::everysec);
  lose_power(servers);
  servers.restart(0);
  EXPECT_EQ(servers.ask(test::plain({"CONFIG", "GET", "appendfsync"})).items[1].text, "everysec");
}

TEST(AppendOnlyFile, EndsLeasesByTheClockOfItsServer) {
  test::Servers servers = one_server(sim::Persistence::always);
  servers.ask(test::plain({"SET", "locklab:k", "v", "PX", "60000"}));
  servers.ask(set_key("locklab:other", "v"));
  servers.ask(test::plain({"DEL", "locklab:other"}));
  lose_power(servers);
  EXPECT_THAT(kept_by(servers[0]), ElementsAre("locklab:k"));
  EXPECT_THAT(servers[0].kept_keys(wall_now_us() + 61'000'000), IsEmpty());
}

// --- in runs

/// What becomes of the node and of the lock in it: "killed without power", "key_lost", "set bob".
std::vector<std::string> power_course(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.key != sim::no_name && trace.name_of(event.key) != "locklab:lock") continue;
    const std::string who =
        event.client == no_client ? "" : " " + std::string(trace.client_name(event.client));
    if (event.kind == EventKind::node_killed)
      all.push_back(event.detail ? "lost its power" : "killed");
    if (event.kind == EventKind::node_restarted)
      all.push_back("restarted with " + std::to_string(event.value));
    if (event.kind == EventKind::key_set || event.kind == EventKind::key_lost ||
        event.kind == EventKind::key_deleted)
      all.push_back(std::string(name(event.kind)) + who);
  }
  return all;
}

std::string powerless(const char* persistence, const std::string& fault) {
  return std::string("strategy = \"set_px_lua\"\npersistence = \"") + persistence + R"("
ttl_ms = 10000
bound_ms = 1000
retry_delay_ms = 20
retry_jitter_ms = 0
node_timeout_ms = 100
[[client]]
name = "carol"
lock = "locklab:carols"
work_ms = 1
touch = false
[[client]]
name = "alice"
start_ms = 100
work_ms = 1000
wait_ms = 50
[[client]]
name = "bob"
start_ms = 500
wait_ms = 100
work_ms = 1
[[fault]]
when = "alice entered"
crash = { client = "alice" }
)" + fault;
}

void expect_power_course(const std::string& text, const std::vector<std::string>& wanted) {
  EXPECT_THAT(test::expect_same_course(text, power_course), ElementsAreArray(wanted));
}

constexpr const char* outage =
    "[[fault]]\nwhen = \"alice entered\"\nplus_ms = 100\n"
    "kill = { node = \"n1\", power = true, restart_after_ms = 100 }\n";

TEST(LivePowerLoss, ForgetsALockThatWasNotSyncedAndBringsBackWhatOnlyItsRemovalWasNot) {
  expect_power_course(powerless("everysec", outage),
                      {"key_set alice", "lost its power", "key_lost", "restarted with 1",
                       "key_set bob", "key_deleted bob"});
}

TEST(LivePowerLoss, ForgetsEverythingWithoutAFile) {
  expect_power_course(powerless("none", outage),
                      {"key_set alice", "lost its power", "key_lost", "restarted with 0",
                       "key_set bob", "key_deleted bob"});
}

TEST(LivePowerLoss, KeepsALockThatWasSynced) {
  expect_power_course(powerless("always", outage),
                      {"key_set alice", "lost its power", "restarted with 1"});
}

TEST(LivePowerLoss, OfAMachineWhoseServerIsDeadAlreadyTakesWhatThatHadNotSynced) {
  expect_power_course(
      powerless("everysec", std::string("[[fault]]\nwhen = \"alice entered\"\nplus_ms = 50\n"
                                        "kill = { node = \"n1\", restart_after_ms = 60 }\n") +
                                outage),
      {"key_set alice", "killed", "lost its power", "key_lost", "restarted with 0",
       "restarted with 1", "key_set bob", "key_deleted bob"});
}

TEST(LivePowerLoss, IsRefusedOnServersOfOthers) {
  const sim::Scenario scenario = test::scenario_from(powerless("none", outage));
  const auto refused = not_available_live(scenario, LiveTarget{{{"127.0.0.1", 6379}}, {}});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->exit_status, 3);
  EXPECT_THAT(refused->what, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
