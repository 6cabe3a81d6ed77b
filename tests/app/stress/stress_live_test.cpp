// Loads on real servers: every lock keeps its promises, a lock that does not exclude is caught, and
// faults have visible effects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <vector>

#include "app/stress/servers/stress_servers.h"
#include "sim/scenario/promises.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/child_process.h"
#include "tests/support/live_client.h"

namespace locklab::app {
namespace {

StressOptions on(test::Servers& servers) {
  StressOptions options;
  for (const redis::Endpoint& server : servers.endpoints())
    options.target.servers.push_back({"127.0.0.1", server.port});
  return options;
}

class StressLiveEachLock : public testing::TestWithParam<std::string> {};

TEST_P(StressLiveEachLock, KeepsItsPromisesAndLeavesNoKey) {
  StressWork work = test::short_load(GetParam());
  std::vector<FleetPlan> plan(std::max<std::size_t>(work.servers, 1));
  for (std::size_t i = 0; i < plan.size(); ++i) plan[i].name = "n" + std::to_string(i + 1);
  if (work.strategy->traits.has(Trait::needs_replicas))
    plan.push_back({.name = "n1r1", .replica_of = 0});
  test::Servers servers(plan);
  {
    redis::BlockingClient somebody(servers[0].endpoint(), {});
    ASSERT_TRUE(somebody.call(test::plain({"SET", "somebody:elses", "key"})).ok());
    // A replica receives nothing before its first acknowledgement, so WAIT could not count on it.
    if (work.strategy->traits.has(Trait::needs_replicas)) {
      ASSERT_TRUE(somebody.call(wait_replicas(1, 10s), 11s).is(1));
    }
  }
  work.own_servers = work.servers == 0;
  work.threads = 2;
  StressOptions options;
  if (!work.own_servers) options = on(servers);
  options.target.servers.resize(work.servers);
  options.may_be_disturbed = true;  // a replica is connected

  const StressResult result = test::loaded(work, options);
  // Without a server each client locks only for itself; the clients of a naive rate limiter race.
  const bool harmless =
      work.strategy->topology != Topology::none && GetParam() != "rate_limit_naive";
  if (harmless) {
    EXPECT_FALSE(broke_a_promise(result));
  }
  if (harmless && work.strategy->traits.has(Trait::exclusive)) {
    EXPECT_GT(result.measures.counts.acquired, 0u);
    EXPECT_EQ(result.count(Harm::overlap), 0u);
    EXPECT_EQ(result.count(Harm::lost_update), 0u);
  }
  EXPECT_EQ(result.measures.counts.silences, 0u);
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_FALSE(result.left) << sentence(*result.left).english();
  for (std::size_t i = 0; i < work.servers; ++i)
    EXPECT_TRUE(servers.ask(Command("DBSIZE"), i).is(i == 0 ? 1 : 0)) << "a key is left";
}

INSTANTIATE_TEST_SUITE_P(Locks, StressLiveEachLock, testing::ValuesIn(test::every_lock()),
                         [](const auto& id) { return id.param; });

/// A lock that looks at the key and then sets it: two clients may look at the same time.
Task<Grant> look_then_take(Env& env, Lock lock, Token token) {
  const Reply seen = co_await env.call(lock->nodes[0], get(lock->key), lock->node_timeout);
  if (!seen.is_nil()) co_return NotHeld(Refusal::taken);
  Command take = set_px(lock->key, token.text(), lock->ttl);
  co_await env.call(lock->nodes[0], std::move(take), lock->node_timeout);
  Held held;
  held.token = token;
  co_return held;
}

Task<Released> delete_it(Env& env, Lock lock, Held) {
  co_await env.call(lock->nodes[0], del(lock->key), lock->node_timeout);
  co_return Released::released;
}

TEST_IN_TIME(StressLive, ALockThatLooksFirstAndTakesThenIsCaught) {
  const Strategy racy{.id = "set_px_del",
                      .traits = {Trait::exclusive},
                      .acquire = look_then_take,
                      .release = delete_it};
  const StressResult result = test::loaded(test::short_load(racy));
  EXPECT_TRUE(broke_a_promise(result));
  EXPECT_GT(result.count(Harm::overlap), 0u);
  EXPECT_GT(result.count(Harm::lost_update), 0u);
  ASSERT_FALSE(result.violations.empty());
  const Violation& first = result.violations[0];
  EXPECT_NE(first.first.client, first.second.client);
  EXPECT_LE(first.first.entered_us, first.second.entered_us);
  EXPECT_GE(first.first.left_us, first.second.entered_us);
}

TEST_IN_TIME(StressLive, AHolderThatCrashesBlocksTheOthersForItsLease) {
  StressWork work = test::short_load("set_px_lua");
  work.lock.ttl = 100ms;
  work.duration = 400ms;
  work.strikes = test::strikes({"at 50ms crash holder"});
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(broke_a_promise(result));
  EXPECT_GE(result.measures.acquire.max(), 50'000u);
}

TEST_IN_TIME(StressLive, WhoStillWaitsAtTheEndHasNotTriedAgain) {
  StressWork work = test::short_load("set_px_lua");
  work.clients = 3;
  work.warm_up = 0ms;
  work.hold = work.duration / 3;
  work.lock.node_timeout = 100ms;
  work.lock.retry_delay = work.lock.retry_jitter = 10s;
  const Counts counts = test::loaded(work).measures.counts;
  EXPECT_GE(counts.attempts, 1u);
  EXPECT_EQ(counts.retries, 0u) << "the others wait for ten seconds";
}

TEST_IN_TIME(StressLive, EachAttemptThatIsCountedHasItsOutcomeAlsoWithoutAWarmUp) {
  StressWork work = test::short_load("set_px_lua");
  work.warm_up = 0ms;
  work.hold = 5ms;
  const Counts counts = test::loaded(work).measures.counts;
  EXPECT_GT(counts.refused, 0u);
  EXPECT_EQ(counts.attempts, counts.acquired + counts.refused);
}

TEST_IN_TIME(StressLive, AnOpenLoopCountsTheStallOfAFrozenServerForEachThatShouldHaveBegun) {
  StressWork work = test::short_load("set_px_lua");
  test::lock_apart(work);
  work.duration = 1s;
  work.lock.node_timeout = 5s;
  work.strikes = test::strikes({"at 300ms stop n1 400ms"});
  work.rate = 1'000;
  // 400 operations are due while the server is frozen; half of them wait for at least 200 ms.
  const StressResult open = test::loaded(work);
  EXPECT_GE(open.measures.acquire.quantile(85, 100), 200'000u);
  work.rate = 0;
  // In a closed loop each of the 16 clients waits once, and thousands of quick locks hide it.
  const StressResult closed = test::loaded(work);
  EXPECT_LT(closed.measures.acquire.quantile(85, 100), 200'000u);
  EXPECT_GE(std::max(closed.measures.acquire.max(), closed.measures.release.max()), 200'000u);
}

TEST_IN_TIME(StressLive, AnOpenLoopCountsWhatStillWaitsAtItsEnd) {
  StressWork work = test::short_load("set_px_lua");
  test::lock_apart(work);
  work.duration = 600ms;
  work.lock.node_timeout = 5s;
  work.strikes = test::strikes({"at 300ms stop n1"});
  work.rate = 1'000;
  const StressResult result = test::loaded(work);
  const Measures& m = result.measures;
  EXPECT_GT(m.counts.unserved, 0u);
  EXPECT_LE(m.counts.unserved, 600u) << "the schedule of the warm-up is not measured";
  EXPECT_GE(m.acquire.count(), m.counts.acquired + m.counts.unserved);
  EXPECT_GE(m.acquire.quantile(90, 100), 100'000u) << "the last third waits for up to 300 ms";
  ASSERT_FALSE(m.seconds.empty());
  EXPECT_GE(m.seconds.back().backlog, m.counts.unserved);
}

TEST_IN_TIME(StressLive, ALimitersAnswersAreMeasuredWhateverTheySay) {
  StressWork work = test::short_load("rate_limit_lua");
  const StressResult result = test::loaded(work);
  const Measures& m = result.measures;
  EXPECT_GT(m.counts.decided, m.counts.acquired);
  EXPECT_EQ(m.acquire.count(), m.counts.decided);
  EXPECT_GT(result.rate(), 0);
  EXPECT_EQ(result.yes_commands, 1u);
  EXPECT_EQ(result.no_commands, 1u);
  EXPECT_NE(result.limit_state(), LimitState::none);
}

TEST_IN_TIME(StressLive, KeysOfItsOwnAreAllThatItNeedsOnAServerOfOthers) {
  test::Servers servers;
  servers.ask(test::plain({"ACL", "SETUSER", "bob", "on", "nopass", "~locklab:stress:*", "+@all"}));
  for (const char* id : {"set_px_lua", "fenced", "watchdog"}) {
    StressWork work = test::short_load(id);
    work.own_servers = false;
    StressOptions options = on(servers);
    options.may_be_disturbed = true;
    options.target.login.user = "bob";
    options.target.login.password = "any";
    const StressResult result = test::loaded(work, options);
    EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
    EXPECT_FALSE(result.left) << sentence(*result.left).english();
    EXPECT_GT(result.measures.counts.acquired, 0u) << id;
    EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << id;
  }
}

TEST_IN_TIME(StressLive, AServerThatIsKilledAndRestartedIsADipAndNoEnd) {
  StressWork work = test::short_load("redlock");
  test::lock_apart(work);
  work.duration = 600ms;
  work.strikes = test::strikes({"at 100ms kill n1", "at 300ms restart n1"});
  const StressResult result = test::loaded(work);
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_FALSE(broke_a_promise(result)) << test::on_any_machine;
  EXPECT_GT(result.measures.counts.acquired, 0u);
  EXPECT_GT(result.measures.counts.silences, 0u);
  for (const auto& meter : result.meters)
    EXPECT_TRUE(meter && meter->commands > result.measures.counts.acquired)
        << "what it did before it was killed counts too";
}

TEST_IN_TIME(StressLive, ItsOwnServerWritesAndReplicatesAsItWasAsked) {
  StressWork work = test::short_load("set_px_lua");
  work.fsync = Fsync::always;
  work.replicated = 2;
  Janitor janitor;
  const auto opened = open_servers(work, {}, {}, false, key_prefix_of_a_load(work), janitor, false);
  const auto* servers = std::get_if<StressServers>(&opened);
  ASSERT_NE(servers, nullptr);
  redis::BlockingClient client(servers->endpoints.front(), servers->login);
  const Reply policy = client.call(test::plain({"CONFIG", "GET", "appendfsync"}));
  ASSERT_EQ(policy.items.size(), 2u);
  EXPECT_TRUE(policy.items[1].is_text("always"));
  const Reply appends = client.call(test::plain({"CONFIG", "GET", "appendonly"}));
  EXPECT_TRUE(appends.items[1].is_text("yes"));
  EXPECT_TRUE(client.call(wait_replicas(2, 1s), 2s).is(2));
}

TEST_IN_TIME(StressLive, CountsAndMetersAgree) {
  StressWork work = test::short_load("set_px_lua");
  test::lock_apart(work);
  const StressResult result = test::loaded(work);
  const Measures& m = result.measures;
  EXPECT_EQ(m.counts.acquired, m.acquire.count());
  EXPECT_EQ(m.counts.acquired, std::accumulate(m.acquired_by_client.begin(),
                                               m.acquired_by_client.end(), std::uint64_t{0}));
  std::uint64_t by_second = 0;
  for (const Second& one : m.seconds) by_second += one.counts.acquired;
  EXPECT_EQ(m.counts.acquired, by_second);
  ASSERT_EQ(result.meters.size(), 1u);
  ASSERT_TRUE(result.meters[0]);
  EXPECT_GT(result.meters[0]->commands, m.counts.acquired) << "a lock is two commands at least";
  ASSERT_TRUE(result.limit_before && result.limit_after);
  EXPECT_GT(*result.limit_before, 0u);
  EXPECT_GT(*result.limit_after, 0u);
}

TEST_IN_TIME(StressLive, ItEndsEarlyWhenItIsCancelledAndLeavesNoProcess) {
  test::PrivateTmpdir tmpdir;
  StressWork work = test::short_load("set_px_lua");
  work.duration = 100s;
  std::atomic<bool> cancel = false;
  StressOptions options;
  options.progress = [&](const StressProgress&) { cancel = true; };
  const auto result = run_stress(work, options, cancel);
  ASSERT_TRUE(std::holds_alternative<StressResult>(result));
  EXPECT_TRUE(std::get<StressResult>(result).interrupted);
  EXPECT_GT(std::get<StressResult>(result).measures.counts.acquired, 0u);
  EXPECT_TRUE(test::all_children_end()) << test::on_any_machine;
  EXPECT_TRUE(tmpdir.empty()) << test::on_any_machine;
}

}  // namespace
}  // namespace locklab::app
