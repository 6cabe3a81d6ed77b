// A server whose machine loses power: unsynced writes are lost, the restarted server confirms it,
// and a run records the same as the simulator.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/live/live_limits.h"
#include "app/live/servers/append_only_file.h"
#include "tests/support/both_worlds.h"
#include "tests/support/golden_text.h"

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

/// Waits until another thread of the server has synced its writes.
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

/// The names of the keys that the server will have after a restart.
std::vector<std::string> kept_by(const ServerProcess& server) {
  std::vector<std::string> names;
  for (const sim::Effect& key : server.kept_keys(wall_now_us())) names.push_back(key.key);
  return names;
}

void lose_power(test::Servers& servers) {
  servers[0].kill();
  servers[0].lose_unsynced();
}

TEST(PowerLoss, TakesNothingThatWasSyncedAndADyingProcessLeavesAllThatItWrote) {
  using enum sim::Persistence;
  for (const auto& [persistence, power] : {std::pair(always, true), {everysec, false}}) {
    test::Servers servers = one_server(persistence);
    for (int i = 0; i < 50; ++i) servers.ask(set_key("locklab:" + std::to_string(i), "v"));
    servers[0].await_syncs();
    servers[0].kill();
    if (power) servers[0].lose_unsynced();
    EXPECT_EQ(kept_by(servers[0]).size(), 50u);
    servers.restart(0);
    EXPECT_EQ(servers.ask(Command("DBSIZE")).integer, 50) << "with power lost: " << power;
  }
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
    if (!within_the_second) continue;  // the next second's first write is synced too
    EXPECT_EQ(kept_by(servers[0]), std::vector<std::string>{"locklab:first"});
    servers.restart(0);
    EXPECT_TRUE(servers.ask(get("locklab:second")).is_nil());
    EXPECT_TRUE(servers.ask(get("locklab:first")).is_text("v"));
  }
  EXPECT_TRUE(within_the_second) << "a disk that takes a second";
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

/// Alice acquires and crashes; then `fault` hits her server, and Bob tries. Carol has held another
/// lock before.
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

constexpr const char* outage =
    "[[fault]]\nwhen = \"alice entered\"\nplus_ms = 100\n"
    "kill = { node = \"n1\", power = true, restart_after_ms = 100 }\n";

struct PowerLossCase {
  const char* name;
  const char* persistence;
  std::string faults;
  std::vector<std::string> course;
};

TEST(LivePowerLoss, ForgetsWhatWasNotSynced) {
  const std::string killed_first =
      "[[fault]]\nwhen = \"alice entered\"\nplus_ms = 50\n"
      "kill = { node = \"n1\", restart_after_ms = 60 }\n";
  const test::Course course{{EventKind::node_killed, EventKind::node_restarted, EventKind::key_set,
                             EventKind::key_lost, EventKind::key_deleted},
                            "locklab:lock"};
  const PowerLossCase cases[] = {
      {"a lock, and the removal of another, which is back",
       "everysec",
       outage,
       {"key_set n1 alice", "node_killed n1 detail 1", "key_lost n1", "node_restarted n1 with 1",
        "key_set n1 bob", "key_deleted n1 bob"}},
      {"everything without a file",
       "none",
       outage,
       {"key_set n1 alice", "node_killed n1 detail 1", "key_lost n1", "node_restarted n1 with 0",
        "key_set n1 bob", "key_deleted n1 bob"}},
      {"nothing that was synced",
       "always",
       outage,
       {"key_set n1 alice", "node_killed n1 detail 1", "node_restarted n1 with 1"}},
      {"what a server had not synced that is dead already",
       "everysec",
       killed_first + outage,
       {"key_set n1 alice", "node_killed n1", "node_killed n1 detail 1", "key_lost n1",
        "node_restarted n1 with 0", "node_restarted n1 with 1", "key_set n1 bob",
        "key_deleted n1 bob"}}};
  for (const PowerLossCase& one : cases) {
    SCOPED_TRACE(one.name);
    EXPECT_THAT(test::expect_same_course(powerless(one.persistence, one.faults), course),
                ElementsAreArray(one.course));
  }
}

TEST(LivePowerLoss, IsRefusedOnServersOfOthers) {
  const sim::Scenario scenario = test::scenario_from(powerless("none", outage));
  const auto refused = not_available_live(scenario, test::target_at(6379));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->exit_status, 3);
  EXPECT_THAT(refused->what, test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
