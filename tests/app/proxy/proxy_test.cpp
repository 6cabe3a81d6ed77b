// The proxy between a client's connection and a real or scripted server: each fault by itself, as
// the server and the client see it.
#include "app/proxy/proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lock/redis/connection.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::app {
namespace {

using sim::FaultKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr ClientId alice{0};
constexpr NodeId n1{0};

struct Watch final : LinkWatch {
  void answered(const LinkMessage& reply) override { told.push_back("answered " + of(reply)); }
  void delayed(const LinkMessage& message, sim::FaultToken, Duration) override {
    told.push_back("delayed " + of(message));
  }
  void dropped(ClientId, NodeId, sim::FaultToken) override { told.emplace_back("dropped"); }
  void lost(const LinkMessage& message, sim::Loss loss) override {
    if (message.about.message != 0)
      told.push_back("lost " + of(message) + ": " + std::string(name(loss)));
  }
  void unread(const LinkMessage& reply) override {
    if (reply.about.message != 0) told.push_back("unread " + of(reply));
  }
  void settle() override {}
  static std::string of(const LinkMessage& message) {
    return (message.way == Way::request ? "request " : "reply ") +
           std::to_string(message.about.message);
  }
  std::vector<std::string> told;
};

/// One client's connection through a proxy to a real server. The client's commands are the messages
/// 1, 2, 3...
struct ProxyTest : testing::Test, redis::Connection::Listener {
  using Ticket = redis::Connection::Ticket;

  ProxyTest() { open(); }
  ~ProxyTest() override {
    connection.reset();
    relay.reset();
  }
  void open() {
    const Proxy::Opened opened = proxy.open(alice, n1, true);
    relay = opened.relay;
    connection = std::make_unique<redis::Connection>(*loop, opened.socket, login, *this);
  }
  FaultyLink& link() { return proxy.link(alice, n1); }
  void strike(FaultKind kind, bool of_requests, bool of_replies, std::uint32_t count = 0,
              Duration by = 0us, const std::string& command = {}) {
    sim::LinkFault rule;
    rule.token = ++tokens;
    rule.kind = kind;
    rule.requests = of_requests;
    rule.replies = of_replies;
    rule.still = count;
    rule.all = kind == FaultKind::hold && count == 0;
    rule.by = by;
    rule.command = command;
    link().strike(rule);
  }
  void send(std::initializer_list<std::string_view> words) {
    Command command;
    for (std::string_view word : words) command.add(word);
    connection->send(++sent, command);
  }
  std::string call(std::initializer_list<std::string_view> words) {
    send(words);
    const std::uint64_t mine = sent;
    loop.run_until([&] { return replies.contains(mine); });
    return as_printed(replies[mine]);
  }
  /// Runs 50 rounds of the loop, enough for everything that is due.
  void look_on() {
    for (int i = 0; i < 50; ++i) (*loop).run_ready();
  }
  void answered(Ticket ticket, Reply reply) override {
    replies[ticket] = std::move(reply);
    order.push_back(ticket);
  }
  void written(std::optional<Ticket> ticket) override {
    if (!relay) return;
    sim::Event next;
    if (ticket) next.message = static_cast<std::uint32_t>(*ticket);
    relay->announce(next);
  }
  void lost() override {
    if (relay) relay->client_left();
  }
  /// The value of "k", as another client reads it.
  std::string stored() { return other.call(get("k").words()); }

  const test::RealRedis server;
  test::RawClient other{server.port()};
  test::LoopRunner loop;
  const std::vector<redis::Endpoint> servers{test::on_loopback(server.port())};
  redis::Login login;
  Watch watch;
  Proxy proxy{*loop, servers, watch};
  std::shared_ptr<Relay> relay;
  std::unique_ptr<redis::Connection> connection;
  std::uint64_t sent = 0;
  sim::FaultToken tokens = 0;
  std::map<Ticket, Reply> replies;
  std::vector<Ticket> order;
};

TEST_F(ProxyTest, RelaysCommandsAndRepliesAndSeesEachReplyFirst) {
  EXPECT_EQ(call({"SET", "k", "v"}), "OK");
  EXPECT_EQ(call({"GET", "k"}), "\"v\"");
  EXPECT_THAT(watch.told, ElementsAre("answered reply 1", "answered reply 2"));
}

TEST_F(ProxyTest, KeepsTheOrderUnderRandomDelays) {
  link().set_seed(7);
  link().set_latency(200us, 200us);
  std::mt19937 dice(11);
  for (int i = 0; i < 300; ++i) {
    if (i % 20 == 0) strike(FaultKind::delay, dice() % 2 == 0, true, 1, Duration(dice() % 2000));
    send({"INCR", "n"});
    if (dice() % 4 == 0) (*loop).run_ready();
  }
  loop.run_until([&] { return replies.size() == 300; });
  for (std::uint64_t i = 1; i <= 300; ++i) {
    EXPECT_EQ(replies[i].integer, static_cast<std::int64_t>(i));
    EXPECT_EQ(order[i - 1], i);
  }
}

TEST_F(ProxyTest, ASlowLinkTakesItsTimeEachWayAndItsEndUndoesIt) {
  call({"PING"});
  strike(FaultKind::slow, true, true, 0, 30ms);
  std::int64_t before = redis::Loop::now_us();
  call({"PING"});
  EXPECT_GE(redis::Loop::now_us() - before, 60'000);
  EXPECT_TRUE(link().end(FaultKind::slow, 1));
  EXPECT_FALSE(link().end(FaultKind::slow, 1));
  EXPECT_EQ(link().standing(), 0u);
  call({"PING"});
}

TEST_F(ProxyTest, AHeldRequestWaitsUntilItIsReleasedAndThoseBehindItWithIt) {
  call({"SET", "k", "old"});
  strike(FaultKind::hold, true, false, 1);
  send({"SET", "k", "held"});
  send({"SET", "k", "behind"});
  look_on();
  EXPECT_THAT(stored(), HasSubstr("old"));
  EXPECT_EQ(replies.size(), 1u);
  EXPECT_TRUE(link().end(FaultKind::hold, 1));
  loop.run_until([&] { return replies.size() == 3; });
  EXPECT_THAT(stored(), HasSubstr("behind"));
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST_F(ProxyTest, AHeldReplyLeavesTheServerDone) {
  strike(FaultKind::hold, false, true, 1);
  send({"SET", "k", "v"});
  loop.run_until([&] { return !watch.told.empty(); });  // the proxy has the reply
  look_on();
  EXPECT_THAT(stored(), HasSubstr("v"));
  EXPECT_THAT(replies, IsEmpty());
  link().end(FaultKind::hold, sim::every_fault);
  loop.run_until([&] { return replies.size() == 1; });
}

TEST_F(ProxyTest, ADroppedRequestNeverArrivesAndItsConnectionEnds) {
  call({"PING"});
  strike(FaultKind::drop, true, false, 1);
  send({"SET", "k", "dropped"});
  send({"SET", "k", "out of step"});
  loop.run_until([&] { return replies.size() == 3; });
  EXPECT_TRUE(replies[2].is_unknown());
  EXPECT_TRUE(replies[3].is_unknown());
  EXPECT_EQ(relay->last_word().silence(), Silence::lost);
  EXPECT_THAT(watch.told,
              ElementsAre("answered reply 1", "dropped", "lost request 2: dropped on its way",
                          "lost request 3: connection lost"));
  EXPECT_EQ(stored(), "$-1\r\n");
  open();
  EXPECT_EQ(call({"PING"}), "PONG") << "the next connection is whole";
}

TEST_F(ProxyTest, WhatWasKeptBehindADroppedRequestNeverArrives) {
  call({"PING"});
  strike(FaultKind::cut, true, true);
  for (const char* const value : {"dropped", "behind", "last"}) send({"SET", "k", value});
  look_on();
  strike(FaultKind::drop, true, false, 1);
  link().end(FaultKind::cut, 1);
  loop.run_until([&] { return replies.size() == 4; });
  EXPECT_THAT(watch.told,
              ElementsAre("answered reply 1", "dropped", "lost request 2: dropped on its way",
                          "lost request 3: connection lost", "lost request 4: connection lost"));
  EXPECT_EQ(stored(), "$-1\r\n");
  EXPECT_EQ(link().standing(), 0u) << "the drop struck one message";
}

TEST_F(ProxyTest, ADroppedReplyIsOfACommandThatRan) {
  strike(FaultKind::drop, false, true, 1);
  send({"SET", "k", "v"});
  loop.run_until([&] { return replies.size() == 1; });
  EXPECT_TRUE(replies[1].is_unknown());
  EXPECT_THAT(watch.told,
              ElementsAre("answered reply 1", "dropped", "lost reply 1: dropped on its way"));
  EXPECT_THAT(stored(), HasSubstr("v"));
}

TEST_F(ProxyTest, ACutStopsOneWayOrBothAndHealingLetsAllGoOn) {
  call({"SET", "k", "old"});
  strike(FaultKind::cut, false, true);  // replies only
  send({"SET", "k", "new"});
  loop.run_until([&] { return watch.told.size() == 2; });
  EXPECT_THAT(stored(), HasSubstr("new"));
  EXPECT_EQ(replies.size(), 1u);
  strike(FaultKind::cut, true, true);
  send({"SET", "k", "newer"});
  look_on();
  EXPECT_TRUE(link().end(FaultKind::cut, 1));
  look_on();
  EXPECT_EQ(replies.size(), 1u) << "the other cut stands";
  EXPECT_THAT(stored(), HasSubstr("new\r"));
  EXPECT_TRUE(link().end(FaultKind::cut, 2));
  loop.run_until([&] { return replies.size() == 3; });
}

TEST_F(ProxyTest, AConnectionThatBeginsDuringACutReachesTheServerAfterIt) {
  call({"PING"});
  connection->drop(Silence::dropped);
  strike(FaultKind::cut, true, true);
  open();
  send({"PING"});
  look_on();
  EXPECT_FALSE(relay->reached());
  link().end(FaultKind::cut, 1);
  loop.run_until([&] { return replies.contains(2); });
}

TEST_F(ProxyTest, AResetLosesAllThatIsOnItsWay) {
  call({"PING"});
  strike(FaultKind::hold, true, false);
  send({"SET", "k", "v"});
  look_on();
  link().reset();
  loop.run_until([&] { return replies.size() == 2; });
  EXPECT_EQ(relay->last_word().silence(), Silence::reset);
  EXPECT_THAT(watch.told, ElementsAre("answered reply 1", "lost request 2: connection reset"));
  EXPECT_FALSE(link().open());
}

TEST_F(ProxyTest, WhatAClientHasSentArrivesAlsoAfterItHasClosed) {
  call({"PING"});
  strike(FaultKind::hold, true, false, 1);
  send({"SET", "k", "late"});
  look_on();
  connection->drop(Silence::dropped);
  look_on();
  EXPECT_EQ(stored(), "$-1\r\n");
  link().end(FaultKind::hold, 1);
  loop.run_until([&] { return relay->over(); });
  EXPECT_THAT(stored(), HasSubstr("late"));
  EXPECT_THAT(watch.told, ElementsAre("answered reply 1", "answered reply 2", "unread reply 2"));
  EXPECT_EQ(proxy.relays(), 0u);
}

// --- rules for one command

TEST_F(ProxyTest, ARuleHoldsTheReplyToTheNextSetAlone) {
  strike(FaultKind::hold, false, true, 1, 0us, "SET");
  call({"GET", "k"});
  send({"SET", "k", "v"});
  loop.run_until([&] { return watch.told.size() == 2; });
  look_on();
  EXPECT_EQ(replies.size(), 1u);
  link().end(FaultKind::hold, 1);
  loop.run_until([&] { return replies.size() == 2; });
}

TEST_F(ProxyTest, ARuleDropsTheFirstTwoEvals) {
  strike(FaultKind::drop, true, false, 2, 0us, "EVAL");
  for (int i = 0; i < 2; ++i) {
    call({"PING"});
    send({"EVAL", "return 1", "0"});
    loop.run_until([&] { return replies.contains(sent); });
    EXPECT_TRUE(replies[sent].is_unknown());
    open();
  }
  EXPECT_EQ(call({"EVAL", "return 1", "0"}), "(integer) 1");
}

TEST_F(ProxyTest, ListensNowhere) {
  call({"PING"});
  int type = 0, domain = 0, listens = 0;
  for (int descriptor = 0; descriptor < 256; ++descriptor) {
    socklen_t length = sizeof type;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) != 0) continue;
    ::getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length);
    ::getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &length);
    EXPECT_FALSE(listens) << descriptor << " of domain " << domain;
  }
}

}  // namespace
}  // namespace locklab::app
