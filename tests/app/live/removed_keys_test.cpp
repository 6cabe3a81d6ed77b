// A real server loses the same keys as the simulated one, and keeps its settings.
#include "app/live/servers/removed_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/live/servers/info_field.h"
#include "sim/service/redis/server.h"
#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::KeyRemoval;
using test::plain;

const std::vector<std::string> run_locks{"locklab:lock"};

const std::vector<Command> three_keys{plain({"SET", "locklab:lock", "T", "PX", "60000"}),
                                      plain({"SET", "locklab:latch", "1", "PX", "60000"}),
                                      plain({"INCR", "{locklab:lock}:token"})};

RemovedKeys removed_at(test::Servers& servers, KeyRemoval how) {
  redis::BlockingClient client(servers[0].endpoint(), servers[0].login());
  return remove_keys(client, how, run_locks);
}

TEST(RemovedKeysLive, AreThoseThatASimulatedServerLoses) {
  for (const KeyRemoval how : {KeyRemoval::del, KeyRemoval::flush, KeyRemoval::evicted}) {
    SCOPED_TRACE(name(how));
    test::Servers servers;
    sim::Server simulated;
    sim::Session session;
    for (const Command& command : three_keys) {
      servers.ask(command);
      simulated.execute(session, command.words(), 1'000'000);
    }
    const RemovedKeys gone = removed_at(servers, how);
    EXPECT_EQ(gone.failed, "");
    EXPECT_EQ(gone.why, sim::NoEffect::none);
    EXPECT_EQ(gone.keys.size(), simulated.remove_keys(how, run_locks, 1'000'000));
    for (const char* key : {"locklab:lock", "locklab:latch", "{locklab:lock}:token"})
      EXPECT_EQ(servers.ask(plain({"EXISTS", key})).is(1), simulated.has_key(key)) << key;
    const RemovedKeys again = removed_at(servers, how);
    EXPECT_EQ(again.why, sim::NoEffect::no_key);
  }
}

TEST(RemovedKeysLive, ByAnEvictionAreCountedByTheServerWhichThenEvictsNoMore) {
  test::Servers servers;
  for (const Command& command : three_keys) servers.ask(command);
  EXPECT_THAT(removed_at(servers, KeyRemoval::evicted).keys, testing::SizeIs(2));
  EXPECT_EQ(info_field(servers.ask(plain({"INFO", "stats"})).text, "evicted_keys"), "2");
  servers.ask(three_keys[0]);
  EXPECT_TRUE(servers.ask(plain({"EXISTS", "locklab:lock"})).is(1));
}

TEST(RemovedKeysLive, StayOnAServerThatRefusesWrites) {
  test::Servers servers;
  for (const Command& command : three_keys) servers.ask(command);
  servers.ask(plain({"REPLICAOF", "127.0.0.1", "1"}));
  for (const KeyRemoval how : {KeyRemoval::del, KeyRemoval::flush})
    EXPECT_EQ(removed_at(servers, how).why, sim::NoEffect::node_refuses) << name(how);
}

}  // namespace
}  // namespace locklab::app
