// One connection shared by many clients: the order of its commands, above all of scripts that the
// server does not know.
#include <gmock/gmock.h>

#include <atomic>
#include <map>
#include <string>
#include <thread>

#include "lock/scripts.h"
#include "tests/lock/redis/connecting.h"
#include "tests/support/fake_server.h"
#include "tests/support/real_redis.h"
#include "tests/support/scripted_server.h"

namespace locklab::redis {
namespace {

using test::FakeServer;
using test::RealRedis;
using test::Scripted;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ConnectionTest : public Connecting {};

Command release_of(std::string_view token) {
  return eval(scripts::release_if_owner, {"locklab:k"}).add(token);
}

Command set_to(std::string_view value) { return Command("SET").add("locklab:k").add(value); }

constexpr const char* no_script = "-NOSCRIPT No matching script. Please use EVAL.\r\n";

TEST_F(ConnectionTest, AScriptIsSentAheadAndItsCommandKeepsItsPlace) {
  // If it were sent again after SET, the release would delete the key that SET wrote.
  RealRedis server;
  Connection& connection = connect(server.port());
  connection.send(1, release_of("T1"));
  connection.send(2, set_to("T1"));
  connection.send(3, get("locklab:k"));
  answer(3);
  EXPECT_TRUE(answers.of[1].is(0)) << as_printed(answers.of[1]);
  EXPECT_TRUE(answers.of[3].is_text("T1")) << as_printed(answers.of[3]);
}

TEST_F(ConnectionTest, ACommandLeavesRightBehindALoginThatIsCertain) {
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
  Connection& connection = connect(server.port(), {.password = "secret", .certain = true});
  connection.send(1, get("locklab:k"));
  loop.run_until([&] { return both.load(); });
  EXPECT_FALSE(connection.ready()) << "nobody has accepted the login yet";
  answers_now = true;
  answer(1);
  EXPECT_TRUE(connection.ready());
  EXPECT_TRUE(answers.of[1].is_text("v")) << as_printed(answers.of[1]);
}

TEST_F(ConnectionTest, AScriptIsSentAheadOnce) {
  Scripted server({{"EVALSHA", ":0\r\n"}, {"SCRIPT", "$1\r\nx\r\n"}});
  Connection& connection = connect(server.port());
  connection.send(1, release_of("T1"));
  connection.send(2, release_of("T1"));
  answer(2);
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA", "EVALSHA"));
}

TEST_F(ConnectionTest, AForgottenScriptIsNotRunBehindItsOwnSendersNextCommand) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "$1\r\nx\r\n"}});
  Connection& connection = connect(server.port());
  connection.send(1, release_of("T1"), 7);
  connection.send(2, set_to("T1"), 7);
  answer(2);
  EXPECT_THAT(answers.of[1].text, HasSubstr("NOSCRIPT"));
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA", "SET"));
}

TEST_F(ConnectionTest, AForgottenScriptIsRunBehindWhatOthersHaveSent) {
  RealRedis server;
  Connection& connection = connect(server.port());
  connection.send(1, release_of("T1"), 7);
  connection.send(2, Command("SCRIPT").add("FLUSH"), 7);
  answer(2);
  connection.send(3, release_of("T1"), 7);
  connection.send(4, get("locklab:k"), 8);
  answer(4);
  EXPECT_TRUE(answers.of[3].is(0)) << as_printed(answers.of[3]);
}

TEST_F(ConnectionTest, AForgottenScriptIsNotRunForSomebodyWhoHasGivenUp) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "$1\r\nx\r\n"}});
  answers.wanted = false;
  ask(server.port(), release_of("T1"));
  EXPECT_THAT(server.heard(), ElementsAre("SCRIPT", "EVALSHA"));
}

TEST_F(ConnectionTest, AScriptThatCannotBeLoadedIsAnsweredWithTheReason) {
  Scripted server({{"EVALSHA", no_script}, {"SCRIPT", "-NOPERM no script|load\r\n"}});
  EXPECT_EQ(ask(server.port(), release_of("T1")), Reply::error("NOPERM no script|load"));
}

TEST_F(ConnectionTest, ThePasswordIsInNoErrorWhateverItAnswers) {
  Scripted server(std::map<std::string, std::string>{{"SET", "-ERR I know you, hush-hush\r\n"}});
  EXPECT_THAT(ask(server.port(), set_to("v"), {.password = "hush-hush"}).text,
              testing::AllOf(HasSubstr("I know you"), Not(HasSubstr("hush-hush"))));
}

TEST_F(ConnectionTest, AServerThatTakesNoMoreClientsIsHeard) {
  FakeServer server(
      [](FakeServer::Peer& peer) { peer.say("-ERR max number of clients reached\r\n"); });
  Connection& connection = connect(server.port());
  loop.run_until([&] { return !connection.alive(); });
  EXPECT_EQ(connection.last_word(), Reply::error("ERR max number of clients reached"));
}

TEST_F(ConnectionTest, AllThatIsSentInOneRoundIsAnsweredInOrderHoweverLong) {
  RealRedis server;
  Connection& connection = connect(server.port(), {}, Connection::Leave::together);
  const std::string large(10'000, 'x');
  for (Connection::Ticket i = 1; i <= 2'000; ++i)
    connection.send(i, Command("ECHO").add(large + std::to_string(i)));
  answer(2'000);
  for (Connection::Ticket i = 1; i <= 2'000; ++i)
    ASSERT_TRUE(answers.of[i].is_text(large + std::to_string(i))) << i;
}

}  // namespace
}  // namespace locklab::redis
