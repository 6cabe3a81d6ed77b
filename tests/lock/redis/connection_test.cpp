// One connection that many share: the order of what is sent on it, above all of scripts that the
// server does not know.
#include "lock/redis/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "lock/scripts.h"
#include "tests/support/fake_server.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

using test::FakeServer;
using test::LoopRunner;
using test::on_loopback;
using test::RealRedis;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Keeps what was answered, by ticket.
struct Answers final : Connection::Listener {
  std::map<Connection::Ticket, Reply> of;
  bool wanted = true;
  void answered(Connection::Ticket ticket, Reply reply) override { of[ticket] = std::move(reply); }
  bool still_wanted(Connection::Ticket) override { return wanted; }
};

Command release_of(std::string_view token) {
  Command command = eval(scripts::release_if_owner, {"locklab:k"});
  return command.add(token);
}

Command set_to(std::string_view value) {
  Command command("SET");
  return command.add("locklab:k").add(value);
}

/// A server that notes the verb of each command (and LOAD of SCRIPT LOAD), and answers by it.
class Scripted {
 public:
  explicit Scripted(std::map<std::string, std::string> answers)
      : answers_(std::move(answers)), server_([this](FakeServer::Peer& peer) { serve(peer); }) {}
  int port() const { return server_.port(); }
  std::vector<std::string> heard() {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  void serve(FakeServer::Peer& peer) {
    std::string bytes;
    while (true) {
      const std::string more = peer.hear();
      if (more.empty()) return;
      bytes += more;
      std::string reply;
      for (std::string verb = take(bytes); !verb.empty(); verb = take(bytes)) {
        const std::lock_guard lock(mutex_);
        heard_.push_back(verb);
        reply += answers_.contains(verb) ? answers_[verb] : "+OK\r\n";
      }
      peer.say(reply);
    }
  }
  /// The verb of the first whole command, which is taken off; empty: there is none.
  static std::string take(std::string& bytes) {
    std::size_t at = 0;
    const auto line = [&]() -> std::string {
      const std::size_t end = bytes.find("\r\n", at);
      if (end == std::string::npos) return {};
      const std::string text = bytes.substr(at + 1, end - at - 1);
      at = end + 2;
      return text;
    };
    const std::string count = line();
    if (count.empty()) return {};
    std::string verb;
    for (int i = 0; i < std::stoi(count); ++i) {
      const std::string size = line();
      if (size.empty() || bytes.size() < at + static_cast<std::size_t>(std::stoi(size)) + 2)
        return {};
      if (i == 0) verb = bytes.substr(at, static_cast<std::size_t>(std::stoi(size)));
      at += static_cast<std::size_t>(std::stoi(size)) + 2;
    }
    bytes.erase(0, at);
    return verb;
  }

  std::map<std::string, std::string> answers_;
  std::mutex mutex_;
  std::vector<std::string> heard_;
  FakeServer server_;
};

constexpr const char* no_script = "-NOSCRIPT No matching script. Please use EVAL.\r\n";

TEST(ConnectionTest, AScriptIsSentAheadAndItsCommandKeepsItsPlace) {
  // Sent again behind SET, the release would remove what SET has written.
  RealRedis server;
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"));
  connection.send(2, set_to("T1"));
  connection.send(3, get("locklab:k"));
  loop.run_until([&] { return answers.of.size() == 3; });
  EXPECT_TRUE(answers.of[1].is(0)) << as_printed(answers.of[1]);
  EXPECT_TRUE(answers.of[3].is_text("T1")) << as_printed(answers.of[3]);
}

TEST(ConnectionTest, AScriptIsSentAheadOnce) {
  Scripted server({{"EVALSHA", ":0\r\n"}, {"SCRIPT", "$1\r\nx\r\n"}});
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"));
  connection.send(2, release_of("T1"));
  loop.run_until([&] { return answers.of.size() == 2; });
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA", "EVALSHA"));
}

TEST(ConnectionTest, AForgottenScriptIsNotRunBehindItsOwnSendersNextCommand) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "$1\r\nx\r\n"}});
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"), 7);
  connection.send(2, set_to("T1"), 7);
  loop.run_until([&] { return answers.of.size() == 2; });
  EXPECT_THAT(answers.of[1].text, HasSubstr("NOSCRIPT"));
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA", "SET"));
}

TEST(ConnectionTest, AForgottenScriptIsRunBehindWhatOthersHaveSent) {
  RealRedis server;
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"), 7);
  Command flush("SCRIPT");
  connection.send(2, flush.add("FLUSH"), 7);
  loop.run_until([&] { return answers.of.size() == 2; });
  connection.send(3, release_of("T1"), 7);
  connection.send(4, get("locklab:k"), 8);
  loop.run_until([&] { return answers.of.size() == 4; });
  EXPECT_TRUE(answers.of[3].is(0)) << as_printed(answers.of[3]);
}

TEST(ConnectionTest, AForgottenScriptIsNotRunForSomebodyWhoHasGivenUp) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "$1\r\nx\r\n"}});
  LoopRunner loop;
  Answers answers;
  answers.wanted = false;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"));
  loop.run_until([&] { return answers.of.size() == 1; });
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA"));
}

TEST(ConnectionTest, AScriptThatCannotBeLoadedIsAnsweredWithTheReason) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "-NOPERM no script|load\r\n"}});
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, release_of("T1"));
  loop.run_until([&] { return answers.of.size() == 1; });
  EXPECT_EQ(answers.of[1], Reply::error("NOPERM no script|load"));
}

TEST(ConnectionTest, ThePasswordIsInNoErrorWhateverItAnswers) {
  Scripted server(std::map<std::string, std::string>{{"SET", "-ERR I know you, hush-hush\r\n"}});
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login{.password = "hush-hush"};
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, set_to("v"));
  loop.run_until([&] { return answers.of.size() == 1; });
  EXPECT_THAT(answers.of[1].text, HasSubstr("I know you"));
  EXPECT_THAT(answers.of[1].text, Not(HasSubstr("hush-hush")));
}

TEST(ConnectionTest, AServerThatTakesNoMoreClientsIsHeard) {
  FakeServer server(
      [](FakeServer::Peer& peer) { peer.say("-ERR max number of clients reached\r\n"); });
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers);
  loop.run_until([&] { return !connection.alive(); });
  EXPECT_EQ(connection.last_word(), Reply::error("ERR max number of clients reached"));
}

TEST(ConnectionTest, AllThatIsSentInOneRoundIsAnsweredInOrderHoweverLong) {
  RealRedis server;
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login;
  Connection connection(*loop, endpoint, login, answers, Connection::Leave::together);
  const std::string large(10'000, 'x');
  for (Connection::Ticket i = 1; i <= 2'000; ++i) {
    Command echo("ECHO");
    connection.send(i, echo.add(large + std::to_string(i)));
  }
  loop.run_until([&] { return answers.of.size() == 2'000; });
  for (Connection::Ticket i = 1; i <= 2'000; ++i)
    ASSERT_TRUE(answers.of[i].is_text(large + std::to_string(i))) << i;
}

}  // namespace
}  // namespace locklab::redis
