// A client process that receives pushed frames, without a world.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/client_by_hand.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Listens once and logs the result.
Task<> hear(Env& env, std::vector<std::string>* log, StopSignal* stop = nullptr) {
  const Reply frame = co_await env.listen(NodeId{0}, 10ms, stop);
  log->push_back(as_printed(frame));
}

/// Delivers a frame as if a node had pushed it.
void push(ByHand& client, std::string_view words) {
  HandRequest& frame = client.requests.emplace_back();
  frame.begin_anew();
  frame.node = NodeId{0};
  frame.message = static_cast<std::uint32_t>(client.requests.size());
  frame.pushed = true;
  frame.sent = true;
  client.bring(frame.message, Reply::bulk(words));
}

class Listening : public testing::Test {
 protected:
  Listening() { client.subscribed = true; }
  void listen(StopSignal* stop = nullptr) {
    client.run_also([this, stop](Actor& self) { return hear(self, &log, stop); });
  }
  ByHand client;
  std::vector<std::string> log;
};

TEST_F(Listening, TakesTheFramesInTheirOrder) {
  push(client, "first");
  push(client, "second");
  listen();
  client.pass(0);
  listen();
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("\"first\"", "\"second\""));
  EXPECT_THAT(client.events(), ElementsAre("push_received", "push_received"));
  EXPECT_TRUE(client.requests[0].consumed);
}

TEST_F(Listening, WakesWhenAFrameComes) {
  listen();
  client.pass(3'000);
  EXPECT_THAT(log, IsEmpty());
  push(client, "now");
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("\"now\""));
  EXPECT_EQ(client.now_us, 3'000);
}

TEST_F(Listening, EndsWhenItsPatienceDoes) {
  listen();
  client.pass(10'000);
  ASSERT_EQ(log.size(), 1u);
  EXPECT_THAT(log[0], testing::HasSubstr("timeout"));
}

TEST_F(Listening, EndsWithTheConnection) {
  listen();
  client.subscribed = false;
  client.pushes_ended(NodeId{0});
  client.pass(0);
  ASSERT_EQ(log.size(), 1u);
  EXPECT_THAT(log[0], testing::HasSubstr("not subscribed"));
}

TEST_F(Listening, EndsWithTheConnectionWheneverThatIsStruck) {
  for (int moment = 0; moment < 2; ++moment) {  // when its task begins, and when it waits
    ByHand other;
    other.subscribed = other.faults = true;
    other.run_also([this](Actor& self) { return hear(self, &log); });
    int looked = 0;
    other.agenda().settle([&] {
      if (looked++ != moment) return false;
      other.subscribed = false;
      other.pushes_ended(NodeId{0});
      return true;
    });
    other.pass(0);
    ASSERT_EQ(log.size(), static_cast<std::size_t>(moment) + 1) << "at moment " << moment;
    EXPECT_THAT(log.back(), testing::HasSubstr("not subscribed"));
  }
}

TEST_F(Listening, WakesForAFrameThoughItsClockChangesAtThatMoment) {
  listen();
  push(client, "now");
  client.drift(1, -100'000);
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("\"now\""));
}

TEST_F(Listening, StopsWhenItIsToldTo) {
  StopSignal stop(client);
  listen(&stop);
  stop.raise();
  client.pass(0);
  EXPECT_THAT(log, ElementsAre(as_printed(Reply::cancelled())));
}

TEST_F(Listening, PausedItHearsNothingUntilItWakes) {
  listen();
  client.pause(1, -1);
  push(client, "while you slept");
  client.pass(20'000);
  EXPECT_THAT(log, IsEmpty());
  client.resume(1);
  client.settle();
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("\"while you slept\"")) << "what came stands before its patience";
}

TEST_F(Listening, CrashedItHearsNothing) {
  listen();
  client.crash();
  push(client, "too late");
  client.pass(20'000);
  EXPECT_THAT(log, IsEmpty());
}

}  // namespace
}  // namespace locklab::sim
