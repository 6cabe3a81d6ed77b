// The meters of a server, summed over its restarts.
#include "app/stress/servers/server_meter.h"
#include "app/stress/servers/stress_servers.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

ServerReading reading(std::int64_t at_us, std::uint64_t commands) {
  return {.at_us = at_us, .processor_us = at_us / 10, .commands = commands, .bytes = commands * 10};
}

TEST(ServerSum, CountersThatStartAnewAreAddedToWhatWasReadBefore) {
  ServerSum sum;
  sum.add(reading(1'000, 500), "first");
  sum.add(reading(2'000, 700), "first");
  sum.dies(true);
  sum.add({.at_us = 3'000, .processor_us = 7, .commands = 30, .bytes = 300}, "second");
  ASSERT_TRUE(sum.sum());
  EXPECT_EQ(sum.sum()->commands, 200u + 30u);
  EXPECT_EQ(sum.sum()->processor_us, 100 + 7);
  EXPECT_EQ(sum.sum()->at_us, 2'000);
}

TEST(ServerSum, ADeadServerHasDoneWhatItDidBefore) {
  ServerSum sum;
  sum.add(reading(1'000, 500), "first");
  sum.add(reading(2'000, 700), "first");
  sum.dies(true);
  sum.is_silent();
  ASSERT_TRUE(sum.sum());
  EXPECT_EQ(sum.sum()->commands, 200u);
}

TEST(ServerSum, OneThatWasNotReadBeforeItDiedIsUnknown) {
  ServerSum unread;
  unread.add(reading(1'000, 500), "first");
  unread.dies(false);
  EXPECT_FALSE(unread.sum());
  ServerSum unseen;
  unseen.add(reading(1'000, 500), "first");
  unseen.add(reading(3'000, 900), "second");
  EXPECT_FALSE(unseen.sum()) << "more commands than before, but of another process";
  ServerSum silent;
  silent.add(reading(1'000, 500), "first");
  silent.is_silent();
  EXPECT_FALSE(silent.sum());
}

}  // namespace
}  // namespace locklab::app
