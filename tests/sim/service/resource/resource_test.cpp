#include "sim/service/resource/resource.h"

#include <gtest/gtest.h>

#include "sim/scenario/resource_commands.h"

namespace locklab::sim {
namespace {

const Token token = Token::from_bits(1, 2, 3);

TEST(Resource, AnswersAReadWithWhatWasWrittenLast) {
  Resource stock("stock", 10, false);
  EXPECT_TRUE(stock.handle(read_resource("stock", -1, token).words()).reply.is(10));
  EXPECT_TRUE(stock.handle(write_resource("stock", 9, -1, token).words()).reply.ok());
  EXPECT_EQ(stock.value(), 9);
}

TEST(Resource, RemembersTheNewestTokenOnReadsAndTurnsAnOlderWriteAway) {
  Resource stock("stock", 10, true);
  stock.handle(read_resource("stock", 34, token).words());
  const Resource::Result late = stock.handle(write_resource("stock", 5, 33, token).words());
  EXPECT_EQ(late.event.kind, EventKind::resource_rejected);
  EXPECT_EQ(late.reply, Reply::error("STALE token 33 is older than 34"));
  EXPECT_EQ(stock.value(), 10);
}

TEST(Resource, TakesTheSameTokenAgain) {
  Resource stock("stock", 10, true);
  stock.handle(read_resource("stock", 33, token).words());
  EXPECT_TRUE(stock.handle(write_resource("stock", 9, 33, token).words()).reply.ok());
}

TEST(Resource, WithoutTheFenceCheckAnOldTokenPasses) {
  Resource stock("stock", 10, false);
  stock.handle(read_resource("stock", 34, token).words());
  EXPECT_TRUE(stock.handle(write_resource("stock", 5, 33, token).words()).reply.ok());
}

TEST(Resource, SaysWhatItDoesNotUnderstandAndChangesNothing) {
  Resource stock("stock", 10, true);
  for (const char* verb : {"GET", "READ", "WRITE"}) {
    const Resource::Result result = stock.handle(Command(verb).words());
    EXPECT_TRUE(result.reply.is_error()) << verb;
    EXPECT_FALSE(result.happened) << verb;
  }
  Command odd("WRITE");
  odd.add("stock").add("many");
  EXPECT_EQ(stock.handle(odd.words()).reply, Reply::error("ERR the value is not a number"));
  EXPECT_EQ(stock.value(), 10);
}

}  // namespace
}  // namespace locklab::sim
