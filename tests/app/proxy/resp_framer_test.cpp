// Where RESP messages begin and end, in whatever pieces their bytes arrive.
#include "app/proxy/resp_framer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {
namespace {

using testing::ElementsAreArray;
using Side = RespFramer::Side;

/// The messages in `bytes`, fed to a framer in pieces of `piece` bytes; the last one may be
/// incomplete.
std::vector<std::string> messages(Side side, std::string_view bytes, std::size_t piece) {
  RespFramer framer(side);
  std::vector<std::string> found(1);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    std::string_view some = bytes.substr(at, piece);
    while (!some.empty()) {
      const std::size_t taken = framer.take(some);
      found.back() += some.substr(0, taken);
      some.remove_prefix(taken);
      if (framer.ended()) found.emplace_back();
    }
  }
  if (found.back().empty()) found.pop_back();
  return found;
}

TEST(RespFramer, FindsTheMessagesWhereverTheirBytesAreCut) {
  const std::vector<std::string> replies{"+OK\r\n",
                                         "-ERR no\r\n",
                                         ":12\r\n",
                                         "$-1\r\n",
                                         "$0\r\n\r\n",
                                         "$4\r\na\r\nb\r\n",
                                         "*-1\r\n",
                                         "*0\r\n",
                                         "*2\r\n*1\r\n:1\r\n$1\r\nx\r\n",
                                         "%1\r\n+a\r\n*1\r\n:1\r\n",
                                         "|1\r\n+a\r\n:1\r\n+OK\r\n",
                                         ">2\r\n+message\r\n_\r\n",
                                         "#t\r\n",
                                         ",1.5\r\n"};
  const std::vector<std::string> commands{"*1\r\n$4\r\nPING\r\n", "PING\r\n", "\r\n",
                                          "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$2\r\n\r\n\r\n"};
  for (const auto& [side, all] : {std::pair(Side::replies, replies), {Side::commands, commands}}) {
    std::string bytes;
    for (const std::string& one : all) bytes += one;
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece)
      EXPECT_THAT(messages(side, bytes, piece), ElementsAreArray(all)) << piece;
  }
}

TEST(RespFramer, WhatIsNoRespIsForeignAndLosesNoByte) {
  for (std::string_view bytes :
       {"HTTP/1.1 200 OK\r\n\r\n", "*x\r\n", "$99999999999999999999999\r\n", "$-7\r\n",
        "*9223372036854775807\r\n:1\r\n"}) {
    std::string all;
    for (const std::string& piece : messages(Side::replies, bytes, 3)) all += piece;
    EXPECT_EQ(all, bytes);
    RespFramer framer(Side::replies);
    framer.take(bytes);
    EXPECT_TRUE(framer.foreign()) << bytes;
  }
}

TEST(RespFramer, ACountThatIsAnnouncedCostsNothing) {
  RespFramer framer(Side::replies);
  for (int i = 0; i < 1000; ++i) framer.take("*1000000\r\n");
  EXPECT_TRUE(framer.in_the_middle());
  EXPECT_FALSE(framer.foreign());
}

TEST(RespFramer, KnowsTheNameOfACommandAndWhatBelongsToAChannel) {
  std::array<char, 16> room{};
  EXPECT_EQ(command_name("*2\r\n$3\r\nget\r\n$1\r\nk\r\n", room), "GET");
  EXPECT_EQ(command_name("ping\r\n", room), "PING");
  EXPECT_EQ(command_name("*1\r\n$7\r\nEVALSHA\r\n", room), "EVAL");
  EXPECT_EQ(command_name("*1\r\n$99\r\nEVAL", room), "");
  EXPECT_TRUE(is_push("*3\r\n$7\r\nmessage\r\n", true));
  EXPECT_FALSE(is_push("*3\r\n$7\r\nmessage\r\n", false));
  EXPECT_TRUE(is_push(">1\r\n", false));
}

}  // namespace
}  // namespace locklab::app
