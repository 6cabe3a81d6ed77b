// One client of live Redis: commands, scripts, timers, pauses, crash and cancellation.
#include "app/live/clients/live_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lock/scripts.h"
#include "tests/support/fake_server.h"
#include "tests/support/live_client.h"

namespace locklab::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Task<> nap(Env& env, Duration duration, std::vector<std::string>* log, std::string name) {
  co_await env.sleep(duration);
  log->push_back(name);
}

Task<> ask_and_log(Env& env, Command command, Duration timeout, std::vector<std::string>* log) {
  const Reply reply = co_await env.call(n1, std::move(command), timeout);
  log->push_back(as_printed(reply));
}

/// A client of a healthy server.
struct LiveClientTest : testing::Test {
  /// Sends all commands at once, and waits for the last reply.
  std::vector<Reply> ask_at_once(const std::vector<Command>& commands) {
    std::vector<Reply> replies(commands.size());
    std::vector<Task<>> tasks;
    for (std::size_t i = 0; i < commands.size(); ++i) {
      tasks.push_back(test::ask(client.env(), n1, commands[i], patience, &replies[i]));
      tasks.back().start();
    }
    client.run_until([&] { return tasks.back().done(); });
    return replies;
  }

  Servers servers;
  Client client{servers.endpoints()};
};
using LiveClientPause = LiveClientTest;
using LiveClientCancel = LiveClientTest;

TEST_F(LiveClientTest, ACommandIsAnsweredAndRecorded) {
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is(1));
  EXPECT_TRUE(client.ask(get("locklab:k")).is_text("v"));
  ASSERT_THAT(client.kinds(), ElementsAre(sim::EventKind::sent, sim::EventKind::received,
                                          sim::EventKind::sent, sim::EventKind::received));
  const sim::Trace& trace = client.trace();
  EXPECT_EQ(as_typed(trace.words(trace[0])), "SETNX locklab:k v");
  EXPECT_EQ(trace[0].message, trace[1].message);
  EXPECT_NE(trace[0].message, trace[2].message);
  EXPECT_EQ(trace[1].value, 1);
  EXPECT_EQ(trace.text(trace[3]), "v");
  EXPECT_THAT(trace.places()[trace[0].place].file, HasSubstr("live_client.h"));
  for (std::size_t i = 1; i < trace.size(); ++i) EXPECT_LE(trace[i - 1].at, trace[i].at);
}

TEST_F(LiveClientTest, CommandsSentAtOnceAreAnsweredInOrderOnOneConnection) {
  const std::vector<Reply> replies = ask_at_once(
      {Command("MULTI"), setnx("locklab:k", "v"), pexpire("locklab:k", 5s), Command("EXEC")});
  EXPECT_EQ(replies[1], Reply::status("QUEUED"));
  EXPECT_EQ(replies[3], Reply::array({Reply::number(1), Reply::number(1)}));
}

TEST_F(LiveClientTest, AConnectionThatIsLostInsideATransactionIsNotReplaced) {
  ASSERT_TRUE(client.ask(Command("MULTI")).ok());
  servers.ask(plain({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}));
  EXPECT_TRUE(client.ask(setnx("locklab:k", "v")).is_unknown());
  EXPECT_TRUE(client.ask(pexpire("locklab:k", 5s)).is_unknown());
  EXPECT_TRUE(client.ask(Command("EXEC")).is_unknown());
  EXPECT_TRUE(servers.ask(get("locklab:k")).is_nil()) << "the rest ran without its beginning";
  EXPECT_TRUE(client.ask(setnx("locklab:k", "w")).is(1)) << "what comes after it is sent again";
}

TEST(LiveClient, ItsConnectionsAreOpenedBeforeAnythingIsSentAndOneThatCannotBeIsKnown) {
  // Otherwise the first command would open its connection, and be recorded as sent before its
  // server was reached.
  Servers servers({{.name = "n1"}, {.name = "n2"}});
  Client client(servers.endpoints());
  client.env().wire().connect({NodeId{0}, NodeId{1}});
  client.run_until([&] { return client.env().wire().connected(); });
  EXPECT_EQ(client.env().wire().lost_connection(), std::nullopt);
  EXPECT_TRUE(client.trace().empty());
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_THAT(servers.ask(plain({"INFO", "clients"}), i).text, HasSubstr("connected_clients:2"));

  Client lost({at_port(app::free_port())});
  lost.env().wire().connect({n1});
  lost.run_until([&] { return lost.env().wire().connected(); });
  ASSERT_TRUE(lost.env().wire().lost_connection());
  EXPECT_EQ(lost.env().wire().lost_connection()->first, n1);
  EXPECT_THAT(lost.env().wire().lost_connection()->second.text, HasSubstr("Connection refused"));
}

TEST(LiveClient, SeveralNodesAreAskedAtOnce) {
  Servers servers({{.name = "n1"}, {.name = "n2"}, {.name = "n3"}});
  Client client(servers.endpoints());
  servers[1].stop();  // a slow server does not delay the others' replies
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

TEST_F(LiveClientTest, AScriptThatTheServerForgotIsLoadedAgainWithinTheSameCall) {
  const Command release = eval(scripts::release_if_owner, {"locklab:k"}).add("v");
  EXPECT_TRUE(client.ask(release).is(0));
  EXPECT_TRUE(servers.ask(plain({"SCRIPT", "FLUSH"})).ok());
  servers.ask(plain({"SET", "locklab:k", "v"}));
  EXPECT_TRUE(client.ask(release).is(1));
  EXPECT_THAT(client.kinds(), ElementsAre(sim::EventKind::sent, sim::EventKind::received,
                                          sim::EventKind::sent, sim::EventKind::received));
  EXPECT_EQ(client.trace().info.scripts.size(), 1u);
}

TEST_F(LiveClientTest, ScriptsSentAtOnceToAServerThatKnowsNoneAreAllAnswered) {
  const Command release = eval(scripts::release_if_owner, {"locklab:k"}).add("v");
  EXPECT_THAT(ask_at_once({release, release, release}), testing::Each(Reply::number(0)));
}

TEST(LiveClient, TokensDifferAndCountTheAttempts) {
  Client client({});
  const Token a = client.env().random_token();
  const Token b = client.env().random_token();
  EXPECT_NE(a.text(), b.text());
  EXPECT_EQ(a.acquisition, 1u);
  EXPECT_EQ(b.acquisition, 2u);
  for (int i = 0; i < 100; ++i) EXPECT_LT(client.env().random_below(7), 7u);
}

TEST(LiveClient, ASleepIsNeverTooShort) {
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

// --- pauses, crashes, cancellation

TEST_F(LiveClientPause, RepliesThatAreThereComeBeforeTimeoutsAndTimersByDueTime) {
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  std::vector<std::string> log;
  std::vector<Task<>> tasks;
  tasks.push_back(nap(client.env(), 30ms, &log, "later nap"));
  tasks.push_back(nap(client.env(), 10ms, &log, "early nap"));
  tasks.push_back(ask_and_log(client.env(), setnx("locklab:k", "v"), 5ms, &log));
  for (Task<>& task : tasks) task.start();
  client.pause();
  servers.wait_until_written("locklab:k", "v");
  const Time woken = client.env().monotonic_now() + 40ms;
  client.run_until([&] { return client.env().monotonic_now() > woken; });
  EXPECT_TRUE(log.empty());
  client.resume();
  client.run_until([&] { return log.size() == 3; });
  EXPECT_THAT(log, ElementsAre("(integer) 1", "early nap", "later nap"));
}

TEST_F(LiveClientPause, WhatItsTasksSendWaitsUntilItGoesOn) {
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  client.pause();
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), patience, &reply);
  task.start();
  const Time woken = client.env().monotonic_now() + 20ms;
  client.run_until([&] { return client.env().monotonic_now() > woken; });
  EXPECT_TRUE(servers.ask(get("locklab:k")).is_nil());
  EXPECT_EQ(client.kinds().back(), sim::EventKind::client_paused)
      << "it is recorded when it leaves";
  client.resume();
  client.run_until([&] { return task.done(); });
  EXPECT_TRUE(reply.is(1));
}

TEST_F(LiveClientPause, ALoopThatWasBusyReadsTheSocketBeforeItReportsATimeout) {
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  Reply reply;
  Task<> task = ask(client.env(), n1, setnx("locklab:k", "v"), 5ms, &reply);
  task.start();
  // The loop does not run until the reply has arrived and the timeout is over.
  const Time end = client.env().monotonic_now() + 10ms;
  servers.wait_until_written("locklab:k", "v");
  while (client.env().monotonic_now() < end) continue;
  client.run_until([&] { return task.done(); });
  EXPECT_TRUE(reply.is(1)) << as_printed(reply);
}

TEST(LiveClientCrash, DestroyingAClientInMidCommandLeaksNothingAndTheServerSeesItGo) {
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

TEST_F(LiveClientCancel, ACancelledWaitEndsAndTheTaskMayStillRelease) {
  ASSERT_TRUE(client.ask(get("locklab:k")).is_nil());
  StopSignal stop(client.env());
  std::vector<std::string> log;
  Task<> task = cancelled_then_release(client.env(), &stop, &log);
  task.start();
  stop.raise();
  EXPECT_TRUE(log.empty()) << "cancelled from the loop, not at once";
  client.run_until([&] { return task.done(); });
  EXPECT_THAT(log, ElementsAre("cancelled", "did not sleep", "(integer) 1"));
}

Task<> subscribe_and_hear(Env& env, int frames, std::vector<std::string>* log) {
  const Reply reply = co_await env.call(n1, subscribe("news"), patience);
  log->push_back(as_printed(reply));
  for (int i = 0; i < frames; ++i) {
    const Reply frame = co_await env.listen(n1, patience);
    log->push_back(frame.kind == Reply::Kind::array ? frame.items[2].text : frame.text);
  }
}

/// A client that subscribes and then waits for `frames` pushes.
class LiveListen : public LiveClientTest {
 protected:
  void begin(int frames) {
    task = subscribe_and_hear(client.env(), frames, &log);
    task.start();
    client.run_until([&] { return log.size() == 1; });
  }
  void publish(std::string_view words) {
    EXPECT_TRUE(servers.ask(locklab::publish("news", words)).is(1));
  }
  void hear_all() {
    client.run_until([&] { return task.done(); });
  }

  std::vector<std::string> log;
  Task<> task;
};

TEST_F(LiveListen, FramesComeInTheirOrderAndAreRecorded) {
  begin(2);
  publish("one");
  publish("two");
  hear_all();
  EXPECT_THAT(log, testing::ElementsAre(R"(["subscribe", "news", (integer) 1])", "one", "two"));
  EXPECT_THAT(client.kinds(),
              testing::ElementsAre(sim::EventKind::sent, sim::EventKind::received,
                                   sim::EventKind::push_received, sim::EventKind::push_received));
  EXPECT_TRUE(client.ask(get("locklab:x")).is_nil()) << "commands have a connection of their own";
}

TEST_F(LiveListen, APausedClientHearsWhenItWakes) {
  begin(1);
  client.pause();
  publish("while you slept");
  for (int i = 0; i < 20; ++i) client.run_until([] { return true; });
  EXPECT_EQ(log.size(), 1u);
  client.resume();
  hear_all();
  EXPECT_EQ(log.back(), "while you slept");
}

TEST_F(LiveListen, AServerThatDiesEndsTheSubscription) {
  begin(1);
  servers[0].kill();
  hear_all();
  EXPECT_EQ(log.back(), "not subscribed");
}

}  // namespace
}  // namespace locklab::test
