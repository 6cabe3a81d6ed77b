// Redirections by a cluster's nodes are parsed, and a key's slot is the one that Redis computes.
#include "lock/redirection.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "lock/scripts.h"

namespace locklab {
namespace {

TEST(RedirectionTest, TellsSlotAndAddressAndWithoutAHostIsToTheSameHost) {
  const std::tuple<const char*, Redirection::Kind, int, const char*, int> rows[] = {
      {"MOVED 3999 127.0.0.1:6381", Redirection::Kind::moved, 3999, "127.0.0.1", 6381},
      {"ASK 16383 ::1:7000", Redirection::Kind::asks, 16383, "::1", 7000},
      {"MOVED 0 :6381", Redirection::Kind::moved, 0, "", 6381}};
  for (const auto& [text, kind, slot, host, port] : rows) {
    const auto read = redirection(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(std::tie(read->kind, read->slot, read->host, read->port),
              std::make_tuple(kind, slot, host, port))
        << text;
  }
}

TEST(RedirectionTest, IsReadFromNothingElse) {
  for (const char* text :
       {// unfinished
        "", "MOVED", "MOVED ", "MOVED 1", "MOVED 1 h", "MOVED 1 h:", "MOVED h:1", "MOVED  h:1",
        "MOVED 1:2 h",
        // no such port or slot
        "MOVED 1 h:0", "MOVED 1 h:70000", "ASK 1 h:x", "MOVED 16384 h:1", "MOVED -1 h:1",
        "MOVED x h:1",
        // other errors
        "ASKING 1 h:1", "moved 1 h:1", "ERR no", "NOSCRIPT no", "CLUSTERDOWN no"})
    EXPECT_FALSE(redirection(text)) << text;
  EXPECT_EQ(redirection("TRYAGAIN Multiple keys request during rehashing of slot")->kind,
            Redirection::Kind::try_again);
}

TEST(SlotTest, IsTheOneThatRedisComputes) {
  // The check value of the specification, and results of CLUSTER KEYSLOT.
  EXPECT_EQ(slot_of_key("123456789"), 0x31C3 % 16'384);
  EXPECT_EQ(slot_of_key("foo"), 12182);
  EXPECT_EQ(slot_of_key(""), 0);
  EXPECT_EQ(slot_of_key("{foo}:queue"), slot_of_key("foo"));
  EXPECT_EQ(slot_of_key("a{foo}b{bar}"), slot_of_key("foo"));
  EXPECT_NE(slot_of_key("{}foo"), slot_of_key("foo"));
  EXPECT_NE(slot_of_key("{foo"), slot_of_key("foo"));
}

TEST(SlotTest, OfACommandIsThatOfItsFirstKey) {
  EXPECT_EQ(slot_of(set_nx_px("foo", "1", 1s).words()), 12182);
  EXPECT_EQ(slot_of(eval(scripts::release_if_owner, {"foo"}).add("token").words()), 12182);
  EXPECT_FALSE(slot_of(Command("EVAL").add("return 1").add("0").words()));
  EXPECT_FALSE(slot_of(Command("eval").add("return 1").words()));
  EXPECT_FALSE(slot_of(Command("EVAL").add("x").add("many").add("foo").words()));
  EXPECT_FALSE(slot_of(Command("GET").words()));
  EXPECT_FALSE(slot_of(Command("WAIT").add("1").add("0").words()));
  EXPECT_FALSE(slot_of(Command("exec").words()));
  EXPECT_FALSE(slot_of(Command().words()));
}

}  // namespace
}  // namespace locklab
