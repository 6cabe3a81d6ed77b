// SUBSCRIBE, UNSUBSCRIBE and PUBLISH: replies and pushed frames of the simulated server, compared
// with a real redis-server.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/real_redis.h"
#include "tests/support/simulated_redis.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A simulated server with numbered connections, which collects the bytes that each receives.
class Listeners {
 public:
  Listeners() {
    server_.on_push([this](std::uint32_t to, Reply frame) { pushed_[to] += to_resp(frame); });
  }
  /// Runs a command on a connection. Its reply is put before the frames not yet taken.
  void run(std::uint32_t on, const Command& command) {
    if (!sessions_[on]) sessions_[on] = std::make_unique<sim::Session>(on);
    const Reply reply = server_.execute(*sessions_[on], command.words(), 1'000'000).reply;
    pushed_[on] = to_resp(reply) + pushed_[on];
  }
  void close(std::uint32_t session) { sessions_[session].reset(); }
  std::string take(std::uint32_t session) { return std::exchange(pushed_[session], {}); }
  sim::Server& server() { return server_; }

 private:
  sim::Server server_;
  std::map<std::uint32_t, std::unique_ptr<sim::Session>> sessions_;
  std::map<std::uint32_t, std::string> pushed_;
};

struct ChannelStep {
  std::uint32_t on;
  std::vector<std::string> words;
};

Command to_command(const std::vector<std::string>& words) {
  Command command;
  for (const std::string& word : words) command.add(word);
  return command;
}

/// The number of complete replies in a connection's bytes.
std::size_t replies_in(std::string_view bytes) {
  std::size_t replies = 0;
  std::size_t open = 0;  // elements of arrays still to come
  while (!bytes.empty()) {
    const std::size_t line = bytes.find("\r\n");
    const char kind = bytes[0];
    const std::string number(bytes.substr(1, line - 1));
    bytes.remove_prefix(line + 2);
    if (kind == '$' && number != "-1") bytes.remove_prefix(std::stoul(number) + 2);
    if (open > 0) --open;
    if (kind == '*' && number != "-1") open += std::stoul(number);
    if (open == 0) ++replies;
  }
  return replies;
}

TEST(Channels, AreAsRealOnes) {
  const std::vector<ChannelStep> steps{
      {1, {"PUBLISH", "news", "nobody"}},
      {0, {"SUBSCRIBE", "news"}},
      {1, {"PUBLISH", "news", "one"}},
      {1, {"PUBLISH", "other", "unheard"}},
      {2, {"SUBSCRIBE", "news", "weather", "news"}},
      {1, {"PUBLISH", "news", "two"}},
      {1, {"PUBLISH", "weather", "rain"}},
      {0, {"GET", "locklab:x"}},
      {0, {"PING"}},
      {0, {"PING", "hello"}},
      {0, {"MULTI"}},
      {0, {"PUBLISH", "news", "by a listener"}},
      {0, {"NOSUCH", "word"}},
      {0, {"GET"}},
      {2, {"UNSUBSCRIBE", "weather"}},
      {2, {"UNSUBSCRIBE", "unknown"}},
      {2, {"UNSUBSCRIBE"}},
      {2, {"UNSUBSCRIBE"}},
      {2, {"UNSUBSCRIBE", "a", "b"}},
      {2, {"GET", "locklab:x"}},
      {1, {"EVAL", "return redis.call('publish', 'news', ARGV[1])", "0", "from a script"}},
      {1, {"EVAL", "return redis.call('subscribe', 'news')", "0"}},
      {1, {"MULTI"}},
      {1, {"PUBLISH", "news", "in a transaction"}},
      {1, {"SET", "locklab:x", "1"}},
      {1, {"EXEC"}},
      {1, {"PUBLISH"}},
      {1, {"PUBLISH", "news", "a", "b"}},
      {1, {"SUBSCRIBE"}},
      {0, {"UNSUBSCRIBE"}},
      {1, {"PUBLISH", "news", "nobody again"}},
  };
  const RealRedis real;
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 3; ++i) clients.push_back(std::make_unique<RawClient>(real.port()));
  Listeners simulated;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Command command = to_command(steps[i].words);
    simulated.run(steps[i].on, command);
    clients[steps[i].on]->send(command.words());
    clients[steps[i].on]->flush();
    for (std::uint32_t who = 0; who < clients.size(); ++who) {
      const std::string expected = simulated.take(who);
      std::string told;
      for (std::size_t n = replies_in(expected); n > 0; --n) told += clients[who]->read();
      ASSERT_EQ(told, expected) << fmt::format("connection {}, step {}: {}", who, i,
                                               as_typed(command.words()));
    }
  }
}

TEST(Channels, AConnectionThatEndsListensNoMore) {
  Listeners redis;
  redis.run(0, to_command({"SUBSCRIBE", "news"}));
  redis.close(0);
  redis.run(1, to_command({"PUBLISH", "news", "anybody?"}));
  EXPECT_EQ(redis.take(1), ":0\r\n");
}

TEST(Channels, AConnectionMayOutliveItsServer) {
  auto server = std::make_unique<sim::Server>();
  sim::Session session(3);
  server->execute(session, to_command({"SUBSCRIBE", "news"}).words(), 0);
  server.reset();
}

TEST(Channels, AServerThatDiesForgetsWhoListens) {
  Listeners redis;
  redis.run(0, to_command({"SUBSCRIBE", "news"}));
  redis.server().lose_process(2'000'000);
  redis.run(1, to_command({"PUBLISH", "news", "anybody?"}));
  EXPECT_EQ(redis.take(1), ":0\r\n");
}

}  // namespace
}  // namespace locklab::test
