// Malformed bytes through the proxy: no RESP, partial messages, a server that vanishes, and replies
// larger than the proxy's memory for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/proxy/link_watch.h"
#include "app/proxy/proxy.h"
#include "tests/support/fake_server.h"
#include "tests/support/golden_text.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::app {
namespace {

using test::FakeServer;

/// A client's end of a proxied connection, which sends raw bytes without announcing its messages.
struct RawWire {
  explicit RawWire(int port) : servers{test::on_loopback(port)}, proxy(*loop, servers, watch) {
    const Proxy::Opened opened = proxy.open(ClientId{0}, NodeId{0}, false);
    socket = opened.socket;
    relay = opened.relay;
  }
  ~RawWire() {
    if (socket >= 0) ::close(socket);
  }
  void say(std::string_view bytes) {
    ASSERT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  void hear_more() {
    char bytes[65536];
    (*loop).run_ready();
    const ssize_t got = ::recv(socket, bytes, sizeof bytes, 0);
    if (got > 0) heard.append(bytes, static_cast<std::size_t>(got));
    closed = closed || got == 0;
  }
  template <class Condition>
  void hear_until(Condition condition) {
    const std::int64_t end = redis::Loop::now_us() + 20'000'000;
    while (!condition()) {
      ASSERT_LT(redis::Loop::now_us(), end) << "it never came";
      hear_more();
    }
  }
  test::LoopRunner loop;
  std::vector<redis::Endpoint> servers;
  NobodyWatches watch;
  Proxy proxy;
  std::shared_ptr<Relay> relay;
  int socket = -1;
  std::string heard;
  bool closed = false;
};

TEST(ProxyBytes, BytesThatAreNoRespPassUnharmed) {
  std::string both;
  for (int i = 0; i < 5000; ++i) both += static_cast<char>(i * 7919 >> 3);
  FakeServer echo([](FakeServer::Peer& peer) {
    for (std::string heard = peer.hear(); !heard.empty(); heard = peer.hear()) peer.say(heard);
  });
  RawWire wire(echo.port());
  wire.say("*1\r\nno command at all " + both);
  wire.hear_until([&] { return wire.heard.size() == both.size() + 22; });
  EXPECT_EQ(wire.heard, "*1\r\nno command at all " + both);
}

TEST(ProxyBytes, HalfAMessageGoesOnWhenItsSenderIsGone) {
  std::atomic<bool> heard_half = false;
  FakeServer server([&](FakeServer::Peer& peer) {
    std::string all;
    for (std::string some = peer.hear(); !some.empty(); some = peer.hear()) all += some;
    heard_half = all == "*2\r\n$4\r\nECHO\r\n$5\r\nhal";
  });
  RawWire wire(server.port());
  wire.say("*2\r\n$4\r\nECHO\r\n$5\r\nhal");
  ::close(std::exchange(wire.socket, -1));
  wire.loop.run_until([&] {
    (*wire.loop).run_ready();
    return wire.relay->over() && heard_half;
  });
  EXPECT_TRUE(heard_half);
}

TEST(ProxyBytes, AServerThatVanishesInTheMiddleOfAReplyIsSaid) {
  FakeServer server([](FakeServer::Peer& peer) {
    peer.hear();
    peer.say("$10\r\nhalf");
  });
  RawWire wire(server.port());
  wire.say("PING\r\n");
  wire.hear_until([&] { return wire.closed; });
  EXPECT_EQ(wire.heard, "$10\r\nhalf");
  EXPECT_THAT(wire.relay->last_word().text, test::IsGolden());
}

TEST(ProxyBytes, AReplyLargerThanTheMemoryForItComesInPieces) {
  const test::RealRedis redis;
  test::RawClient other(redis.port());
  other.call(Command("SETRANGE").add("big").add("67108863").add("x").words());
  RawWire wire(redis.port());
  wire.say("GET big\r\n");
  for (int i = 0; i < 2000; ++i) (*wire.loop).run_ready();  // the client does not read
  EXPECT_LT(wire.relay->waiting(), 4 * Relay::most_waiting);
  std::size_t most = 0;
  wire.hear_until([&] {
    most = std::max(most, wire.relay->waiting());
    return wire.heard.size() == (std::size_t{64} << 20) + 13;
  });
  EXPECT_LT(most, 4 * Relay::most_waiting);
}

}  // namespace
}  // namespace locklab::app
