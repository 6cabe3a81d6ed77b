// A simulated server of a Redis Cluster: its replies about keys of other servers, and the keys that
// move with a slot. tests/app/live compares the replies with a real cluster's.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "lock/redirection.h"
#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Two servers; n1 owns every slot that has not moved to n2.
class TwoServers : public testing::Test {
 protected:
  TwoServers() {
    n1.server.join_cluster([this](std::uint16_t slot) { return moved(slot) ? to(slot, "n2") : ""; },
                           [this](std::string_view channel, std::string_view text) {
                             n2.server.publish(channel, text);
                           });
    n2.server.join_cluster([this](std::uint16_t slot) { return moved(slot) ? "" : to(slot, "n1"); },
                           [this](std::string_view channel, std::string_view text) {
                             n1.server.publish(channel, text);
                           });
    n2.now_ms = n1.now_ms + 5'000;  // n2's clock is ahead
  }
  static std::string to(std::uint16_t slot, const char* name) {
    return fmt::format("MOVED {} {}:6379", slot, name);
  }
  bool moved(std::uint16_t slot) const { return moved_.contains(slot); }
  /// Moves the key's slot to n2. Returns the number of keys moved.
  std::size_t move(std::string_view key) {
    const std::uint16_t slot = slot_of_key(key);
    moved_.insert(slot);
    const auto keys = n1.server.give_away(slot, n1.now_ms * 1000);
    for (const sim::Effect& one : keys) n2.server.take_over(one, n2.now_ms * 1000);
    return keys.size();
  }

  SimulatedRedis n1, n2;

 private:
  std::set<std::uint16_t> moved_;
};

TEST_F(TwoServers, ASlotMovesWithAllItsKeysAndTheirRests) {
  n1({"SET", "{a}", "alice", "PX", "300"});
  n1({"SET", "{a}:token", "7"});
  n1({"SET", "b", "stays"});
  n1.now_ms += 100;
  n1.changes.clear();
  EXPECT_EQ(move("{a}"), 2u);
  EXPECT_THAT(n1.changes, ElementsAre("moved {a}", "moved {a}:token"));
  EXPECT_EQ(n2({"GET", "{a}"}), "\"alice\"");
  EXPECT_EQ(n2({"PTTL", "{a}"}), "(integer) 200") << "by its own clock";
  EXPECT_EQ(n2({"PTTL", "{a}:token"}), "(integer) -1");
  EXPECT_EQ(n1({"GET", "b"}), "\"stays\"");
  EXPECT_EQ(n1.server.key_count(), 1u);
}

TEST_F(TwoServers, AKeyWhoseLeaseIsOverDoesNotMove) {
  n1({"SET", "a", "alice", "PX", "300"});
  n1.now_ms += 301;
  n1.changes.clear();
  EXPECT_EQ(move("a"), 0u);
  EXPECT_THAT(n1.changes, ElementsAre("expired a@1000300"));
  EXPECT_THAT(n2.changes, IsEmpty());
}

TEST_F(TwoServers, TheOldOneSendsEveryCommandOnAsRedisWritesIt) {
  move("a");
  const std::string sent_on = "(error) MOVED 15495 n2:6379";
  EXPECT_EQ(n1({"GET", "a"}), sent_on);
  EXPECT_EQ(n1({"SET", "a", "1", "NX", "PX", "10"}), sent_on);
  EXPECT_EQ(n1({"DEL", "a"}), sent_on);
  EXPECT_EQ(n1({"WATCH", "a"}), sent_on);
  EXPECT_EQ(n1({"EVAL", "return redis.call('GET', KEYS[1])", "1", "a"}), sent_on);
  EXPECT_EQ(n1({"GET"}), "(error) ERR wrong number of arguments for 'get' command");
  EXPECT_EQ(n1({"PING"}), "PONG");
  EXPECT_EQ(n2({"GET", "b"}), "(error) MOVED 3300 n1:6379");
}

TEST_F(TwoServers, KeysOfSeveralSlotsAreRefused) {
  const std::string crossed = "(error) CROSSSLOT Keys in request don't hash to the same slot";
  EXPECT_EQ(n1({"DEL", "a", "b"}), crossed);
  EXPECT_EQ(n1({"MSET", "a", "1", "b", "2"}), crossed);
  EXPECT_EQ(n1({"EVAL", "return 1", "2", "a", "b"}), crossed);
  EXPECT_EQ(n1({"MSET", "{a}x", "1", "{a}y", "2"}), "OK");
  EXPECT_EQ(n1({"EVAL", "return 1", "1", "a", "b"}), "(integer) 1") << "b is no key";
}

TEST_F(TwoServers, AScriptReachesNoKeyThatIsElsewhere) {
  move("a");
  EXPECT_THAT(n1({"EVAL", "return redis.call('GET', 'a')", "0"}),
              testing::HasSubstr("Script attempted to access a non local key in a cluster node"));
}

TEST_F(TwoServers, ScriptsStayBehind) {
  n1({"SET", "a", "alice"});
  const std::string sha1 = n1({"SCRIPT", "LOAD", "return redis.call('GET', KEYS[1])"});
  const std::string name = sha1.substr(1, 40);
  EXPECT_EQ(n1({"EVALSHA", name, "1", "a"}), "\"alice\"");
  move("a");
  EXPECT_EQ(n1({"EVALSHA", name, "1", "a"}), "(error) MOVED 15495 n2:6379");
  EXPECT_THAT(n2({"EVALSHA", name, "1", "a"}), testing::StartsWith("(error) NOSCRIPT"));
}

TEST_F(TwoServers, ATransactionDoesNotCrossAMove) {
  // Commands after the move are redirected, and EXEC runs nothing.
  n1({"MULTI"});
  move("a");
  EXPECT_EQ(n1({"SET", "a", "1"}), "(error) MOVED 15495 n2:6379");
  EXPECT_THAT(n1({"EXEC"}), testing::HasSubstr("EXECABORT"));
  EXPECT_EQ(n1({"EXEC"}), "(error) ERR EXEC without MULTI");
}

TEST_F(TwoServers, AnExecAfterTheMoveIsSentOnAndEndsTheTransaction) {
  n1({"MULTI"});
  n1({"SET", "a", "1"});
  move("a");
  EXPECT_EQ(n1({"EXEC"}), "(error) MOVED 15495 n2:6379");
  EXPECT_EQ(n1({"EXEC"}), "(error) ERR EXEC without MULTI");
  EXPECT_EQ(n2({"EXISTS", "a"}), "(integer) 0");
}

TEST_F(TwoServers, AMessageReachesWhoeverListensAtAnyServer) {
  std::vector<std::string> heard;
  n1.server.on_push([&](std::uint32_t, Reply frame) { heard.push_back(as_printed(frame)); });
  n1({"SUBSCRIBE", "news"});
  EXPECT_EQ(n2({"PUBLISH", "news", "free"}), "(integer) 0") << "how many listen here";
  EXPECT_EQ(heard.size(), 1u);
}

}  // namespace
}  // namespace locklab::test
