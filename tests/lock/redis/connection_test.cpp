// One connection that many share: the order of what is sent on it, above all of scripts that the
// server does not know.
#include "lock/redis/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "lock/scripts.h"
#include "tests/support/fake_server.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"
#include "tests/support/scripted_server.h"

namespace locklab::redis {
namespace {

using test::FakeServer;
using test::LoopRunner;
using test::on_loopback;
using test::RealRedis;
using test::Scripted;
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

TEST(ConnectionTest, ACommandLeavesRightBehindALoginThatIsCertain) {
  std::atomic<bool> both = false;
  std::atomic<bool> answers_now = false;
  FakeServer server([&](FakeServer::Peer& peer) {
    std::string heard;
    while (heard.find("AUTH") == heard.npos || heard.find("GET") == heard.npos) {
      const std::string more = peer.hear();
      if (more.empty()) return;
      heard += more;
    }
    both = true;
    while (!answers_now) std::this_thread::yield();
    peer.say("+OK\r\n$1\r\nv\r\n");
    peer.wait_until_closed();
  });
  LoopRunner loop;
  Answers answers;
  const Endpoint endpoint = on_loopback(server.port());
  const Login login{.password = "secret", .certain = true};
  Connection connection(*loop, endpoint, login, answers);
  connection.send(1, get("locklab:k"));
  loop.run_until([&] { return both.load(); });
  EXPECT_FALSE(connection.ready()) << "nobody has accepted the login yet";
  answers_now = true;
  loop.run_until([&] { return answers.of.size() == 1; });
  EXPECT_TRUE(connection.ready());
  EXPECT_TRUE(answers.of[1].is_text("v")) << as_printed(answers.of[1]);
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
