// A client process without a world: its outbox, mailbox and deadlines when it is paused, cancelled
// or crashed, whatever drives it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/client_by_hand.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Sends PING and logs the reply.
Task<> ping(Env& env, std::vector<std::string>* log, StopSignal* stop = nullptr) {
  const Reply reply = co_await env.call(NodeId{0}, Command("PING"), 10ms, stop);
  log->push_back(as_printed(reply));
}

Task<> sleep_for(Env& env, Duration time, std::vector<std::string>* log, std::string name) {
  co_await env.sleep(time);
  log->push_back(std::move(name));
}

struct AClientProcess : testing::Test {
  ByHand client;
  std::vector<std::string> log;
};

TEST_F(AClientProcess, SendsAtOnceAndHandsTheReplyOver) {
  client.run_also([&](Actor& self) { return ping(self, &log); });
  ASSERT_EQ(client.requests.size(), 1u);
  EXPECT_TRUE(client.requests[0].carried);
  client.bring(1, Reply::status("OK"));
  EXPECT_THAT(log, ElementsAre("OK"));
  EXPECT_THAT(client.events(), ElementsAre("sent", "received"));
  EXPECT_TRUE(client.due.empty());
  EXPECT_TRUE(client.done());
}

TEST_F(AClientProcess, PausedItSendsNothingAndRecordsNothingUntilItWakes) {
  client.pause(1, -1);
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.settle();
  EXPECT_THAT(client.requests, IsEmpty()) << "its task has not even begun";
  client.resume(1);
  client.settle();
  ASSERT_EQ(client.requests.size(), 1u);
  EXPECT_TRUE(client.requests[0].carried);
  EXPECT_THAT(client.events(), ElementsAre("client_paused", "client_resumed", "sent"));
}

TEST_F(AClientProcess, WakingItReadsItsRepliesBeforeAnyTimerGoesOff) {
  client.run_also([&](Actor& self) { return sleep_for(self, 8ms, &log, "late"); });
  client.run_also([&](Actor& self) { return sleep_for(self, 5ms, &log, "early"); });
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.pause(1, -1);
  client.bring(1, Reply::status("OK"));
  client.pass(20'000);
  EXPECT_THAT(log, IsEmpty());
  client.resume(1);
  client.settle();
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("OK", "early", "late"));
}

TEST_F(AClientProcess, TwoPausesEndOneByOne) {
  client.pause(1, -1);
  client.pause(2, -1);
  client.run_also([&](Actor& self) { return ping(self, &log); });
  EXPECT_EQ(client.resume(1), NoEffect::none);
  client.settle();
  EXPECT_TRUE(client.paused());
  EXPECT_THAT(client.requests, IsEmpty());
  EXPECT_EQ(client.resume(1), NoEffect::not_paused) << "it has ended already";
  EXPECT_EQ(client.resume(2), NoEffect::none);
  client.settle();
  EXPECT_EQ(client.requests.size(), 1u);
}

TEST_F(AClientProcess, ATimeoutIsUnknownAndDropsTheConnection) {
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.pass(9'999);
  EXPECT_THAT(log, IsEmpty());
  client.pass(1);
  EXPECT_THAT(log, ElementsAre("unknown: timeout"));
  EXPECT_THAT(client.links, ElementsAre("dropped"));
  EXPECT_THAT(client.events(), ElementsAre("sent", "timed_out"));
}

Task<> transaction(Env& env, NodeId node) {
  for (const char* verb : {"MULTI", "SET", "EXEC", "GET"})
    co_await env.call(node, Command(verb), 10ms);
}

TEST_F(AClientProcess, SaysWhichRequestsContinueATransactionAtTheirNode) {
  client.run_also([&](Actor& self) { return transaction(self, NodeId{0}); });
  client.bring(1, Reply::status("OK"));
  client.run_also([&](Actor& self) { return transaction(self, NodeId{1}); });
  for (std::uint32_t i = 2; i <= 7; ++i) client.bring(i, Reply::status("QUEUED"));
  std::vector<std::string> continuing;
  for (const HandRequest& request : client.requests)
    if (request.continues)
      continuing.push_back(
          fmt::format("{} at n{}", *request.command.words().begin(), index(request.node)));
  EXPECT_THAT(continuing, ElementsAre("SET at n0", "EXEC at n0", "SET at n1", "EXEC at n1"));
}

TEST_F(AClientProcess, ADeadlineIsByItsOwnClockAndMovesWithItsDrift) {
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.pass(2'000);
  client.drift(1, 1'000'000);  // twice as fast: 8 ms of its clock are 4 ms of the world
  client.pass(3'999);
  EXPECT_THAT(log, IsEmpty());
  client.pass(1);
  EXPECT_THAT(log, ElementsAre("unknown: timeout"));
}

TEST_F(AClientProcess, AWaitOfASlowClockNeverEndsInThePast) {
  ByHand client(Clock(0, -500'000));
  std::vector<std::string> log;
  client.pass(3);
  client.run_also([&](Actor& self) { return sleep_for(self, 0us, &log, "over"); });
  for (const ByHand::Due& one : client.due) EXPECT_GE(one.at, client.now_us);
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("over"));
}

TEST_F(AClientProcess, ACancelledCommandIsStillSentAndItsReplyIsForNobody) {
  StopSignal stop(client);
  client.run_also([&](Actor& self) { return ping(self, &log, &stop); });
  stop.raise();
  EXPECT_THAT(log, IsEmpty()) << "cancelled by the driver, not at once";
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("cancelled"));
  client.bring(1, Reply::status("OK"));
  EXPECT_THAT(log, ElementsAre("cancelled"));
  EXPECT_THAT(client.events(), ElementsAre("sent", "received"));
  EXPECT_TRUE(client.requests[0].over());
}

TEST_F(AClientProcess, WhatACrashedClientWasAboutToDoIsNeverDone) {
  client.faults = true;  // so that each of its actions waits for its turn
  client.run_also([&](Actor& self) { return ping(self, &log); });
  ASSERT_EQ(client.requests.size(), 1u);
  EXPECT_FALSE(client.requests[0].carried) << "it waits for its turn";
  EXPECT_EQ(client.crash(1), NoEffect::none);
  client.settle();
  client.pass(20'000);
  EXPECT_FALSE(client.requests[0].carried);
  EXPECT_TRUE(client.requests[0].over());
  EXPECT_THAT(client.links, ElementsAre("disconnected"));
  EXPECT_THAT(client.events(), ElementsAre("client_crashed"));
  EXPECT_EQ(client.crash(2), NoEffect::client_crashed) << "it is dead";
  EXPECT_FALSE(client.run_also([&](Actor& self) { return ping(self, &log); }));
}

TEST_F(AClientProcess, ACrashBetweenAReplyAndWhoWaitsForItHandsNothingOver) {
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.faults = true;
  client.requests[0].reply = Reply::status("OK");
  client.reply_arrived(client.requests[0]);  // recorded now, handed over when its turn comes
  client.crash(1);
  client.settle();
  EXPECT_THAT(log, IsEmpty());
  EXPECT_TRUE(client.requests[0].over());
  EXPECT_THAT(client.events(), ElementsAre("sent", "received", "client_crashed"));
}

/// A reply that arrives while the client reads earlier ones waits for its turn, but not for one
/// that is lost meanwhile.
TEST_F(AClientProcess, WakingItReadsRepliesInTheOrderInWhichTheyCame) {
  for (const bool lost : {false, true}) {
    ByHand client;
    std::vector<std::string> log;
    for (int i = 0; i < 2; ++i) client.run_also([&](Actor& self) { return ping(self, &log); });
    client.pause(1, -1);
    client.bring(1, Reply::bulk("early"));
    client.resume(1);
    HandRequest& late = client.requests[1];
    late.reply = Reply::bulk("late");
    client.reply_arrived(late);
    EXPECT_THAT(log, IsEmpty());
    if (lost) {
      std::erase(client.again, &client.requests[0]);
      client.reply_lost(client.requests[0]);
    }
    client.settle();
    const std::vector<std::string> both{"\"early\"", "\"late\""};
    EXPECT_THAT(log, testing::ElementsAreArray(both.begin() + lost, both.end()));
  }
}

}  // namespace
}  // namespace locklab::sim
