// Many clients on few connections: each gets its own replies, and none disturbs the others.
#include "lock/redis/pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "lock/lock_config.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/pooled_env.h"
#include "lock/strategy.h"
#include "tests/support/fake_server.h"
#include "tests/support/loop_runner.h"
#include "tests/support/real_redis.h"

namespace locklab::redis {
namespace {

using test::FakeServer;
using test::LoopRunner;
using test::on_loopback;
using test::RealRedis;

constexpr NodeId n1{0};
constexpr Duration patience = 10s;

Command words(std::initializer_list<std::string_view> all) {
  Command command;
  for (std::string_view word : all) command.add(word);
  return command;
}

Task<> ask(Env& env, Command command, Duration timeout, Reply* reply, StopSignal* stop = nullptr) {
  *reply = co_await env.call(n1, std::move(command), timeout, stop);
}

/// A pool on a loop. ask() sends a client's command and runs the loop until its task is done.
class Fixture {
 public:
  explicit Fixture(int port, std::size_t shared = 1)
      : pool(*loop, {on_loopback(port)}, {}, shared) {}

  Reply ask(PooledEnv& client, Command command, Duration timeout = patience) {
    Reply reply;
    Task<> task = redis::ask(client, std::move(command), timeout, &reply);
    task.start();
    loop.run_until([&] { return task.done(); });
    return reply;
  }

  LoopRunner loop;
  Pool pool;
};

struct ServerOfAPool {
  RealRedis server;
};

struct PoolOnRedis : testing::Test, ServerOfAPool, Fixture {
  PoolOnRedis() : Fixture(server.port()) {}
};

/// Commands in flight, started together.
struct Asked {
  std::vector<Reply> replies;
  std::vector<Task<>> tasks;
  explicit Asked(std::size_t most) : replies(most) {}
  void begin(PooledEnv& client, Command command, Duration timeout = patience) {
    tasks.push_back(ask(client, std::move(command), timeout, &replies[tasks.size()]));
    tasks.back().start();
  }
  bool all_done() const {
    return std::all_of(tasks.begin(), tasks.end(), [](const Task<>& task) { return task.done(); });
  }
};

TEST_F(PoolOnRedis, EachClientGetsTheReplyToItsOwnCommand) {
  std::vector<std::unique_ptr<PooledEnv>> clients;
  Asked asked(300);
  for (int i = 0; i < 300; ++i) {
    clients.push_back(std::make_unique<PooledEnv>(pool));
    asked.begin(*clients.back(), words({"ECHO", std::to_string(i)}));
  }
  loop.run_until([&] { return asked.all_done(); });
  for (std::size_t i = 0; i < 300; ++i)
    EXPECT_TRUE(asked.replies[i].is_text(std::to_string(i))) << i;
  EXPECT_EQ(pool.connections(), 1u);
}

TEST(PoolTest, ATimeoutGivesUpOneCommandAndTouchesNobodyElses) {
  std::atomic<bool> given_up = false;
  FakeServer server([&](FakeServer::Peer& peer) {
    std::string heard;
    while (std::count(heard.begin(), heard.end(), '*') < 3) {
      const std::string more = peer.hear();
      if (more.empty()) return;
      heard += more;
    }
    peer.say("+first\r\n");  // a connection with replies is not lost
    while (!given_up) std::this_thread::yield();
    peer.say("+late\r\n+second\r\n");
    if (!peer.hear().empty()) peer.say("+third\r\n");
    peer.wait_until_closed();
  });
  Fixture fixture(server.port());
  PooledEnv hasty(fixture.pool), patient(fixture.pool);
  Asked asked(3);
  asked.begin(patient, words({"GET", "a"}));
  asked.begin(hasty, words({"GET", "b"}), 1s);
  asked.begin(patient, words({"GET", "c"}));
  fixture.loop.run_until([&] { return asked.tasks[1].done(); });
  EXPECT_EQ(asked.replies[1], Reply::unknown(Silence::timeout));
  given_up = true;
  fixture.loop.run_until([&] { return asked.all_done(); });
  EXPECT_EQ(asked.replies[0], Reply::status("first"));
  EXPECT_EQ(asked.replies[2], Reply::status("second")) << "the late reply is nobody's";
  EXPECT_EQ(fixture.ask(hasty, words({"GET", "d"})), Reply::status("third"));
  EXPECT_EQ(fixture.pool.counts().late_replies, 1u);
  EXPECT_EQ(fixture.pool.counts().drops, 0u);
}

TEST(PoolTest, AConnectionOnWhichNothingComesAtAllIsDropped) {
  FakeServer server([](FakeServer::Peer& peer) { peer.wait_until_closed(); });
  Fixture fixture(server.port());
  PooledEnv hasty(fixture.pool), patient(fixture.pool);
  Asked asked(2);
  asked.begin(patient, words({"GET", "a"}));
  asked.begin(hasty, words({"GET", "b"}), 30ms);
  fixture.loop.run_until([&] { return asked.all_done(); });
  EXPECT_EQ(asked.replies[1], Reply::unknown(Silence::timeout));
  EXPECT_EQ(asked.replies[0], Reply::unknown(Silence::dropped));
  EXPECT_EQ(fixture.pool.counts().drops, 1u);
  fixture.loop.run_until([&] { return server.served() == 1; });
}

TEST_F(PoolOnRedis, AReplyThatIsThereAlreadyComesBeforeATimeout) {
  PooledEnv client(pool), other(pool);
  ASSERT_TRUE(ask(client, get("k")).is_nil());
  Asked asked(1);
  asked.begin(client, words({"SET", "k", "v"}), 200ms);
  (*loop).run_ready();  // sends the command
  // The loop does not run until the reply has arrived and the timeout is over.
  BlockingClient witness(on_loopback(server.port()), {});
  const std::int64_t end = Loop::now_us() + 250'000;
  while (!witness.call(get("k")).is_text("v") || Loop::now_us() < end) continue;
  loop.run_until([&] { return asked.all_done(); });
  EXPECT_TRUE(asked.replies[0].ok()) << as_printed(asked.replies[0]);
}

TEST_F(PoolOnRedis, WaitHoldsUpNobodyElse) {
  PooledEnv waiter(pool), other(pool);
  Asked asked(2);
  asked.begin(waiter, wait_replicas(1, patience));
  asked.begin(other, words({"SET", "k", "v"}));
  loop.run_until([&] { return asked.tasks[1].done(); });
  EXPECT_FALSE(asked.tasks[0].done());
  EXPECT_EQ(pool.connections(), 2u);
}

TEST(PoolTest, WaitCountsWhatItsClientWroteOnTheSharedConnection) {
  RealRedis master({"--repl-diskless-sync-delay", "0"});
  RealRedis replica({"--replicaof", "127.0.0.1 " + std::to_string(master.port())});
  Fixture fixture(master.port());
  PooledEnv client(fixture.pool);
  ASSERT_TRUE(fixture.ask(client, words({"SET", "k", "v"})).ok());
  fixture.loop.run_until([&] { return fixture.ask(client, wait_replicas(1, 100ms)).is(1); });
  kill(replica.pid(), SIGSTOP);
  ASSERT_TRUE(fixture.ask(client, words({"SET", "k", "w"})).ok());
  EXPECT_TRUE(fixture.ask(client, wait_replicas(1, 50ms)).is(0)) << "the replica has not got it";
  kill(replica.pid(), SIGCONT);
  EXPECT_TRUE(fixture.ask(client, wait_replicas(1, patience)).is(1));
}

TEST_F(PoolOnRedis, TransactionsOfTwoClientsDoNotMix) {
  PooledEnv alice(pool), bob(pool), carol(pool);
  Asked asked(7);
  asked.begin(alice, words({"MULTI"}));
  asked.begin(bob, words({"MULTI"}));
  asked.begin(alice, words({"SET", "a", "1"}));
  asked.begin(bob, words({"SET", "b", "2"}));
  asked.begin(carol, words({"GET", "a"}));
  asked.begin(alice, words({"EXEC"}));
  asked.begin(bob, words({"EXEC"}));
  loop.run_until([&] { return asked.all_done(); });
  EXPECT_TRUE(asked.replies[4].is_nil() || asked.replies[4].is_text("1"));
  for (const std::size_t exec : {5, 6})
    EXPECT_EQ(asked.replies[exec], Reply::array({Reply::status("OK")}));
  EXPECT_EQ(pool.connections(), 3u);
  EXPECT_EQ(ask(alice, words({"MULTI"})), Reply::status("OK"));
  EXPECT_EQ(ask(alice, words({"DISCARD"})), Reply::status("OK"));
  EXPECT_EQ(pool.connections(), 3u) << "a connection that is free again is used again";
}

TEST_F(PoolOnRedis, ATransactionThatLostItsConnectionDoesNotGoOnWithoutIt) {
  PooledEnv client(pool);
  ASSERT_TRUE(ask(client, words({"MULTI"})).ok());
  BlockingClient stranger(on_loopback(server.port()), {});
  ASSERT_TRUE(stranger.call(words({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"})).is(1));
  EXPECT_TRUE(ask(client, words({"SET", "k", "v"})).is_unknown());
  EXPECT_TRUE(ask(client, words({"SET", "k", "w"})).is_unknown());
  EXPECT_TRUE(ask(client, words({"EXEC"})).is_unknown());
  EXPECT_TRUE(ask(client, words({"GET", "k"})).is_nil());
}

TEST_F(PoolOnRedis, AClientThatGoesInTheMiddleOfATransactionTakesItAlong) {
  PooledEnv other(pool);
  {
    PooledEnv client(pool);
    ASSERT_TRUE(ask(client, words({"MULTI"})).ok());
  }
  EXPECT_TRUE(ask(other, words({"MULTI"})).ok());
  EXPECT_EQ(ask(other, words({"EXEC"})), Reply::array({}));
}

TEST_F(PoolOnRedis, TasksMayBeDestroyedOrCancelledAtAnyTime) {
  PooledEnv other(pool);
  for (int steps = 0; steps < 6; ++steps) {
    auto client = std::make_unique<PooledEnv>(pool);
    StopSignal stop(*client);
    Reply reply[3];
    std::vector<Task<>> tasks;
    tasks.push_back(redis::ask(*client, words({"INCR", "k"}), patience, &reply[0], &stop));
    tasks.push_back(redis::ask(*client, words({"INCR", "k"}), patience, &reply[1]));
    tasks.push_back(redis::ask(*client, wait_replicas(1, 20ms), patience, &reply[2]));
    for (Task<>& task : tasks) task.start();
    if (steps % 2 == 0) stop.raise();
    for (int i = 0; i < steps; ++i) (*loop).run_ready();
    tasks.clear();
    client.reset();
    ASSERT_TRUE(ask(other, words({"ECHO", "x"})).is_text("x"));
  }
  const Reply count = ask(other, get("k"));
  EXPECT_LE(std::stoi(count.text.empty() ? "0" : count.text), 12);
}

Task<> cancelled_then_release(Env& env, StopSignal* stop, std::vector<std::string>* log) {
  const Reply reply = co_await env.call(n1, setnx("k", "v"), patience, stop);
  log->push_back(as_printed(reply));
  const bool slept = co_await env.sleep(patience, stop);
  log->push_back(slept ? "slept" : "did not sleep");
  const Reply released = co_await env.call(n1, del("k"), patience);
  log->push_back(as_printed(released));
}

TEST_F(PoolOnRedis, ACancelledWaitEndsFromTheLoopAndTheTaskMayStillRelease) {
  PooledEnv client(pool);
  ASSERT_TRUE(ask(client, get("k")).is_nil());
  StopSignal stop(client);
  std::vector<std::string> log;
  Task<> task = cancelled_then_release(client, &stop, &log);
  task.start();
  stop.raise();
  EXPECT_TRUE(log.empty());
  loop.run_until([&] { return task.done(); });
  EXPECT_THAT(log, testing::ElementsAre("cancelled", "did not sleep", "(integer) 1"));
}

// --- locks on a pool

struct Counting final : PooledEnv::Observer {
  std::uint64_t acquired = 0;
  std::uint64_t released = 0;
  void noted(PooledEnv&, const Note& note) override {
    acquired += note.kind == NoteKind::acquired;
    released += note.kind == NoteKind::released;
  }
};

Task<> rounds_of(Env& env, const Strategy* strategy, Lock lock, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    Grant grant = co_await acquire(env, *strategy, lock, env.monotonic_now() + patience);
    if (grant.granted) co_await release(env, *strategy, lock, std::move(grant.held));
  }
}

/// Bytes allocated with malloc and not freed, in the whole program.
std::size_t in_use() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

TEST_F(PoolOnRedis, AThousandClientsLockOverOneConnection) {
  Counting counting;
  constexpr std::size_t many = 1'000;
  const Strategy* strategy = find_strategy("set_px_lua");
  std::vector<LockConfig> locks(many);
  std::vector<std::unique_ptr<PooledEnv>> clients(many);
  std::vector<Task<>> tasks(many);
  for (std::size_t i = 0; i < many; ++i) {
    locks[i].key = "locklab:lock" + std::to_string(i);
    locks[i].node_timeout = patience;
    clients[i] = std::make_unique<PooledEnv>(pool, &counting);
    tasks[i] = rounds_of(*clients[i], strategy, &locks[i], 3);
    tasks[i].start();
  }
  loop.run_until([&] {
    return std::all_of(tasks.begin(), tasks.end(), [](const Task<>& task) { return task.done(); });
  });
  EXPECT_EQ(counting.acquired, 3 * many);
  EXPECT_EQ(counting.released, 3 * many);
  EXPECT_EQ(pool.counts().timeouts, 0u);
  EXPECT_EQ(pool.connections(), 1u);
}

TEST_F(PoolOnRedis, AClientWithACommandOnItsWayCostsLittleMemory) {
  constexpr std::size_t many = 1'000;
  PooledEnv first(pool);
  ASSERT_TRUE(ask(first, get("k")).is_nil());
  std::vector<std::unique_ptr<PooledEnv>> clients(many);
  Asked asked(many);
  asked.tasks.reserve(many);
  const Command command = set_nx_px("locklab:lock", std::string(32, 'x'), 1s);
  const std::size_t before = in_use();
  for (std::size_t i = 0; i < many; ++i) {
    clients[i] = std::make_unique<PooledEnv>(pool);
    asked.begin(*clients[i], command);
  }
  // Includes the frame of the client's task, which holds the command and its reply.
  EXPECT_LT((in_use() - before) / many, 2'048u);
  loop.run_until([&] { return asked.all_done(); });
}

}  // namespace
}  // namespace locklab::redis
