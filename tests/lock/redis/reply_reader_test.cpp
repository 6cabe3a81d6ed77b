#include "lock/redis/reply_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace locklab::redis {
namespace {

/// True if the reader is within a reply after these bytes, fed in pieces of `piece` bytes.
bool in_the_middle_after(std::string_view bytes, std::size_t piece) {
  ReplyReader reader;
  while (!bytes.empty()) {
    reader.feed(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (reader.next()) continue;
  }
  return reader.in_the_middle();
}

TEST(ReplyReader, IsInTheMiddleOnlyOfAReplyThatHasBegun) {
  const std::string long_one = "$2000\r\n" + std::string(2'000, 'x') + "\r\n";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{4'096}}) {
    for (const std::string& whole : {std::string(), std::string("+OK\r\n"), std::string(":1\r\n"),
                                     std::string("$-1\r\n"), std::string("*2\r\n+a\r\n$1\r\nb\r\n"),
                                     long_one, std::string("*0\r\n"), long_one + "+OK\r\n"}) {
      EXPECT_FALSE(in_the_middle_after(whole, piece)) << whole << " in pieces of " << piece;
      EXPECT_FALSE(in_the_middle_after("+OK\r\n" + whole, piece)) << whole;
      for (std::size_t cut = 1; cut < whole.size() && whole.size() < 100; ++cut)
        EXPECT_TRUE(in_the_middle_after("+OK\r\n" + whole.substr(0, cut), piece))
            << whole << " cut after " << cut;
    }
    EXPECT_TRUE(in_the_middle_after(long_one.substr(0, 1'500), piece));
  }
}

}  // namespace
}  // namespace locklab::redis
