// A connection to one node of a Redis Cluster follows redirections. The nodes here are fakes that
// reply as the specification says; a real cluster is in tests/app/live/cluster_test.cpp.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <atomic>
#include <map>
#include <string>

#include "lock/scripts.h"
#include "tests/lock/redis/connecting.h"
#include "tests/support/fake_server.h"
#include "tests/support/scripted_server.h"

namespace locklab::redis {
namespace {

using test::Scripted;
using testing::ElementsAre;
using testing::StartsWith;

using Says = std::map<std::string, std::string>;
/// Makes a fake reply OK to every command.
const Says no_surprises;

const std::uint16_t slot = slot_of_key("locklab:k");

std::string moved_to(int port) { return fmt::format("-MOVED {} 127.0.0.1:{}\r\n", slot, port); }
std::string ask_at(int port) { return fmt::format("-ASK {} 127.0.0.1:{}\r\n", slot, port); }

Command set_k() { return Command("SET").add("locklab:k").add("v"); }
Command get_k() { return Command("GET").add("locklab:k"); }

class ClusterRouteTest : public Connecting {
 protected:
  Connection& connect(int port) { return Connecting::connect(port, {.cluster = true}); }
  const Reply& ask(int port, const Command& command = set_k()) {
    return Connecting::ask(port, command, {.cluster = true});
  }
};

TEST_F(ClusterRouteTest, AMovedSlotsCommandGoesToItsOwnerAndSoDoTheNextOnes) {
  Scripted owner(Says{{"GET", "$1\r\nv\r\n"}});
  Scripted home(Says{{"SET", moved_to(owner.port())}});
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  answer(1);
  EXPECT_TRUE(answers.of[1].ok()) << as_printed(answers.of[1]);
  connection.send(2, get_k());
  connection.send(3, Command("WAIT").add("1").add("0"));  // acknowledges the last write
  answer(3);
  EXPECT_TRUE(answers.of[2].is_text("v"));
  EXPECT_THAT(home.heard(), ElementsAre("SET"));
  EXPECT_THAT(owner.heard(), ElementsAre("SET", "GET", "WAIT"));
}

TEST_F(ClusterRouteTest, OfAMovingSlotOnlyTheCommandThatIsAskedForGoesThere) {
  Scripted next(no_surprises);
  Scripted home(Says{{"SET", ask_at(next.port())}, {"GET", "$-1\r\n"}});
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  answer(1);
  connection.send(2, get_k());
  answer(2);
  EXPECT_TRUE(answers.of[1].ok());
  EXPECT_THAT(next.heard(), ElementsAre("ASKING", "SET"));
  EXPECT_THAT(home.heard(), ElementsAre("SET", "GET"));
}

TEST_F(ClusterRouteTest, AScriptIsSentAheadToItsNewOwnerToo) {
  Scripted next(Says{{"EVALSHA", ":1\r\n"}});
  Scripted home(Says{{"EVALSHA", ask_at(next.port())}});
  EXPECT_TRUE(ask(home.port(), eval(scripts::release_if_owner, {"locklab:k"}).add("token")).is(1));
  EXPECT_THAT(next.heard(), ElementsAre("SCRIPT", "ASKING", "EVALSHA"));
}

TEST_F(ClusterRouteTest, NodesThatSendACommandInACircleAreLeft) {
  Scripted home(Says{{"SET", "-TRYAGAIN keys are on both\r\n"}});
  EXPECT_THAT(ask(home.port()).text, StartsWith("TRYAGAIN"));
  EXPECT_EQ(home.heard().size(), std::size_t{ClusterRoute::most_hops} + 1);
}

TEST_F(ClusterRouteTest, ACommandWhoseKeysAreOnTwoNodesIsTriedAgainUntilItGoesThrough) {
  std::atomic<int> asked = 0;
  test::FakeServer home([&](test::FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say(++asked < 4 ? "-TRYAGAIN moving\r\n" : "+OK\r\n");
  });
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  loop.run_until([&] { return asked == 1; });
  EXPECT_EQ(connection.pending(), 1u);
  answer(1);
  EXPECT_TRUE(answers.of[1].ok()) << as_printed(answers.of[1]);
  EXPECT_EQ(asked, 4);
}

TEST_F(ClusterRouteTest, ACommandThatTwoNodesSendToEachOtherIsTriedUntilOneTakesIt) {
  std::atomic<int> asked = 0;
  std::atomic<int> ports[2];
  const auto sends_on_to = [&](int other) {
    return [&, other](test::FakeServer::Peer& peer) {
      while (!peer.hear().empty()) peer.say(++asked < 40 ? moved_to(ports[other]) : "+OK\r\n");
    };
  };
  test::FakeServer one(sends_on_to(1));
  test::FakeServer other(sends_on_to(0));
  ports[0] = one.port();
  ports[1] = other.port();
  Scripted home(Says{{"SET", moved_to(one.port())}});
  EXPECT_TRUE(ask(home.port()).ok()) << as_printed(answers.of[1]);
  EXPECT_EQ(asked, 40);
}

TEST_F(ClusterRouteTest, WhatNobodyWaitsForAnyMoreIsNotTriedAgain) {
  Scripted home(Says{{"SET", "-TRYAGAIN moving\r\n"}});
  answers.times_wanted = 1;  // for the reply, but not for the retry
  EXPECT_EQ(ask(home.port()).text, "timeout");
  EXPECT_EQ(home.heard().size(), 1u);
}

TEST_F(ClusterRouteTest, WhatWaitsToBeTriedAgainIsAnsweredWhenTheConnectionEnds) {
  Scripted home(Says{{"SET", "-TRYAGAIN moving\r\n"}});
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  loop.run_until([&] { return home.heard().size() == 1; });
  connection.drop(Silence::timeout);
  EXPECT_EQ(answers.of[1].text, "timeout");
}

TEST_F(ClusterRouteTest, ACommandOfATransactionIsNotSentOnWithoutTheRest) {
  Scripted owner(no_surprises);
  Scripted home(Says{{"SET", moved_to(owner.port())}, {"EXEC", "-EXECABORT discarded\r\n"}});
  Connection& connection = connect(home.port());
  connection.send(1, Command("MULTI"));
  connection.send(2, set_k());
  connection.send(3, Command("EXEC"));
  answer(3);
  EXPECT_THAT(answers.of[2].text, StartsWith("MOVED"));
  EXPECT_THAT(answers.of[3].text, StartsWith("EXECABORT"));
  EXPECT_THAT(owner.heard(), ElementsAre());
}

TEST_F(ClusterRouteTest, WhoHasGivenUpIsNotSentOn) {
  Scripted owner(no_surprises);
  Scripted home(Says{{"SET", moved_to(owner.port())}});
  answers.wanted = false;
  EXPECT_THAT(ask(home.port()).text, StartsWith("MOVED"));
  EXPECT_THAT(owner.heard(), ElementsAre());
}

TEST_F(ClusterRouteTest, AfterAnOwnerIsLostHomeIsAskedAgain) {
  auto owner = std::make_unique<Scripted>(no_surprises);
  Scripted home(Says{{"SET", moved_to(owner->port())}, {"GET", "$-1\r\n"}});
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  answer(1);
  owner.reset();
  loop.run_until([&] { return answers.lost_ways == 1; });
  EXPECT_TRUE(connection.alive());
  connection.send(2, get_k());
  answer(2);
  EXPECT_TRUE(answers.of[2].is_nil()) << as_printed(answers.of[2]);
}

TEST_F(ClusterRouteTest, AnOwnerThatCannotBeReachedLeavesTheCommandUnknown) {
  auto gone = std::make_unique<Scripted>(no_surprises);
  Scripted home(Says{{"SET", moved_to(gone->port())}});
  gone.reset();
  EXPECT_TRUE(ask(home.port()).is_unknown()) << as_printed(answers.of[1]);
}

TEST_F(ClusterRouteTest, ADroppedConnectionAnswersWhatOtherNodesOwe) {
  test::FakeServer silent([](test::FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Scripted home(Says{{"SET", moved_to(silent.port())}});
  Connection& connection = connect(home.port());
  connection.send(1, set_k());
  loop.run_until([&] { return home.heard().size() == 1 && connection.pending() == 1; });
  connection.send(2, Command("PING"));
  loop.run_until([&] { return connection.pending() == 2; });
  connection.drop(Silence::timeout);
  EXPECT_EQ(answers.of.size(), 2U);
  EXPECT_EQ(answers.of[1].text, "timeout");
}

TEST_F(ClusterRouteTest, WithoutAClusterTheErrorIsTheAnswer) {
  Scripted home(Says{{"SET", moved_to(1)}});
  EXPECT_THAT(Connecting::ask(home.port(), set_k()).text, StartsWith("MOVED"));
}

}  // namespace
}  // namespace locklab::redis
