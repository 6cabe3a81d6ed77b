// One client of live Redis in trouble: passwords, and servers that refuse, die, do not reply, or
// are not Redis.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/fake_server.h"
#include "tests/support/live_client.h"
#include "tests/support/scratch_folder.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// --- logging in

TEST(LiveClientLogin, APasswordOpensTheServerAndIsNowhereInTheTrace) {
  Servers servers;
  servers.ask(plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
  Client client(servers.endpoints(), {.password = "open-sesame"});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_THAT(client.all_texts(), Not(HasSubstr("open-sesame")));
  // A wrong password is an error for every command, without endless retries.
  Client guesses(servers.endpoints(), {.password = "guess"});
  for (int i = 0; i < 2; ++i) {
    const Reply reply = guesses.ask(setnx("locklab:k", "v"));
    EXPECT_TRUE(reply.is_error());
    EXPECT_THAT(reply.text, StartsWith("WRONGPASS"));
  }
  Client nobody(servers.endpoints());
  EXPECT_THAT(nobody.ask(get("locklab:k")).text, StartsWith("NOAUTH"));
}

TEST(LiveClientLogin, AnAclUserMayDoWhatItsRulesSay) {
  Servers servers;
  servers.ask(plain({"ACL", "SETUSER", "alice", "on", ">secret", "~locklab:*", "+@all"}));
  Client client(servers.endpoints(), {.user = "alice", .password = "secret"});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_THAT(client.ask(setnx("other", "v")).text, StartsWith("NOPERM"));
  Client stranger(servers.endpoints(), {.user = "bob", .password = "secret"});
  EXPECT_THAT(stranger.ask(get("locklab:k")).text, StartsWith("WRONGPASS"));
}

TEST(LiveClientLogin, ADatabaseIsSelectedAlsoAfterAReconnect) {
  Servers servers;
  Client client(servers.endpoints(), {.database = 3});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_TRUE(servers.ask(get("locklab:k")).is_nil());
  servers.ask(plain({"CLIENT", "KILL", "TYPE", "normal"}));
  client.run_until([&] { return client.ask(get("locklab:k")).is_text("v"); });
  Client lost(servers.endpoints(), {.database = 99});
  EXPECT_THAT(lost.ask(get("locklab:k")).text, HasSubstr("DB index is out of range"));
}

TEST(LiveClientLogin, AServerThatQuotesThePasswordDoesNotGetItIntoTheTrace) {
  FakeServer server([](FakeServer::Peer& peer) {
    peer.hear();
    peer.say("-ERR unknown command `AUTH`, with args beginning with: `hush-hush`, \r\n");
    peer.wait_until_closed();
  });
  Client client({at_port(server.port())}, {.password = "hush-hush"});
  const Reply reply = client.ask(get("locklab:k"));
  EXPECT_TRUE(reply.is_error());
  EXPECT_THAT(reply.text, HasSubstr("`***`"));
  EXPECT_THAT(client.all_texts(), Not(HasSubstr("hush-hush")));
}

// --- servers in trouble answer with errors

TEST(LiveClientErrors, AReplicaIsReadOnlyAndWithoutItsMasterSaysSo) {
  Servers servers({{.name = "n1"},
                   {.name = "n2", .replica_of = 0, .extra = {"--replica-serve-stale-data", "no"}}});
  Client client({servers[1].endpoint()});
  client.run_until([&] { return client.ask(get("locklab:k")).is_nil(); });
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("READONLY"));
  servers[0].kill();
  client.run_until([&] { return client.ask(get("locklab:k")).is_error(); });
  EXPECT_THAT(client.ask(get("locklab:k")).text, StartsWith("MASTERDOWN"));
}

TEST(LiveClientErrors, AFullMemoryRefusesWrites) {
  Servers servers({{.name = "n1", .extra = {"--maxmemory", "1"}}});
  Client client(servers.endpoints());
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("OOM"));
}

TEST(LiveClientErrors, AServerThatStillLoadsSaysSo) {
  FakeServer server([](FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("-LOADING Redis is loading the dataset in memory\r\n");
  });
  Client client({at_port(server.port())});
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("LOADING"));
}

TEST(LiveClientErrors, ARealServerThatLoadsALongAofSaysSoUntilItHas) {
  const ScratchFolder folder;
  const std::uint16_t port = app::free_port();
  const std::string binary = app::find_redis_server();
  const app::ServerPlan plan{.persistence = sim::Persistence::everysec};
  {
    app::ServerProcess server(binary, folder.path(), port, plan);
    server.spawn();
    BlockingClient client(server.endpoint(), {});
    while (client.call(Command("PING"), patience).is_unknown()) continue;
    client.call(
        plain({"EVAL", "for i = 1, 60000 do redis.call('SET', 'locklab:' .. i, i) end", "0"}),
        patience);
  }
  // Loading would take about ten seconds, and the server serves clients every 1024 keys; after the
  // first LOADING the delay is set to 0.
  app::ServerPlan slowly = plan;
  slowly.extra = {"--key-load-delay", "100"};
  app::ServerProcess server(binary, folder.path(), port, slowly);
  server.spawn();
  Client client({server.endpoint()});
  Reply reply;
  client.run_until([&] {
    reply = client.ask(get("locklab:1"));
    return !reply.is_unknown();
  });
  EXPECT_THAT(reply.text, StartsWith("LOADING"));
  client.ask(plain({"CONFIG", "SET", "key-load-delay", "0"}));
  client.run_until([&] { return client.ask(get("locklab:1")).is_text("1"); });
  server.kill();
}

// --- servers that are gone, silent or no Redis

TEST(LiveClientOutside, NobodyOnThePortIsUnknownAtOnce) {
  Client client({at_port(app::free_port())});
  const Reply reply = client.ask(get("locklab:k"));
  EXPECT_EQ(reply.kind, Reply::Kind::unknown);
  EXPECT_THAT(reply.text, HasSubstr("Connection refused"));
  EXPECT_THAT(client.kinds(), ElementsAre(sim::EventKind::sent, sim::EventKind::timed_out));
}

TEST(LiveClientOutside, AServerKilledInMidCommandIsUnknownAndAfterARestartTheNextReconnects) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  servers[0].stop();
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), patience, &reply);
  task.start();
  servers[0].kill();
  client.run_until([&] { return task.done(); });
  EXPECT_EQ(reply.kind, Reply::Kind::unknown);
  servers.restart(0);
  EXPECT_TRUE(client.ask(get("locklab:k")).is_nil());
  servers[0].kill();
  EXPECT_TRUE(client.ask(get("locklab:k")).is_unknown()) << "on an idle connection";
  servers.restart(0);
  EXPECT_TRUE(client.ask(get("locklab:k")).is_nil());
}

TEST(LiveClientOutside, APortThatAcceptsAndNeverAnswersIsATimeoutThatDropsTheConnection) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Client client({at_port(server.port())});
  const Time start = client.env().monotonic_now();
  const Reply reply = client.ask(get("locklab:k"), 30ms);
  EXPECT_EQ(reply, Reply::unknown(Silence::timeout));
  EXPECT_GE(client.env().monotonic_now() - start, 30ms);
  EXPECT_THAT(client.kinds(), ElementsAre(sim::EventKind::sent, sim::EventKind::timed_out));
  client.run_until([&] { return server.served() == 1; });
  EXPECT_EQ(client.ask(get("locklab:k"), 30ms), Reply::unknown(Silence::timeout));
}

TEST(LiveClientOutside, ATimeoutTakesTheOtherCommandsOfItsConnectionAlong) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Client client({at_port(server.port())});
  Reply first;
  Reply second;
  Task<> impatient = ask(client.env(), n1, get("locklab:k"), 20ms, &first);
  Task<> patient = ask(client.env(), n1, get("locklab:k"), patience, &second);
  impatient.start();
  patient.start();
  client.run_until([&] { return impatient.done() && patient.done(); });
  EXPECT_EQ(first, Reply::unknown(Silence::timeout));
  EXPECT_EQ(second, Reply::unknown(Silence::dropped));
}

/// The reply of a server that is not Redis: `bytes`, then `more` times an 'x'. Test programs keep
/// several copies of each parameter, so long replies are not spelled out.
struct Rubbish {
  const char* name;
  std::string_view bytes;
  const char* text;
  std::size_t more = 0;
};

void PrintTo(const Rubbish& rubbish, std::ostream* out) { *out << rubbish.name; }

class LiveClientRubbish : public testing::TestWithParam<Rubbish> {};

TEST_P(LiveClientRubbish, IsUnknownWithAClearTextAndTheClientGoesOn) {
  const std::string bytes = std::string(GetParam().bytes) + std::string(GetParam().more, 'x');
  FakeServer server([&](FakeServer::Peer& peer) {
    peer.hear();
    peer.say(bytes);
  });
  Client client({at_port(server.port())});
  for (int i = 0; i < 2; ++i) {
    const Reply reply = client.ask(get("locklab:k"));
    EXPECT_EQ(reply.kind, Reply::Kind::unknown);
    EXPECT_THAT(reply.text, HasSubstr(GetParam().text));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Outside, LiveClientRubbish,
    testing::Values(Rubbish{"NoRedis", "HTTP/1.1 400 Bad Request\r\n\r\n", "no Redis reply"},
                    Rubbish{"Zeros", std::string_view("\0\0\0\0\0\0\0\0", 8), "no Redis reply"},
                    Rubbish{"Resp3", "%1\r\n+a\r\n+b\r\n", "no Redis reply"},
                    Rubbish{"BadLength", "$-7\r\n", "no Redis reply"},
                    Rubbish{"EndlessArray", "*2147483647\r\n", "an array of more than"},
                    Rubbish{"LongArrayInArrays", "*2\r\n*2000000\r\n", "an array of more than"},
                    Rubbish{"HugeText", "$900000000\r\n", "a reply of more than", 5 << 20},
                    Rubbish{"MiddleOfAText", "$100\r\nabc", "vanished in the middle"},
                    Rubbish{"MiddleOfAnArray", "*2\r\n:1\r\n", "vanished in the middle"},
                    Rubbish{"MiddleOfALine", "+O", "vanished in the middle"},
                    Rubbish{"Nothing", "", "closed the connection"}),
    [](const auto& rubbish) { return rubbish.param.name; });

TEST(LiveClientOutside, AReplyThatNobodyAskedForEndsTheConnectionAndNothingElse) {
  FakeServer server([](FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("+OK\r\n+SURPRISE\r\n");
  });
  Client client({at_port(server.port())});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(client.ask(get("locklab:k")).ok());
    client.run_until([&] { return server.served() == i + 1; });
  }
}

TEST(LiveClientOutside, WritingToAConnectionThatWasResetKillsNobody) {
  FakeServer server([](FakeServer::Peer& peer) {
    peer.hear();
    peer.reset();
  });
  Client client({at_port(server.port())});
  std::vector<Reply> replies(200);
  std::vector<Task<>> tasks;
  for (Reply& reply : replies) {
    tasks.push_back(
        ask(client.env(), n1, setnx("locklab:k", std::string(20'000, 'x')), patience, &reply));
    tasks.back().start();
  }
  client.run_until([&] {
    return std::all_of(tasks.begin(), tasks.end(), [](const Task<>& task) { return task.done(); });
  });
  for (const Reply& reply : replies) EXPECT_TRUE(reply.is_unknown());
}

}  // namespace
}  // namespace locklab::test
