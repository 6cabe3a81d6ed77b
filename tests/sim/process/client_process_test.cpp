// A client process by itself: what it does with its outbox, its mailbox and its deadlines when it
// is paused, cancelled and crashes, whoever drives it. The driver here has no world: the test is
// the clock and the wire.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "sim/process/client_process_body.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ByHand;

struct HandRequest : Request {
  bool carried = false;
  bool consumed = false;
  bool over() const { return consumed && !call; }
};

struct HandWait : Wait {
  explicit HandWait(ByHand&) {}
};

class ByHand final : public ClientProcess<ByHand, HandRequest, HandWait> {
 public:
  explicit ByHand(Clock clock = Clock()) : ClientProcess(ClientId{0}, {}, clock, nullptr) {}
  ~ByHand() override { destroy_tasks(); }

  Time wall_now() override { return at_us(now_us); }
  std::uint64_t random_below(std::uint64_t) override { return 0; }

  /// The reply of the request with that number arrives.
  void bring(std::uint32_t message, Reply reply) {
    HandRequest& request = requests.at(message - 1);
    request.reply = std::move(reply);
    reply_arrived(request);
    settle();
  }
  /// Time passes, and what becomes due goes off in its order.
  void pass(std::int64_t us) {
    const std::int64_t end = now_us + us;
    while (true) {
      const auto next = std::min_element(due.begin(), due.end(), [](const Due& a, const Due& b) {
        return a.at < b.at;  // of those due at one time the one that was set first
      });
      if (next == due.end() || next->at > end) break;
      Pending* const first = next->pending;
      now_us = std::max(now_us, next->at);
      due.erase(next);
      if (first->is_request) {
        deadline_passed(static_cast<HandRequest&>(*first));
      } else {
        sleep_over(static_cast<HandWait&>(*first));
      }
      settle();
    }
    now_us = end;
  }
  void settle() {
    for (HandRequest* request : std::exchange(again, {})) reply_arrived(*request);
    agenda_.settle([] { return false; });
  }
  std::vector<std::string> events() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < trace_.size(); ++i) all.emplace_back(locklab::name(trace_[i].kind));
    return all;
  }

  std::int64_t now_us = 0;
  bool faults = false;
  bool subscribed = false;
  std::deque<HandRequest> requests;
  struct Due {
    Pending* pending;
    std::int64_t at;
  };
  std::vector<Due> due;  ///< in the order in which they were set
  std::vector<HandRequest*> again;
  std::vector<std::string> links;  ///< what was done to its connections
  Agenda& agenda() { return agenda_; }

 private:
  friend ClientProcess;

  std::int64_t now() const { return now_us; }
  bool faults_wait() const { return faults; }
  Trace& trace() { return trace_; }
  Event& draft() { return trace_.draft(); }
  void record_draft() { trace_.add_draft(now_us); }
  void record(HandRequest&, Event&) { record_draft(); }
  HandRequest& open(NodeId node) {
    HandRequest& request = requests.emplace_back();
    request.begin_anew();
    request.node = node;
    request.message = static_cast<std::uint32_t>(requests.size());
    return request;
  }
  void carry(HandRequest& request) { request.carried = true; }
  void consumed(HandRequest& request) { request.consumed = true; }
  void not_awaited(HandRequest& request) {
    stop(request);
    request.call = nullptr;
  }
  void told(HandRequest& request) { stop(request); }
  bool listens(NodeId) const { return subscribed; }
  void drop_connection(HandRequest&) { links.emplace_back("dropped"); }
  void disconnect() { links.emplace_back("disconnected"); }
  void arrives_again(HandRequest& request) { again.push_back(&request); }
  void stop(const Pending& pending) {
    std::erase_if(due, [&](const Due& one) { return one.pending == &pending; });
  }
  void wake_at(Pending& pending, std::int64_t at) {
    stop(pending);
    due.push_back({&pending, at});
  }
  void cancel_wake(HandWait& wait) { stop(wait); }
  bool wakes(const Pending& pending) const {
    return std::any_of(due.begin(), due.end(),
                       [&](const Due& one) { return one.pending == &pending; });
  }
  template <class Visit>
  void each_request(Visit visit) {
    for (HandRequest& request : requests)
      if (request.call) visit(request);
  }
  void program_over() {}
  std::uint64_t random_bits() { return ++bits_; }

  Trace trace_;
  Agenda agenda_;
  std::uint64_t bits_ = 0;
};

/// Sends PING and logs what comes.
Task<> ping(Env& env, std::vector<std::string>* log, StopSignal* stop = nullptr) {
  const Reply reply = co_await env.call(NodeId{0}, Command("PING"), 10ms, stop);
  log->push_back(as_printed(reply));
}

Task<> sleep_for(Env& env, Duration time, std::vector<std::string>* log, std::string name) {
  co_await env.sleep(time);
  log->push_back(std::move(name));
}

TEST(ClientProcess, SendsAtOnceAndHandsTheReplyOver) {
  ByHand client;
  std::vector<std::string> log;
  client.run_also([&](Actor& self) { return ping(self, &log); });
  ASSERT_EQ(client.requests.size(), 1u);
  EXPECT_TRUE(client.requests[0].carried);
  client.bring(1, Reply::status("OK"));
  EXPECT_THAT(log, ElementsAre("OK"));
  EXPECT_THAT(client.events(), ElementsAre("sent", "received"));
  EXPECT_TRUE(client.due.empty());
  EXPECT_TRUE(client.done());
}

TEST(ClientProcess, PausedItSendsNothingAndRecordsNothingUntilItWakes) {
  ByHand client;
  std::vector<std::string> log;
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

TEST(ClientProcess, WakingItReadsItsRepliesBeforeAnyTimerGoesOff) {
  ByHand client;
  std::vector<std::string> log;
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

TEST(ClientProcess, TwoPausesEndOneByOne) {
  ByHand client;
  std::vector<std::string> log;
  client.pause(1, -1);
  client.pause(2, -1);
  client.run_also([&](Actor& self) { return ping(self, &log); });
  EXPECT_TRUE(client.resume(1));
  client.settle();
  EXPECT_TRUE(client.paused());
  EXPECT_THAT(client.requests, IsEmpty());
  EXPECT_FALSE(client.resume(1)) << "it has ended already";
  EXPECT_TRUE(client.resume(2));
  client.settle();
  EXPECT_EQ(client.requests.size(), 1u);
}

TEST(ClientProcess, ATimeoutIsUnknownAndDropsTheConnection) {
  ByHand client;
  std::vector<std::string> log;
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.pass(9'999);
  EXPECT_THAT(log, IsEmpty());
  client.pass(1);
  EXPECT_THAT(log, ElementsAre("unknown: timeout"));
  EXPECT_THAT(client.links, ElementsAre("dropped"));
  EXPECT_THAT(client.events(), ElementsAre("sent", "timed_out"));
}

TEST(ClientProcess, ADeadlineIsByItsOwnClockAndMovesWithItsDrift) {
  ByHand client;
  std::vector<std::string> log;
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.pass(2'000);
  client.drift(1, 1'000'000);  // twice as fast: eight of its milliseconds are four of the world's
  client.pass(3'999);
  EXPECT_THAT(log, IsEmpty());
  client.pass(1);
  EXPECT_THAT(log, ElementsAre("unknown: timeout"));
}

TEST(ClientProcess, AWaitOfASlowClockNeverEndsInThePast) {
  ByHand client(Clock(0, -500'000));
  std::vector<std::string> log;
  client.pass(3);
  client.run_also([&](Actor& self) { return sleep_for(self, 0us, &log, "over"); });
  for (const ByHand::Due& one : client.due) EXPECT_GE(one.at, client.now_us);
  client.pass(0);
  EXPECT_THAT(log, ElementsAre("over"));
}

TEST(ClientProcess, ACancelledCommandIsStillSentAndItsReplyIsForNobody) {
  ByHand client;
  std::vector<std::string> log;
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

TEST(ClientProcess, WhatACrashedClientWasAboutToDoIsNeverDone) {
  ByHand client;
  std::vector<std::string> log;
  client.faults = true;  // so that it does one thing after the other
  client.run_also([&](Actor& self) { return ping(self, &log); });
  ASSERT_EQ(client.requests.size(), 1u);
  EXPECT_FALSE(client.requests[0].carried) << "it waits for its turn";
  EXPECT_TRUE(client.crash(1));
  client.settle();
  client.pass(20'000);
  EXPECT_FALSE(client.requests[0].carried);
  EXPECT_TRUE(client.requests[0].over());
  EXPECT_THAT(client.links, ElementsAre("disconnected"));
  EXPECT_THAT(client.events(), ElementsAre("client_crashed"));
  EXPECT_FALSE(client.crash(2)) << "it is dead";
  EXPECT_FALSE(client.run_also([&](Actor& self) { return ping(self, &log); }));
}

TEST(ClientProcess, ACrashBetweenAReplyAndWhoWaitsForItHandsNothingOver) {
  ByHand client;
  std::vector<std::string> log;
  client.run_also([&](Actor& self) { return ping(self, &log); });
  client.faults = true;
  client.requests[0].reply = Reply::status("OK");
  client.reply_arrived(client.requests[0]);  // recorded, and handed over when its turn comes
  client.crash(1);
  client.settle();
  EXPECT_THAT(log, IsEmpty());
  EXPECT_TRUE(client.requests[0].over());
  EXPECT_THAT(client.events(), ElementsAre("sent", "received", "client_crashed"));
}

/// Listens once, and logs what comes.
Task<> hear(Env& env, std::vector<std::string>* log, StopSignal* stop = nullptr) {
  const Reply frame = co_await env.listen(NodeId{0}, 10ms, stop);
  log->push_back(as_printed(frame));
}

/// A node pushes a frame, as its driver brings it.
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

/// What arrives while a client reads what had come before waits for its turn; and not for what is
/// lost meanwhile.
TEST(ClientProcess, WakingItReadsRepliesInTheOrderInWhichTheyCame) {
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
