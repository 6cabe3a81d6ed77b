// The proxy on the wire, between a connection and a real server or one that a test plays: each
// fault by itself, as the server and as the client see it.
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
  void lost(const LinkMessage& message, std::string_view why) override {
    if (message.about.message != 0) told.push_back("lost " + of(message) + ": " + std::string(why));
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

/// One client's connection through a proxy. Its commands are the messages 1, 2, 3...
struct Wire final : redis::Connection::Listener {
  using Ticket = redis::Connection::Ticket;

  explicit Wire(int port) : servers{test::on_loopback(port)}, proxy(*loop, servers, watch) {
    open();
  }
  ~Wire() {
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
  /// Lets happen what can happen at once.
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
  test::LoopRunner loop;
  std::vector<redis::Endpoint> servers;
  redis::Login login;
  Watch watch;
  Proxy proxy;
  std::shared_ptr<Relay> relay;
  std::unique_ptr<redis::Connection> connection;
  std::uint64_t sent = 0;
  sim::FaultToken tokens = 0;
  std::map<Ticket, Reply> replies;
  std::vector<Ticket> order;
};

TEST(Proxy, RelaysCommandsAndRepliesAndSeesEachReplyFirst) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  EXPECT_EQ(wire.call({"SET", "k", "v"}), "OK");
  EXPECT_EQ(wire.call({"GET", "k"}), "\"v\"");
  EXPECT_THAT(wire.watch.told, ElementsAre("answered reply 1", "answered reply 2"));
}

TEST(Proxy, KeepsTheOrderUnderRandomDelays) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.link().set_seed(7);
  wire.link().set_latency(200us, 200us);
  std::mt19937 dice(11);
  for (int i = 0; i < 300; ++i) {
    if (i % 20 == 0)
      wire.strike(FaultKind::delay, dice() % 2 == 0, true, 1, Duration(dice() % 2000));
    wire.send({"INCR", "n"});
    if (dice() % 4 == 0) (*wire.loop).run_ready();
  }
  wire.loop.run_until([&] { return wire.replies.size() == 300; });
  for (std::uint64_t i = 1; i <= 300; ++i) {
    EXPECT_EQ(wire.replies[i].integer, static_cast<std::int64_t>(i));
    EXPECT_EQ(wire.order[i - 1], i);
  }
}

TEST(Proxy, ASlowLinkTakesItsTimeEachWayAndItsEndUndoesIt) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.call({"PING"});
  wire.strike(FaultKind::slow, true, true, 0, 30ms);
  std::int64_t before = redis::Loop::now_us();
  wire.call({"PING"});
  EXPECT_GE(redis::Loop::now_us() - before, 60'000);
  EXPECT_TRUE(wire.link().end(FaultKind::slow, 1));
  EXPECT_FALSE(wire.link().end(FaultKind::slow, 1));
  EXPECT_EQ(wire.link().standing(), 0u);
  wire.call({"PING"});
}

TEST(Proxy, AHeldRequestWaitsUntilItIsReleasedAndThoseBehindItWithIt) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.call({"SET", "k", "old"});
  wire.strike(FaultKind::hold, true, false, 1);
  wire.send({"SET", "k", "held"});
  wire.send({"SET", "k", "behind"});
  wire.look_on();
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("old"));
  EXPECT_EQ(wire.replies.size(), 1u);
  EXPECT_TRUE(wire.link().end(FaultKind::hold, 1));
  wire.loop.run_until([&] { return wire.replies.size() == 3; });
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("behind"));
  EXPECT_THAT(wire.order, ElementsAre(1, 2, 3));
}

TEST(Proxy, AHeldReplyLeavesTheServerDone) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.strike(FaultKind::hold, false, true, 1);
  wire.send({"SET", "k", "v"});
  wire.loop.run_until([&] { return !wire.watch.told.empty(); });  // the proxy has the reply
  wire.look_on();
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("v"));
  EXPECT_THAT(wire.replies, IsEmpty());
  wire.link().end(FaultKind::hold, sim::every_fault);
  wire.loop.run_until([&] { return wire.replies.size() == 1; });
}

TEST(Proxy, ADroppedRequestNeverArrivesAndItsConnectionEnds) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.call({"PING"});
  wire.strike(FaultKind::drop, true, false, 1);
  wire.send({"SET", "k", "dropped"});
  wire.send({"SET", "k", "out of step"});
  wire.loop.run_until([&] { return wire.replies.size() == 3; });
  EXPECT_TRUE(wire.replies[2].is_unknown());
  EXPECT_TRUE(wire.replies[3].is_unknown());
  EXPECT_EQ(wire.relay->why(), "connection lost");
  EXPECT_THAT(wire.watch.told,
              ElementsAre("answered reply 1", "dropped", "lost request 2: dropped on its way",
                          "lost request 3: connection lost"));
  EXPECT_EQ(other.call(get("k").words()), "$-1\r\n");
  wire.open();
  EXPECT_EQ(wire.call({"PING"}), "PONG") << "the next connection is whole";
}

TEST(Proxy, ADroppedReplyIsOfACommandThatRan) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.strike(FaultKind::drop, false, true, 1);
  wire.send({"SET", "k", "v"});
  wire.loop.run_until([&] { return wire.replies.size() == 1; });
  EXPECT_TRUE(wire.replies[1].is_unknown());
  EXPECT_THAT(wire.watch.told,
              ElementsAre("answered reply 1", "dropped", "lost reply 1: dropped on its way"));
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("v"));
}

TEST(Proxy, ACutStopsOneWayOrBothAndHealingLetsAllGoOn) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.call({"SET", "k", "old"});
  wire.strike(FaultKind::cut, false, true);  // replies alone
  wire.send({"SET", "k", "new"});
  wire.loop.run_until([&] { return wire.watch.told.size() == 2; });
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("new"));
  EXPECT_EQ(wire.replies.size(), 1u);
  wire.strike(FaultKind::cut, true, true);
  wire.send({"SET", "k", "newer"});
  wire.look_on();
  EXPECT_TRUE(wire.link().end(FaultKind::cut, 1));
  wire.look_on();
  EXPECT_EQ(wire.replies.size(), 1u) << "the other cut stands";
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("new\r"));
  EXPECT_TRUE(wire.link().end(FaultKind::cut, 2));
  wire.loop.run_until([&] { return wire.replies.size() == 3; });
}

TEST(Proxy, AConnectionThatBeginsDuringACutReachesTheServerAfterIt) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.call({"PING"});
  wire.connection->drop("the client has had enough");
  wire.strike(FaultKind::cut, true, true);
  wire.open();
  wire.send({"PING"});
  wire.look_on();
  EXPECT_FALSE(wire.relay->reached());
  wire.link().end(FaultKind::cut, 1);
  wire.loop.run_until([&] { return wire.replies.contains(2); });
}

TEST(Proxy, AResetLosesAllThatIsOnItsWay) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.call({"PING"});
  wire.strike(FaultKind::hold, true, false);
  wire.send({"SET", "k", "v"});
  wire.look_on();
  wire.link().reset();
  wire.loop.run_until([&] { return wire.replies.size() == 2; });
  EXPECT_EQ(wire.relay->why(), "connection reset");
  EXPECT_THAT(wire.watch.told, ElementsAre("answered reply 1", "lost request 2: connection reset"));
  EXPECT_FALSE(wire.link().open());
}

TEST(Proxy, WhatAClientHasSentArrivesAlsoAfterItHasClosed) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  Wire wire(redis.port());
  wire.call({"PING"});
  wire.strike(FaultKind::hold, true, false, 1);
  wire.send({"SET", "k", "late"});
  wire.look_on();
  wire.connection->drop("the client has had enough");
  wire.look_on();
  EXPECT_EQ(other.call(get("k").words()), "$-1\r\n");
  wire.link().end(FaultKind::hold, 1);
  wire.loop.run_until([&] { return wire.relay->over(); });
  EXPECT_THAT(other.call(get("k").words()), HasSubstr("late"));
  EXPECT_THAT(wire.watch.told,
              ElementsAre("answered reply 1", "answered reply 2", "unread reply 2"));
  EXPECT_EQ(wire.proxy.relays(), 0u);
}

// --- rules for one command

TEST(Proxy, ARuleHoldsTheReplyToTheNextSetAlone) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.strike(FaultKind::hold, false, true, 1, 0us, "SET");
  wire.call({"GET", "k"});
  wire.send({"SET", "k", "v"});
  wire.loop.run_until([&] { return wire.watch.told.size() == 2; });
  wire.look_on();
  EXPECT_EQ(wire.replies.size(), 1u);
  wire.link().end(FaultKind::hold, 1);
  wire.loop.run_until([&] { return wire.replies.size() == 2; });
}

TEST(Proxy, ARuleDropsTheFirstTwoEvals) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.strike(FaultKind::drop, true, false, 2, 0us, "EVAL");
  for (int i = 0; i < 2; ++i) {
    wire.call({"PING"});
    wire.send({"EVAL", "return 1", "0"});
    wire.loop.run_until([&] { return wire.replies.contains(wire.sent); });
    EXPECT_TRUE(wire.replies[wire.sent].is_unknown());
    wire.open();
  }
  EXPECT_EQ(wire.call({"EVAL", "return 1", "0"}), "(integer) 1");
}

TEST(Proxy, ListensNowhere) {
  const test::RealRedis redis;
  Wire wire(redis.port());
  wire.call({"PING"});
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
