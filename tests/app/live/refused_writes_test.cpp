// A real server that refuses writes: it replies as the simulated one does, its settings are
// restored, and a run records the same as the simulator.
#include "app/live/servers/refused_writes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "app/live/servers/info_field.h"
#include "sim/service/redis/server.h"
#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using sim::WriteRefusal;
using test::plain;

constexpr WriteRefusal all_refusals[] = {WriteRefusal::full, WriteRefusal::read_only,
                                         WriteRefusal::unsaved};

const std::vector<Command> lock_commands{
    plain({"PING"}),
    plain({"SET", "locklab:a", "1"}),
    plain({"SET", "locklab:new", "1", "NX", "PX", "5000"}),
    plain({"GET", "locklab:a"}),
    plain({"EXISTS", "locklab:new"}),
    plain({"INCR", "locklab:n"}),
    plain({"PEXPIRE", "locklab:a", "5000"}),
    plain({"EVAL", "return redis.pcall('GET', 'locklab:a')", "0"}),
    plain({"EVAL", "return redis.pcall('SET', 'locklab:b', '1')", "0"}),
    plain({"EVAL", "return redis.pcall('DEL', 'locklab:none')", "0"}),
    plain({"MULTI"}),
    plain({"DEL", "locklab:a"}),
    plain({"PUBLISH", "locklab:c", "m"})};

TEST(RefusedWrites, PreparingThemAgainAndAgainLeavesNoFileOfKeys) {
  test::Servers servers;
  servers.ask(plain({"SET", "locklab:a", "0"}));
  for (int i = 0; i < 20; ++i) ASSERT_EQ(fail_to_save(servers[0]), "");
  const auto persistence = [&](std::string_view field) {
    return std::string(info_field(servers.ask(plain({"INFO", "persistence"})).text, field));
  };
  EXPECT_TRUE(test::wait_for([&] { return persistence("rdb_bgsave_in_progress") == "0"; }));
  EXPECT_EQ(persistence("rdb_last_bgsave_status"), "err");
  EXPECT_FALSE(std::filesystem::exists(servers[0].folder() + "/dump.rdb"));
}

TEST(RefusedWrites, AreAnsweredAsInTheSimulator) {
  for (const WriteRefusal why : all_refusals) {
    test::Servers servers;
    sim::Server simulated;
    sim::Session session;
    const Command before = plain({"SET", "locklab:a", "0"});
    servers.ask(before);
    simulated.execute(session, before.words(), 1'000'000);
    ASSERT_EQ(refuse_writes(servers[0], 0, bit(why)), "");
    simulated.refuse(bit(why));
    for (const Command& command : lock_commands) {
      sim::Session one;  // the real server has a connection for each
      EXPECT_EQ(as_printed(servers.ask(command)),
                as_printed(simulated.execute(one, command.words(), 1'000'000).reply))
          << name(why) << ": " << command.words().packed();
    }
  }
}

/// The settings that a refusal may change, and the role of the server.
std::vector<std::string> settings_of(test::Servers& servers) {
  std::vector<std::string> all;
  for (const char* setting : {"maxmemory", "save", "dir", "dbfilename", "maxmemory-policy"})
    all.push_back(as_printed(servers.ask(plain({"CONFIG", "GET", setting}))));
  const std::string info = servers.ask(plain({"INFO", "replication"})).text;
  all.emplace_back(info_field(info, "role"));
  return all;
}

TEST(RefusedWrites, LeaveTheServerAsItWasWithItsKeys) {
  for (const WriteRefusal why : all_refusals) {
    test::Servers servers;
    servers.ask(plain({"SET", "locklab:a", "0"}));
    const std::vector<std::string> before = settings_of(servers);
    ASSERT_EQ(refuse_writes(servers[0], 0, bit(why)), "");
    EXPECT_NE(settings_of(servers), before) << name(why);
    ASSERT_EQ(refuse_writes(servers[0], bit(why), 0), "");
    EXPECT_EQ(settings_of(servers), before) << name(why);
    EXPECT_TRUE(servers.ask(get("locklab:a")).is_text("0"));
    EXPECT_TRUE(servers.ask(plain({"SET", "locklab:b", "1"})).ok()) << name(why);
  }
}

TEST(RefusedWrites, DoNotOutliveTheProcess) {
  test::Servers servers;
  for (const WriteRefusal why : all_refusals)
    ASSERT_EQ(refuse_writes(servers[0], 0, bit(why)), "") << name(why);
  servers[0].kill();
  servers.restart(0);
  EXPECT_TRUE(servers.ask(plain({"SET", "locklab:b", "1"})).ok());
}

// --- in runs

std::string refusing_scenario(std::string_view why) {
  return fmt::format(R"(
strategy = "set_px_lua"
ttl_ms = 600
bound_ms = 400
retry_delay_ms = 20
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 150
[[client]]
name = "bob"
start_ms = 100
wait_ms = 2000
work_ms = 10
[[fault]]
when = "alice entered"
plus_ms = 50
refuse = {{ node = "n1", why = "{}", ms = 250 }}
)",
                     why);
}

/// Refusals, key changes, and the errors that clients received without immediate repetitions.
std::vector<std::string> refused_course(const sim::Trace& trace) {
  constexpr EventKind kinds[] = {EventKind::node_refuses, EventKind::node_accepts,
                                 EventKind::key_set, EventKind::key_deleted,
                                 EventKind::key_expired};
  std::vector<std::string> all;
  std::string last_error;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    const std::string_view text = trace.text(event);
    if (event.kind == EventKind::received &&
        event.detail == static_cast<std::uint8_t>(Reply::Kind::error)) {
      const std::string error =
          fmt::format("{} {}", trace.client_name(event.client), text.substr(0, text.find(' ')));
      if (error != last_error) all.push_back(error);
      last_error = error;
    }
    if (std::find(std::begin(kinds), std::end(kinds), event.kind) != std::end(kinds))
      all.push_back(test::line_of(trace, event));
  }
  return all;
}

TEST(LiveRefusedWrites, TakeTheCourseOfTheSimulator) {
  for (const WriteRefusal why : all_refusals) {
    SCOPED_TRACE(name(why));
    EXPECT_THAT(test::expect_same_course(refusing_scenario(name(why)), refused_course),
                testing::IsSupersetOf({"node_refuses n1", "node_accepts n1"}));
  }
}

}  // namespace
}  // namespace locklab::app
