// One client of live Redis against real servers, and against servers that misbehave.
#include "lock/redis/live_env.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/live/janitor.h"
#include "app/live/ready_watch.h"
#include "app/live/server_fleet.h"
#include "lock/redis/blocking_client.h"
#include "lock/scripts.h"
#include "tests/support/fake_server.h"

namespace locklab::redis {
namespace {

using app::FleetPlan;
using app::ServerFleet;
using test::FakeServer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr NodeId n1{0};
constexpr Duration patience = 5s;

Task<> ask(Env& env, NodeId node, Command command, Duration timeout, Reply* reply) {
  *reply = co_await env.call(node, std::move(command), timeout);
}

Task<> nap(Env& env, Duration duration, std::vector<std::string>* log, std::string name) {
  co_await env.sleep(duration);
  log->push_back(name);
}

Task<> ask_and_log(Env& env, Command command, Duration timeout, std::vector<std::string>* log) {
  const Reply reply = co_await env.call(n1, std::move(command), timeout);
  log->push_back(as_printed(reply));
}

Endpoint at_port(std::uint16_t port) {
  std::string why;
  return *resolve("127.0.0.1", port, why);
}

/// Real servers for one test.
class Servers {
 public:
  explicit Servers(std::vector<FleetPlan> plan = {{.name = "n1"}}) {
    auto started = ServerFleet::start(plan, janitor_);
    if (auto* problem = std::get_if<app::Problem>(&started)) {
      ADD_FAILURE() << problem->what;
      std::abort();
    }
    fleet_ = std::move(std::get<0>(started));
  }
  app::ServerProcess& operator[](std::size_t i) { return fleet_->server(i); }
  ServerFleet& fleet() { return *fleet_; }
  std::vector<Endpoint> endpoints() {
    std::vector<Endpoint> all;
    for (std::size_t i = 0; i < fleet_->size(); ++i) all.push_back(fleet_->server(i).endpoint());
    return all;
  }
  Reply ask(const Command& command, std::size_t i = 0) {
    return BlockingClient(fleet_->server(i).endpoint(), {}).call(command, patience);
  }
  /// Starts a killed server again, and waits until it answers.
  void restart(std::size_t i) {
    ASSERT_TRUE(fleet_->restart(i));
    BlockingClient client(fleet_->server(i).endpoint(), {});
    while (client.call(Command("PING"), patience).is_unknown()) continue;
  }

 private:
  app::Janitor janitor_;
  std::unique_ptr<ServerFleet> fleet_;
};

/// One client with its loop and its trace.
class Client {
 public:
  explicit Client(std::vector<Endpoint> nodes, Login login = {})
      : nodes_(std::move(nodes)), login_(std::move(login)), journal_(trace_) {
    uv_loop_init(&loop_);
    env_ = std::make_unique<LiveEnv>(
        ClientId{0},
        Surroundings{.loop = &loop_, .journal = &journal_, .nodes = &nodes_, .login = &login_});
  }
  ~Client() {
    env_.reset();
    uv_run(&loop_, UV_RUN_DEFAULT);
    EXPECT_EQ(uv_loop_close(&loop_), 0);
  }

  LiveEnv& env() { return *env_; }
  Trace& trace() { return trace_; }
  void crash() { env_.reset(); }

  /// Runs the loop until `condition`.
  template <class Condition>
  void run_until(Condition condition) {
    const std::uint64_t end = uv_hrtime() + 20'000'000'000;
    while (!condition()) {
      if (uv_hrtime() > end) {
        ADD_FAILURE() << "the condition never came true";
        return;
      }
      uv_run(&loop_, UV_RUN_NOWAIT);
    }
  }
  Reply ask(Command command, Duration timeout = patience) {
    Reply reply;
    Task<> task = redis::ask(*env_, n1, std::move(command), timeout, &reply);
    task.start();
    run_until([&] { return task.done(); });
    return reply;
  }
  std::vector<EventKind> kinds() const {
    std::vector<EventKind> all;
    for (std::size_t i = 0; i < trace_.size(); ++i) all.push_back(trace_[i].kind);
    return all;
  }
  /// Everything that the trace says anywhere.
  std::string all_texts() const {
    std::string all;
    for (std::size_t i = 0; i < trace_.size(); ++i)
      all += std::string(trace_.text(trace_[i])) + "\n";
    return all;
  }

 private:
  uv_loop_t loop_{};
  std::vector<Endpoint> nodes_;
  Login login_;
  Trace trace_;
  Journal journal_;
  std::unique_ptr<LiveEnv> env_;
};

Command plain(std::initializer_list<std::string_view> words) {
  Command command;
  for (std::string_view word : words) command.add(word);
  return command;
}

// --- a server that works

TEST(LiveEnv, ACommandIsAnsweredAndRecorded) {
  Servers servers;
  Client client(servers.endpoints());
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_TRUE(client.ask(get("locklab:k")).is_text("v"));
  ASSERT_THAT(client.kinds(), ElementsAre(EventKind::sent, EventKind::received, EventKind::sent,
                                          EventKind::received));
  const Trace& trace = client.trace();
  EXPECT_EQ(as_typed(trace.words(trace[0])), "SETNX locklab:k v");
  EXPECT_EQ(trace[0].message, trace[1].message);
  EXPECT_NE(trace[0].message, trace[2].message);
  EXPECT_EQ(trace[1].value, 1);
  EXPECT_EQ(trace.text(trace[3]), "v");
  EXPECT_THAT(trace.places()[trace[0].place].file, HasSubstr("redis_env_test.cpp"));
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_LE(trace[i - 1].at, trace[i].at);
}

TEST(LiveEnv, CommandsSentAtOnceAreAnsweredInOrderOnOneConnection) {
  Servers servers;
  Client client(servers.endpoints());
  std::vector<Reply> replies(4);
  std::vector<Task<>> tasks;
  const std::vector<Command> transaction{Command("MULTI"), setnx("locklab:k", "v"),
                                         pexpire("locklab:k", 5s), Command("EXEC")};
  for (std::size_t i = 0; i < transaction.size(); ++i) {
    tasks.push_back(ask(client.env(), n1, transaction[i], patience, &replies[i]));
    tasks.back().start();
  }
  client.run_until([&] { return tasks.back().done(); });
  EXPECT_EQ(replies[1], Reply::status("QUEUED"));
  EXPECT_EQ(replies[3], Reply::array({Reply::number(1), Reply::number(1)}));
}

TEST(LiveEnv, SeveralNodesAreAskedAtOnce) {
  Servers servers({{.name = "n1"}, {.name = "n2"}, {.name = "n3"}});
  Client client(servers.endpoints());
  servers[1].stop();  // one that is slow does not keep the others from answering
  std::vector<Reply> replies(3);
  std::vector<Task<>> tasks;
  for (std::uint16_t i = 0; i < 3; ++i) {
    tasks.push_back(ask(client.env(), NodeId{i}, setnx("locklab:k", "v"), patience, &replies[i]));
    tasks.back().start();
  }
  client.run_until([&] { return tasks[0].done() && tasks[2].done(); });
  EXPECT_FALSE(tasks[1].done());
  servers[1].go_on();
  client.run_until([&] { return tasks[1].done(); });
  for (const Reply& reply : replies) EXPECT_TRUE(reply.is(1));
}

TEST(LiveEnv, AScriptThatTheServerForgotIsLoadedAgainWithinTheSameCall) {
  Servers servers;
  Client client(servers.endpoints());
  const Script& release = script("release_if_owner");
  const auto run = [&] {
    Command command = eval(release, {"locklab:k"});
    return client.ask(std::move(command.add("v")));
  };
  EXPECT_TRUE(run().is(0));
  EXPECT_TRUE(servers.ask(plain({"SCRIPT", "FLUSH"})).ok());
  servers.ask(plain({"SET", "locklab:k", "v"}));
  EXPECT_TRUE(run().is(1));
  EXPECT_THAT(client.kinds(), ElementsAre(EventKind::sent, EventKind::received, EventKind::sent,
                                          EventKind::received));
  EXPECT_EQ(client.trace().info.scripts.size(), 1u);
}

TEST(LiveEnv, ScriptsSentAtOnceToAServerThatKnowsNoneAreAllAnswered) {
  Servers servers;
  Client client(servers.endpoints());
  std::vector<Reply> replies(3);
  std::vector<Task<>> tasks;
  for (Reply& reply : replies) {
    Command command = eval(script("release_if_owner"), {"locklab:k"});
    tasks.push_back(ask(client.env(), n1, command.add("v"), patience, &reply));
    tasks.back().start();
  }
  client.run_until([&] { return tasks[0].done() && tasks[1].done() && tasks[2].done(); });
  for (const Reply& reply : replies) EXPECT_TRUE(reply.is(0)) << as_printed(reply);
}

TEST(LiveEnv, TokensDifferAndCountTheAttempts) {
  Client client({});
  const Token a = client.env().random_token();
  const Token b = client.env().random_token();
  EXPECT_NE(a.text(), b.text());
  EXPECT_EQ(a.acquisition, 1u);
  EXPECT_EQ(b.acquisition, 2u);
  for (int i = 0; i < 100; ++i) EXPECT_LT(client.env().random_below(7), 7u);
}

TEST(LiveEnv, ASleepIsNeverTooShort) {
  Client client({});
  for (const Duration wanted : {Duration(0), Duration(1), Duration(900), Duration(1500), 7'003us}) {
    std::vector<std::string> log;
    const Time start = client.env().monotonic_now();
    Task<> task = nap(client.env(), wanted, &log, "x");
    task.start();
    EXPECT_TRUE(log.empty()) << "a wait ends from the loop, never at once";
    client.run_until([&] { return task.done(); });
    EXPECT_GE(client.env().monotonic_now() - start, wanted);
  }
}

// --- logging in

TEST(LiveEnvLogin, APasswordOpensTheServerAndIsNowhereInTheTrace) {
  Servers servers({{.name = "n1"}});
  servers.ask(plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
  Client client(servers.endpoints(), {.password = "open-sesame"});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_THAT(client.all_texts(), Not(HasSubstr("open-sesame")));
}

TEST(LiveEnvLogin, AWrongPasswordIsAnErrorForEveryCommandAndNotARetryForEver) {
  Servers servers;
  servers.ask(plain({"CONFIG", "SET", "requirepass", "open-sesame"}));
  Client client(servers.endpoints(), {.password = "guess"});
  for (int i = 0; i < 2; ++i) {
    const Reply reply = client.ask(setnx("locklab:k", "v"));
    EXPECT_TRUE(reply.is_error());
    EXPECT_THAT(reply.text, StartsWith("WRONGPASS"));
  }
  Client nobody(servers.endpoints());
  EXPECT_THAT(nobody.ask(get("locklab:k")).text, StartsWith("NOAUTH"));
}

TEST(LiveEnvLogin, AnAclUserMayDoWhatItsRulesSay) {
  Servers servers;
  servers.ask(plain({"ACL", "SETUSER", "alice", "on", ">secret", "~locklab:*", "+@all"}));
  Client client(servers.endpoints(), {.user = "alice", .password = "secret"});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_THAT(client.ask(setnx("other", "v")).text, StartsWith("NOPERM"));
  Client stranger(servers.endpoints(), {.user = "bob", .password = "secret"});
  EXPECT_THAT(stranger.ask(get("locklab:k")).text, StartsWith("WRONGPASS"));
}

TEST(LiveEnvLogin, ADatabaseIsSelectedAlsoAfterAReconnect) {
  Servers servers;
  Client client(servers.endpoints(), {.database = 3});
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_TRUE(servers.ask(get("locklab:k")).is_nil());
  servers.ask(plain({"CLIENT", "KILL", "TYPE", "normal"}));
  client.run_until([&] { return client.ask(get("locklab:k")).is_text("v"); });
  Client lost(servers.endpoints(), {.database = 99});
  EXPECT_THAT(lost.ask(get("locklab:k")).text, HasSubstr("DB index is out of range"));
}

TEST(LiveEnvLogin, AServerThatQuotesThePasswordDoesNotGetItIntoTheTrace) {
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

TEST(LiveEnvErrors, AReplicaIsReadOnly) {
  Servers servers({{.name = "n1"}, {.name = "n2", .replica_of = 0}});
  Client client({servers[1].endpoint()});
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("READONLY"));
}

TEST(LiveEnvErrors, AReplicaWithoutItsMasterSaysSo) {
  Servers servers({{.name = "n1"},
                   {.name = "n2", .replica_of = 0, .extra = {"--replica-serve-stale-data", "no"}}});
  servers[0].kill();
  Client client({servers[1].endpoint()});
  client.run_until([&] { return client.ask(get("locklab:k")).is_error(); });
  EXPECT_THAT(client.ask(get("locklab:k")).text, StartsWith("MASTERDOWN"));
}

TEST(LiveEnvErrors, AFullMemoryRefusesWrites) {
  Servers servers({{.name = "n1", .extra = {"--maxmemory", "1"}}});
  Client client(servers.endpoints());
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("OOM"));
}

TEST(LiveEnvErrors, AServerThatStillLoadsSaysSo) {
  FakeServer server([](FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("-LOADING Redis is loading the dataset in memory\r\n");
  });
  Client client({at_port(server.port())});
  EXPECT_THAT(client.ask(setnx("locklab:k", "v")).text, StartsWith("LOADING"));
}

TEST(LiveEnvErrors, ARealServerThatLoadsALongAofSaysSoUntilItHas) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("locklab-loading-" + std::to_string(getpid())))
          .string();
  std::filesystem::create_directory(folder);
  const std::uint16_t port = app::free_port();
  const std::string binary = app::find_redis_server();
  const app::ServerPlan plan{.persistence = sim::Persistence::everysec};
  {
    app::ServerProcess server(binary, folder, port, plan);
    server.spawn();
    BlockingClient client(server.endpoint(), {});
    while (client.call(Command("PING"), patience).is_unknown()) continue;
    client.call(
        plain({"EVAL", "for i = 1, 3000 do redis.call('SET', 'locklab:' .. i, i) end", "0"}),
        patience);
  }
  app::ServerPlan slowly = plan;  // 0.3 ms a key
  slowly.extra = {"--key-load-delay", "300"};
  app::ServerProcess server(binary, folder, port, slowly);
  server.spawn();
  Client client({server.endpoint()});
  Reply reply;
  client.run_until([&] {
    reply = client.ask(get("locklab:1"));
    return !reply.is_unknown();
  });
  EXPECT_THAT(reply.text, StartsWith("LOADING"));
  client.run_until([&] { return client.ask(get("locklab:1")).is_text("1"); });
  server.kill();
  std::filesystem::remove_all(folder);
}

// --- servers that are gone, silent or no Redis

TEST(LiveEnvOutside, NobodyOnThePortIsUnknownAtOnce) {
  Client client({at_port(app::free_port())});
  const Reply reply = client.ask(get("locklab:k"));
  EXPECT_EQ(reply.kind, Reply::Kind::unknown);
  EXPECT_THAT(reply.text, HasSubstr("Connection refused"));
  EXPECT_THAT(client.kinds(), ElementsAre(EventKind::sent, EventKind::timed_out));
}

TEST(LiveEnvOutside, AServerKilledInMidCommandIsUnknown) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  servers[0].stop();
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), patience, &reply);
  task.start();
  servers[0].kill();
  client.run_until([&] { return task.done(); });
  EXPECT_EQ(reply.kind, Reply::Kind::unknown);
}

TEST(LiveEnvOutside, AfterARestartTheNextCommandReconnects) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  servers[0].kill();
  EXPECT_TRUE(client.ask(get("locklab:k")).is_unknown());
  servers.restart(0);
  EXPECT_TRUE(client.ask(get("locklab:k")).is_nil());
}

TEST(LiveEnvOutside, APortThatAcceptsAndNeverAnswersIsATimeoutThatDropsTheConnection) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Client client({at_port(server.port())});
  const Time start = client.env().monotonic_now();
  const Reply reply = client.ask(get("locklab:k"), 30ms);
  EXPECT_EQ(reply, Reply::unknown("timeout"));
  EXPECT_GE(client.env().monotonic_now() - start, 30ms);
  EXPECT_THAT(client.kinds(), ElementsAre(EventKind::sent, EventKind::timed_out));
  client.run_until([&] { return server.served() == 1; });
  EXPECT_EQ(client.ask(get("locklab:k"), 30ms), Reply::unknown("timeout"));
}

TEST(LiveEnvOutside, ATimeoutTakesTheOtherCommandsOfItsConnectionAlong) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Client client({at_port(server.port())});
  Reply first;
  Reply second;
  Task<> impatient = ask(client.env(), n1, get("locklab:k"), 20ms, &first);
  Task<> patient = ask(client.env(), n1, get("locklab:k"), patience, &second);
  impatient.start();
  patient.start();
  client.run_until([&] { return impatient.done() && patient.done(); });
  EXPECT_EQ(first, Reply::unknown("timeout"));
  EXPECT_EQ(second, Reply::unknown("the connection was dropped"));
}

struct Rubbish {
  const char* name;
  std::string bytes;
  const char* text;
};

class LiveEnvRubbish : public testing::TestWithParam<Rubbish> {};

TEST_P(LiveEnvRubbish, IsUnknownWithAClearTextAndTheClientGoesOn) {
  const std::string bytes = GetParam().bytes;
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
    Outside, LiveEnvRubbish,
    testing::Values(Rubbish{"NoRedis", "HTTP/1.1 400 Bad Request\r\n\r\n", "no Redis reply"},
                    Rubbish{"Zeros", std::string(64, '\0'), "no Redis reply"},
                    Rubbish{"Resp3", "%1\r\n+a\r\n+b\r\n", "no Redis reply"},
                    Rubbish{"BadLength", "$-7\r\n", "no Redis reply"},
                    Rubbish{"EndlessArray", "*2147483647\r\n", "an array of more than"},
                    Rubbish{"LongArrayInArrays", "*2\r\n*2000000\r\n", "an array of more than"},
                    Rubbish{"HugeText", "$900000000\r\n" + std::string(5 << 20, 'x'),
                            "a reply of more than"},
                    Rubbish{"MiddleOfAText", "$100\r\nabc", "vanished in the middle"},
                    Rubbish{"MiddleOfAnArray", "*2\r\n:1\r\n", "vanished in the middle"},
                    Rubbish{"MiddleOfALine", "+O", "vanished in the middle"},
                    Rubbish{"Nothing", "", "closed the connection"}),
    [](const auto& rubbish) { return rubbish.param.name; });

TEST(LiveEnvOutside, AReplyThatNobodyAskedForEndsTheConnectionAndNothingElse) {
  FakeServer server([](FakeServer::Peer& peer) {
    while (!peer.hear().empty()) peer.say("+OK\r\n+SURPRISE\r\n");
  });
  Client client({at_port(server.port())});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(client.ask(get("locklab:k")).ok());
    client.run_until([&] { return server.served() == i + 1; });
  }
}

TEST(LiveEnvOutside, WritingToAConnectionThatWasResetKillsNobody) {
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

// --- pauses, crashes, cancelling

TEST(LiveEnvPause, RepliesThatAreThereComeBeforeTimeoutsAndTimersByDueTime) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  std::vector<std::string> log;
  std::vector<Task<>> tasks;
  tasks.push_back(nap(client.env(), 30ms, &log, "later nap"));
  tasks.push_back(nap(client.env(), 10ms, &log, "early nap"));
  tasks.push_back(ask_and_log(client.env(), setnx("locklab:k", "v"), 5ms, &log));
  for (Task<>& task : tasks) task.start();
  client.env().pause();
  const Time woken = client.env().monotonic_now() + 40ms;
  client.run_until([&] { return client.env().monotonic_now() > woken; });
  EXPECT_TRUE(log.empty());
  client.env().resume();
  client.run_until([&] { return log.size() == 3; });
  EXPECT_THAT(log, ElementsAre("(integer) 1", "early nap", "later nap"));
}

TEST(LiveEnvPause, WhatItsTasksSendWaitsUntilItGoesOn) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  client.env().pause();
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), patience, &reply);
  task.start();
  const Time woken = client.env().monotonic_now() + 20ms;
  client.run_until([&] { return client.env().monotonic_now() > woken; });
  EXPECT_TRUE(servers.ask(get("locklab:k")).is_nil());
  EXPECT_EQ(client.trace().size(), 2u) << "it is recorded when it leaves";
  client.env().resume();
  client.run_until([&] { return task.done(); });
  EXPECT_TRUE(reply.is(1));
}

TEST(LiveEnvPause, ALoopThatWasBusyReadsTheSocketBeforeItReportsATimeout) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), 5ms, &reply);
  task.start();
  // Nobody runs the loop until the reply is there and the timeout is over.
  const Time end = client.env().monotonic_now() + 10ms;
  while (!servers.ask(get("locklab:k")).is_text("v") || client.env().monotonic_now() < end)
    continue;
  client.run_until([&] { return task.done(); });
  EXPECT_TRUE(reply.is(1)) << as_printed(reply);
}

TEST(LiveEnvCrash, DestroyingAClientInMidCommandLeaksNothingAndTheServerSeesItGo) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Client client({at_port(server.port())});
  Reply reply;
  std::vector<std::string> log;
  Task<> task = ask(client.env(), n1, get("locklab:k"), patience, &reply);
  Task<> sleeper = nap(client.env(), 1s, &log, "x");
  task.start();
  sleeper.start();
  task = {};
  sleeper = {};
  client.crash();
  client.run_until([&] { return server.served() == 1; });
}

Task<> cancelled_then_release(Env& env, StopSignal* stop, std::vector<std::string>* log) {
  const Reply reply = co_await env.call(n1, setnx("locklab:k", "v"), patience, stop);
  log->push_back(as_printed(reply));
  const bool slept = co_await env.sleep(patience, stop);
  log->push_back(slept ? "slept" : "did not sleep");
  const Reply released = co_await env.call(n1, del("locklab:k"), patience);
  log->push_back(as_printed(released));
}

TEST(LiveEnvCancel, ACancelledWaitEndsAndTheTaskMayStillRelease) {
  Servers servers;
  Client client(servers.endpoints());
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  StopSignal stop;
  std::vector<std::string> log;
  Task<> task = cancelled_then_release(client.env(), &stop, &log);
  task.start();
  stop.raise();
  EXPECT_TRUE(log.empty()) << "cancelled from the loop, not at once";
  client.run_until([&] { return task.done(); });
  EXPECT_THAT(log, ElementsAre("cancelled", "did not sleep", "(integer) 1"));
}

}  // namespace
}  // namespace locklab::redis
