// How long nobody could acquire, and why: lengths compared with a model that reads only the events,
// causes in hand-made histories, and runs whose verdicts leave out most of that time.
#include "sim/check/lockout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"
#include "tests/support/faulty_world.h"
#include "tests/support/forged_trace.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {
namespace {

// ---- the length, by a separate model ----

struct Stretch {
  std::int64_t from = 0, to = 0, waited = 0;
};

/// The longest time in which clients wait for `lock` and nobody is inside, added up from one
/// acquisition or entry to the next; of equal ones the first.
std::optional<Stretch> longest_stretch(const Trace& trace, std::uint16_t lock) {
  std::set<ClientId> waiting;
  std::map<ClientId, int> depth;
  std::optional<Stretch> now;
  std::optional<Stretch> longest;
  const auto keep = [&] {
    if (now && now->waited > 0 && (!longest || now->waited > longest->waited)) longest = now;
    now.reset();
  };
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    const bool inside = std::ranges::any_of(depth, [](const auto& one) { return one.second > 0; });
    if (i > 0 && !inside && !waiting.empty() && event.at > trace[i - 1].at) {
      if (!now) now = Stretch{trace[i - 1].at};
      now->waited += event.at - trace[i - 1].at;
      now->to = event.at;
    }
    const bool crash = event.kind == EventKind::client_crashed;
    if (crash || event.kind == EventKind::finished) waiting.erase(event.client);
    if (crash) depth.erase(event.client);
    if (event.key != lock || event.client == no_client) continue;
    if (event.kind == EventKind::attempt && depth[event.client] == 0) waiting.insert(event.client);
    if (event.kind == EventKind::gave_up) waiting.erase(event.client);
    const bool crosses = event.kind == EventKind::entered || event.kind == EventKind::left;
    if (crosses && without_lock(event)) continue;
    if (event.kind == EventKind::left && depth[event.client] > 0) --depth[event.client];
    if (event.kind != EventKind::acquired && event.kind != EventKind::entered) continue;
    keep();
    waiting.erase(event.client);
    depth[event.client] += event.kind == EventKind::entered;
  }
  keep();
  return longest;
}

std::string differences(const Trace& trace) {
  const std::vector<Lockout> all = lockouts(trace);
  if (!std::ranges::is_sorted(all, std::greater<>(), &Lockout::waited)) return "not sorted";
  for (const Lockout& one : all) {
    const auto model = longest_stretch(trace, one.lock);
    if (!model) return "a lock-out where the model has none";
    if (one.waited != model->waited || one.from != model->from || one.to != model->to)
      return "another stretch: " + lockout_words(trace, one).english();
    if (one.cause_us <= 0 || one.cause_us > one.waited) return "a cause of another length";
    if (one.why.empty()) return "no cause";
  }
  if (all.size() == 3) return {};
  for (std::uint16_t lock = 0; lock < trace.names().size(); ++lock)
    if (longest_stretch(trace, lock) &&
        std::ranges::none_of(all, [&](const Lockout& one) { return one.lock == lock; }))
      return "none, but the model has one";
  return {};
}

TEST(Lockouts, AreAsLongAsTheEventsSayInAnyWorld) {
  try_faulty_worlds([](const Scenario& scenario) -> std::string {
    const Trace trace = simulate(scenario, "faulty");
    if (trace.info.needs == 0 || trace.info.quota_limit > 0)
      return lockouts(trace).empty() ? "" : "a lock-out without a lock";
    return differences(trace);
  });
}

TEST(Lockouts, HaveManyCausesInThoseWorlds) {
  std::set<LockoutCause> causes;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto read = read_scenario(random_faulty_world(seed).to_toml(), "faulty.toml");
    if (const auto* scenario = std::get_if<Scenario>(&read))
      for (const Lockout& one : lockouts(simulate(*scenario, "faulty"))) causes.insert(one.cause);
  }
  EXPECT_GE(causes.size(), 6u);
}

// ---- the cause ----

struct Case {
  const char* claim;
  LockoutCause cause;
  std::int64_t from_ms, to_ms, waited_ms;
  LockoutEnd end;
  void (*forge)(Forged&);
};

using enum LockoutCause;
using enum LockoutEnd;

constexpr Case cases[] = {
    {"a dead node", node_down, 2, 90, 88, entry,
     [](Forged& f) {
       f.by("alice").at(1ms).killed().at(2ms).attempt().at(80ms).node_fault(
           EventKind::node_restarted);
       f.at(90ms).acquired().entered();
     }},
    {"a frozen node", node_frozen, 2, 90, 88, run_ended,
     [](Forged& f) {
       f.at(1ms).node_fault(EventKind::node_stopped).at(2ms).by("alice").attempt().at(90ms).ended();
     }},
    {"a node that refuses writes", writes_refused, 2, 90, 88, run_ended,
     [](Forged& f) {
       f.at(1ms).node_fault(EventKind::node_refuses).at(2ms).by("alice").attempt().at(90ms).ended();
     }},
    {"a cut link", cut_off, 2, 90, 88, run_ended,
     [](Forged& f) { f.by("alice").at(1ms).cut().at(2ms).attempt().at(90ms).ended(); }},
    {"too few of several nodes", node_down, 2, 90, 88, run_ended,
     [](Forged& f) {
       f.nodes({"n1", "n2", "n3"}).on("n3").killed().on("n1").node_fault(EventKind::node_refuses);
       f.by("alice").at(2ms).attempt().at(90ms).ended();
     }},
    {"the key of a crashed holder", holder_crashed, 10, 70, 60, entry,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered().at(2ms).by("bob").attempt();
       f.refused(Refusal::taken).at(10ms).by("alice").crashed().at(60ms).key_expired();
       f.at(70ms).by("bob").attempt().acquired().entered();
     }},
    {"the key of a paused holder", holder_paused, 10, 60, 50, run_ended,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered().at(2ms).by("bob").attempt();
       f.refused(Refusal::taken).at(10ms).by("alice").left().paused().at(60ms).ended();
     }},
    {"the key of one who left without a release", key_left, 10, 60, 50, run_ended,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered().at(2ms).by("bob").attempt();
       f.refused(Refusal::taken).at(10ms).by("alice").left().at(60ms).ended();
     }},
    {"a claim that landed late, in the way of its own client", key_left, 1, 50, 49, run_ended,
     [](Forged& f) {
       f.by("alice").at(1ms).attempt().refused(Refusal::no_answer).key_set(50ms);
       f.at(5ms).attempt().refused(Refusal::taken).at(50ms).ended();
     }},
    {"a split vote, and the pauses after it", split_vote, 0, 60, 60, run_ended,
     [](Forged& f) {
       f.nodes({"n1", "n2"}).by("alice").attempt().on("n1").key_set(50ms).by("bob").attempt();
       f.on("n2").key_set(50ms).at(2ms).by("alice").refused(Refusal::outvoted).on("n1");
       f.key_deleted().by("bob").refused(Refusal::outvoted).on("n2").key_deleted();
       f.at(60ms).ended();
     }},
    {"a pause of the waiter", waiter_paused, 1, 50, 49, run_ended,
     [](Forged& f) { f.by("alice").at(1ms).attempt().paused().at(50ms).ended(); }},
    {"attempts that fail for another reason", refused, 1, 50, 49, run_ended,
     [](Forged& f) {
       f.by("alice").at(1ms).attempt().at(4ms).refused(Refusal::server_error).at(20ms).attempt();
       f.at(24ms).refused(Refusal::server_error).at(50ms).ended();
     }},
    {"attempts that fail for another reason, and one that found the lock taken", refused, 1, 50, 49,
     run_ended,
     [](Forged& f) {
       f.by("alice").at(1ms).attempt().at(4ms).refused(Refusal::few_replicas).at(20ms).attempt();
       f.at(40ms).refused(Refusal::few_replicas).attempt().at(41ms).refused(Refusal::taken);
       f.at(50ms).ended();
     }},
    {"a slow link", late_message, 1, 50, 49, entry,
     [](Forged& f) {
       f.by("alice").slowed(20ms).at(1ms).attempt().sent(Purpose::claim).at(50ms).acquired();
       f.entered();
     }},
    {"an ordinary hand-over: the waiter's pause", retry_pause, 10, 40, 30, entry,
     [](Forged& f) {
       f.by("alice").attempt().key_set(50ms).acquired().entered().at(2ms).by("bob").attempt();
       f.refused(Refusal::taken).at(10ms).by("alice").left().at(12ms).key_deleted();
       f.at(38ms).by("bob").attempt().at(40ms).acquired().entered();
     }},
    {"an attempt on its way", on_its_way, 0, 5, 5, entry,
     [](Forged& f) { f.by("alice").attempt().at(5ms).acquired().entered(); }},
    {"one who gives up and comes back ends no lock-out, and the time between is no wait", node_down,
     0, 500, 60, entry,
     [](Forged& f) {
       f.killed().by("alice").attempt().at(40ms).gave_up().at(480ms).attempt().at(500ms);
       f.node_fault(EventKind::node_restarted).acquired().entered();
     }},
    {"after the last waiter nobody is locked out", node_down, 0, 40, 40, nobody_waited,
     [](Forged& f) { f.killed().by("alice").attempt().at(40ms).gave_up().at(900ms).ended(); }},
    {"what takes most of the time is the cause", node_down, 0, 100, 100, entry,
     [](Forged& f) {
       f.by("alice").attempt().killed().at(70ms).node_fault(EventKind::node_restarted);
       f.at(71ms).refused(Refusal::no_answer).at(98ms).attempt().at(100ms).acquired().entered();
     }},
};

TEST(Lockouts, HaveTheCauseThatTookMostOfTheTime) {
  for (const Case& one : cases) {
    SCOPED_TRACE(one.claim);
    Forged f;
    one.forge(f);
    const std::vector<Lockout> all = lockouts(f.trace());
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(name(all[0].cause), name(one.cause));
    EXPECT_EQ(name(all[0].end), name(one.end));
    EXPECT_EQ(all[0].from, one.from_ms * 1000);
    EXPECT_EQ(all[0].to, one.to_ms * 1000);
    EXPECT_EQ(all[0].waited, one.waited_ms * 1000);
    EXPECT_EQ(f.trace()[all[0].first].at, all[0].from);
    EXPECT_EQ(f.trace()[all[0].last].at, all[0].to);
    EXPECT_THAT(lockout_words(f.trace(), all[0]), test::IsGolden(one.claim));
  }
}

TEST(Lockouts, AreToldOfEachLockOfARunTheLongestFirst) {
  Forged f;
  f.by("alice").lock("a").attempt().by("bob").lock("b").attempt();
  f.at(5ms).by("alice").lock("a").acquired().entered();
  f.at(9ms).by("bob").lock("b").acquired().entered();
  const std::vector<Lockout> all = lockouts(f.trace());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(f.trace().name_of(all[0].lock), "b");
  EXPECT_EQ(all[0].waited, 9000);
  EXPECT_EQ(all[1].waited, 5000);
  EXPECT_THAT(lockout_words(f.trace(), all[0]), test::IsGolden());
}

TEST(Lockouts, AreUnknownWithoutTheBeginOfATraceAndForALimiter) {
  Forged tail;
  tail.info().omitted = 100;
  tail.by("alice").attempt().at(50ms).ended();
  EXPECT_TRUE(lockouts(tail.trace()).empty());
  Forged limiter;
  limiter.quota(1, 60s).by("alice").attempt().at(50ms).ended();
  EXPECT_TRUE(lockouts(limiter.trace()).empty());
  Forged nobody;
  nobody.at(50ms).ended();
  EXPECT_TRUE(lockouts(nobody.trace()).empty());
}

// ---- runs whose verdicts count only the time in which a waiter reached its nodes ----

Trace run_of(const std::string& text) {
  return simulate(value_of(read_scenario(text, "lockout.toml")), "lockout");
}

Lockout longest_of(const Trace& trace) {
  const std::vector<Lockout> all = lockouts(trace);
  EXPECT_FALSE(all.empty());
  return all.empty() ? Lockout() : all.front();
}

constexpr const char* read_only_for_a_second = R"(
title = "Eight waiters that ask every millisecond"
strategy = "set_px_lua"
ttl_ms = 300
bound_ms = 400
retry_delay_ms = 1
retry_jitter_ms = 0
clients = 8
work_ms = 10
wait_ms = 5000
[[fault]]
at_ms = 5
refuse = { node = "n1", why = "read_only", ms = 1000 }
)";

TEST(Lockouts, OfAReadOnlySecondIsASecondAndNotTheWaitsAfterIt) {
  const Trace trace = run_of(read_only_for_a_second);
  const Lockout lockout = longest_of(trace);
  EXPECT_EQ(lockout.cause, writes_refused);
  EXPECT_EQ(lockout.end, entry);
  EXPECT_GT(lockout.waited, 980'000);
  EXPECT_LT(lockout.to, 1'020'000);
  EXPECT_THAT(lockout_words(trace, lockout), test::IsGolden());
  EXPECT_THAT(judged(trace, Property::no_deadlock), IsKept());
  EXPECT_THAT(judged(trace, Property::availability), IsKept());
  EXPECT_THAT(judged(trace, Property::prompt_hand_over), IsKept());
  EXPECT_THAT(judged(trace, Property::fault_tolerance), IsBroken());
}

TEST(Lockouts, OfALostReplicaUnderWaitLastsUntilItIsBack) {
  const Trace trace = run_of(R"(
title = "The replica is being patched"
strategy = "set_wait"
ttl_ms = 300
bound_ms = 300
retry_delay_ms = 50
retry_jitter_ms = 10
work_ms = 20
wait_ms = 2500
clients = 2
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
[[fault]]
at_ms = 0
kill = { node = "n2", restart_after_ms = 1500 }
)");
  const Lockout lockout = longest_of(trace);
  EXPECT_EQ(lockout.cause, node_down);
  EXPECT_GT(lockout.waited, 1'490'000);
  EXPECT_THAT(lockout_words(trace, lockout), test::IsGolden());
  EXPECT_THAT(judged(trace, Property::fault_tolerance), IsBroken());
}

TEST(Lockouts, OfANodeThatMovesIncludesTheTimeInWhichNobodyReachedIt) {
  const Trace trace = run_of(R"(
title = "The only node is moved"
strategy = "watchdog"
on_lost = "stop"
ttl_ms = 300
node_timeout_ms = 60
bound_ms = 600
retry_delay_ms = 100
retry_jitter_ms = 20
[[client]]
name = "alice"
work_ms = 1500
[[client]]
name = "bob"
start_ms = 50
work_ms = 200
wait_ms = 3000
[[fault]]
when = "alice entered"
plus_ms = 50
kill = { node = "n1", restart_after_ms = 700 }
)");
  const Lockout lockout = longest_of(trace);
  EXPECT_EQ(lockout.cause, node_down);
  EXPECT_GT(lockout.waited, 500'000);
  EXPECT_LT(lockout.cause_us, lockout.waited);
  EXPECT_THAT(lockout_words(trace, lockout), test::IsGolden());
}

TEST(Lockouts, OfAFailoverIsTheTimeWithoutAMaster) {
  const Trace trace = run_of(R"(
title = "The master dies, and Sentinels promote its replica"
strategy = "set_px_lua"
ttl_ms = 200
bound_ms = 400
retry_delay_ms = 50
retry_jitter_ms = 10
clients = 2
rounds = 40
work_ms = 10
wait_ms = 5000
[[node]]
name = "n1"
[[node]]
name = "n2"
replica_of = "n1"
[[fault]]
at_ms = 300
kill = { node = "n1" }
[[fault]]
at_ms = 300
promote = { node = "n2", after_ms = 2000 }
)");
  const Lockout lockout = longest_of(trace);
  EXPECT_EQ(lockout.cause, node_down);
  EXPECT_GT(lockout.waited, 1'990'000);
  EXPECT_GE(lockout.to, 2'300'000);
  EXPECT_THAT(lockout_words(trace, lockout), test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
