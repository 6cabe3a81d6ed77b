// Requests of several connections to one server are forwarded one at a time, so that replies are
// reported in the order in which their commands ran.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/proxy/proxy.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::app {
namespace {

constexpr NodeId the_node{0};

struct ToldReplies final : LinkWatch {
  void answered(const LinkMessage& reply) override {
    messages.push_back(reply.about.message);
    replies.push_back(reply.bytes);
  }
  void delayed(const LinkMessage&, sim::FaultToken, Duration) override {}
  void dropped(ClientId, NodeId, sim::FaultToken) override {}
  void lost(const LinkMessage&, sim::Loss) override {}
  void unread(const LinkMessage&) override {}
  void settle() override {}
  std::vector<std::uint32_t> messages;
  std::vector<std::string> replies;
};

/// Clients of a proxy that send raw bytes, on one connection each.
struct Clients {
  Clients(int port, std::size_t count) : servers{test::on_loopback(port)} {
    for (std::size_t c = 0; c < count; ++c) {
      opened.push_back(proxy.open(static_cast<ClientId>(c), the_node, true));
      loop.run_until([&] { return opened.back().relay->reached(); });
    }
  }
  ~Clients() {
    for (const Proxy::Opened& one : opened) ::close(one.socket);
  }
  void send(std::size_t client, std::uint32_t message, std::string_view command) {
    sim::Event about{.client = static_cast<ClientId>(client), .node = the_node};
    about.message = message;
    opened[client].relay->announce(about);
    ASSERT_EQ(::send(opened[client].socket, command.data(), command.size(), 0),
              static_cast<ssize_t>(command.size()));
  }
  void look_on() {
    for (int i = 0; i < 5; ++i) (*loop).run_ready();
  }

  test::LoopRunner loop;
  const std::vector<redis::Endpoint> servers;
  ToldReplies watch;
  Proxy proxy{*loop, servers, watch};
  std::vector<Proxy::Opened> opened;
};

/// Compares the order with a counter of a real server that was stopped while all requests were
/// sent. It may not have accepted some connections by then, and a client may leave before it
/// resumes.
TEST(RequestOrder, IsThatInWhichARealServerRunsThem) {
  const test::RealRedis server;
  std::mt19937 dice(1);
  for (int round = 0; round < 20; ++round) {
    Clients clients(server.port(), 2 + dice() % 6);
    std::vector<std::size_t> order(clients.opened.size() * 2);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i % clients.opened.size();
    std::shuffle(order.begin(), order.end(), dice);
    if (dice() % 2 == 0) test::RawClient(server.port()).call(Command("PING").words());
    ::kill(server.pid(), SIGSTOP);
    std::uint32_t message = 0;
    for (const std::size_t client : order) {
      clients.send(client, ++message, "*2\r\n$4\r\nINCR\r\n$1\r\nn\r\n");
      clients.look_on();
    }
    if (dice() % 2 == 0) clients.opened[0].relay->client_left();
    ::kill(server.pid(), SIGCONT);
    clients.loop.run_until([&] { return clients.watch.messages.size() == order.size(); });
    std::vector<std::int64_t> counted;
    for (const std::string& reply : clients.watch.replies)
      counted.push_back(std::stoll(reply.substr(1)));
    EXPECT_TRUE(std::is_sorted(counted.begin(), counted.end())) << testing::PrintToString(counted);
    EXPECT_TRUE(std::is_sorted(clients.watch.messages.begin(), clients.watch.messages.end()))
        << testing::PrintToString(clients.watch.messages);
  }
}

/// A server whose replies are given by the test.
struct PlayedServer {
  PlayedServer() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    EXPECT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), length), 0);
    EXPECT_EQ(::listen(listener, 16), 0);
    EXPECT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length), 0);
    port = ntohs(address.sin_port);
  }
  ~PlayedServer() {
    for (const int end : ends) ::close(end);
    ::close(listener);
  }
  /// Accepts connections, in the order in which they were opened, until there are `count`.
  void accept(std::size_t count) {
    while (ends.size() < count) ends.push_back(::accept(listener, nullptr, nullptr));
  }
  /// The first connection with new bytes, and these bytes; std::nullopt if there is none.
  std::optional<std::pair<std::size_t, std::string>> hear() const {
    for (std::size_t i = 0; i < ends.size(); ++i) {
      char bytes[256];
      const ssize_t got = ::recv(ends[i], bytes, sizeof bytes, MSG_DONTWAIT);
      if (got > 0) return std::pair(i, std::string(bytes, static_cast<std::size_t>(got)));
    }
    return std::nullopt;
  }
  void say(std::size_t connection, std::string_view bytes) const {
    ASSERT_EQ(::send(ends[connection], bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }

  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int port = 0;
  std::vector<int> ends;
};

constexpr std::string_view ping = "*1\r\n$4\r\nPING\r\n";
constexpr std::string_view blpop = "*3\r\n$5\r\nBLPOP\r\n$1\r\nq\r\n$1\r\n0\r\n";

/// A command that blocks in the server delays no other client, nor does a connection that ends.
TEST(RequestOrder, HasOneRequestAtATimeAndLosesNone) {
  std::mt19937 dice(2);
  for (int round = 0; round < 100; ++round) {
    PlayedServer server;
    Clients clients(server.port, 2 + dice() % 5);
    const std::size_t count = clients.opened.size();
    server.accept(count);
    std::size_t blocked = count, gone = count;
    if (dice() % 3 == 0) blocked = dice() % count;
    if (dice() % 3 == 0) gone = dice() % count;
    if (blocked < count) {
      clients.send(blocked, 99, blpop);
      clients.loop.run_until([&] { return server.hear().has_value(); });
    }
    std::vector<std::uint32_t> sent;
    for (std::uint32_t message = 1; message <= 12; ++message) {
      const std::size_t client = dice() % count;
      if (client == blocked) continue;
      clients.send(client, message, ping);
      clients.look_on();
      if (client != gone) sent.push_back(message);
    }
    if (gone < count) {
      clients.proxy.link(static_cast<ClientId>(gone), the_node).reset();
      ::close(std::exchange(server.ends[gone], -1));
    }
    for (std::size_t told = 0; told < sent.size();) {
      std::optional<std::pair<std::size_t, std::string>> request;
      clients.loop.run_until([&] { return (request = server.hear()).has_value(); });
      EXPECT_EQ(request->second, ping);
      EXPECT_FALSE(server.hear()) << "another one before the reply";
      server.say(request->first, "+OK\r\n");
      clients.loop.run_until([&] { return clients.watch.messages.size() > told; });
      told = clients.watch.messages.size();
    }
    EXPECT_EQ(clients.watch.messages, sent) << "round " << round;
  }
}

}  // namespace
}  // namespace locklab::app
