#include "lock/command.h"

#include <gtest/gtest.h>

#include "lock/reply.h"
#include "lock/scripts.h"
#include "lock/strategy.h"

namespace locklab {
namespace {

TEST(Command, KeepsItsWordsAlsoWhenTheyAreEmptyBinaryOrLong) {
  const std::string large(1000, 'x');
  Command command("SET");
  command.add(std::string_view("a\0b", 3)).add("").add(large).add(-42);
  std::vector<std::string> words;
  for (std::string_view word : command.words()) words.emplace_back(word);
  EXPECT_EQ(words, (std::vector<std::string>{"SET", std::string("a\0b", 3), "", large, "-42"}));
  EXPECT_EQ(command.words().size(), 5u);
}

TEST(Command, ACopyIsIndependentOfTheOriginal) {
  Command first = set_nx_px("locklab:k", "token", 50ms);
  Command second(first);
  second.add("XX");
  EXPECT_EQ(as_typed(first.words()), "SET locklab:k token NX PX 50");
  EXPECT_EQ(as_typed(second.words()), "SET locklab:k token NX PX 50 XX");
  first = second;
  EXPECT_EQ(first.packed(), second.packed());
}

TEST(Command, IsShownAsTypedInRedisCli) {
  Command command("ECHO");
  command.add("two words").add("say \"hi\"").add("").add("\x01\n");
  EXPECT_EQ(as_typed(command.words()), R"(ECHO "two words" "say \"hi\"" "" "\x01\n")");
}

TEST(Command, WellPackedTellsWordsFromRubbish) {
  const Command command = get("k");
  const std::string packed(command.packed());
  EXPECT_TRUE(well_packed(packed));
  EXPECT_TRUE(well_packed(""));
  for (std::size_t cut = 1; cut < packed.size(); ++cut)
    EXPECT_EQ(well_packed(std::string_view(packed).substr(0, cut)), cut == 7) << cut;
  EXPECT_FALSE(well_packed("\xff\xff\xff\xff"));
}

TEST(Token, IsSixteenBytesInHexadecimal) {
  const Token token = Token::from_bits(0x0123456789abcdefu, 0xfedcba9876543210u, 7);
  EXPECT_EQ(token.text(), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(token.acquisition, 7u);
}

TEST(Reply, HasTheBytesOfResp2) {
  EXPECT_EQ(to_resp(Reply::status("OK")), "+OK\r\n");
  EXPECT_EQ(to_resp(Reply::nil()), "$-1\r\n");
  EXPECT_EQ(to_resp(Reply::nil_array()), "*-1\r\n");
  EXPECT_EQ(to_resp(Reply::number(-3)), ":-3\r\n");
  EXPECT_EQ(to_resp(Reply::bulk("ab")), "$2\r\nab\r\n");
  EXPECT_EQ(to_resp(Reply::error("ERR no")), "-ERR no\r\n");
  EXPECT_EQ(to_resp(Reply::array({Reply::number(1), Reply::nil()})), "*2\r\n:1\r\n$-1\r\n");
}

TEST(Scripts, AreNamedByTheirFileAndKnownByTheirHash) {
  const Script& release = scripts::release_if_owner;
  EXPECT_EQ(release.sha1.size(), 40u);
  EXPECT_NE(release.text.find("redis.call"), std::string_view::npos);
  EXPECT_FALSE(all_scripts().empty());
}

}  // namespace
}  // namespace locklab
