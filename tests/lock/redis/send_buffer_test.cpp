// Bytes waiting to be sent.
#include "lock/redis/send_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace locklab::redis {
namespace {

TEST(SendBufferTest, ACommandIsWrittenAsRedisReadsIt) {
  SendBuffer buffer;
  Command command("SET");
  command.add("k").add("").add(std::int64_t{-7});
  buffer.append(command.words());
  EXPECT_EQ(buffer.waiting(), "*4\r\n$3\r\nSET\r\n$1\r\nk\r\n$0\r\n\r\n$2\r\n-7\r\n");
}

TEST(SendBufferTest, WhatWasSentIsSkippedAndNotMovedAway) {
  // Regression: the rest was moved to the front for every sent piece, which made a long queue
  // quadratic.
  SendBuffer buffer;
  buffer.append(std::string(1 << 20, 'x'));
  const char* const first = buffer.waiting().data();
  for (int pieces = 1; pieces <= 100; ++pieces) {
    buffer.sent(1'000);
    EXPECT_EQ(buffer.waiting().data(), first + 1'000 * pieces);
  }
}

TEST(SendBufferTest, WhatComesBehindGoesOutBehind) {
  SendBuffer buffer;
  std::string sent;
  std::string all;
  for (int i = 0; i < 3'000; ++i) {
    const std::string piece(static_cast<std::size_t>(i % 97), static_cast<char>('a' + i % 26));
    buffer.append(piece);
    all += piece;
    const std::size_t some = std::min<std::size_t>(buffer.waiting().size(), 41);
    sent += buffer.waiting().substr(0, some);
    buffer.sent(some);
  }
  sent += buffer.waiting();
  EXPECT_EQ(sent, all);
}

TEST(SendBufferTest, ItDoesNotGrowWithAllThatItHasEverSent) {
  SendBuffer buffer;
  const std::string piece(1'000, 'x');
  buffer.append(piece);
  for (int i = 0; i < 100'000; ++i) {  // never empty
    buffer.append(piece);
    buffer.sent(piece.size());
  }
  EXPECT_EQ(buffer.waiting().size(), piece.size());
  EXPECT_LT(buffer.memory(), 16'000u);
}

}  // namespace
}  // namespace locklab::redis
