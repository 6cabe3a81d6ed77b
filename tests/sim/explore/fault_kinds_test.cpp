// Each kind of fault that a budget may have leads to its counterexample, which is as small as
// possible and replays by its name.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "sim/check/two_masters.h"
#include "sim/explore/minimise.h"
#include "sim/explore/strikes.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

struct Broken {
  Path path;
  std::string run;
};

/// The only counterexample of a search, replayed by its name and minimised.
Broken found(const Question& question, SearchKind kind = SearchKind::exhaustive) {
  const SearchSpec spec = spec_for(question);
  SearchTask task = spec.task();
  task.kind = kind;
  const SearchResult result = search(task);
  const Answer told = answer(spec, result);
  if (told.broken.size() != 1) {
    ADD_FAILURE() << question.strategy << " with " << question.faults << ": nothing in "
                  << result.counts.states << " states";
    return {};
  }
  const Counterexample& example = told.broken.front();
  expect_broken_again(example);
  const auto property = static_cast<std::size_t>(example.property);
  return {minimise(spec.run.scenario, example.property, *result.broken[property], spec.sizes),
          example.run};
}

bool holds(const Question& question) {
  const SearchSpec spec = spec_for(question);
  const SearchResult result = search(depth_first(spec));
  return result.exhausted && answer(spec, result).broken.empty();
}

// ---- clocks

/// Alice resumes one message latency before her lease ends, when nothing else happens.
TEST(FaultKinds, APauseEndsAlsoWhereWhatItHeldBackMeetsSomething) {
  const Answer found =
      answered(ask("set_px_get_del", "pause@hold=1", Property::owner_only_release));
  ASSERT_EQ(found.broken.size(), 1u) << "her GET comes before the lease ends, and her DEL after it";
}

TEST(ClockJumps, KeepADeadHoldersLeaseAliveOrEndAWindowTooEarly) {
  // A jump back makes a dead holder's lease outlast every waiter, and one of an hour its stored
  // deadline. A jump forward ends a window longer than a lease.
  const Broken broken = found(ask("set_px_lua", "crash=1,clock_jump=1", Property::no_deadlock));
  EXPECT_THAT(broken.run, HasSubstr("jump={node=\"n1\", ms=-"));
  found(ask("getset_timestamp", "crash=1,clock_jump=1", Property::no_deadlock));
  found(ask("rate_limit_lua", "clock_jump=1", Property::quota));
}

TEST(ClockJumps, OfASearchAreNoLargerThanTheyMustBe) {
  for (const char* strategy : {"set_px_lua", "redlock"}) {
    const Broken broken = found(ask(strategy, "clock_jump=1", Property::mutual_exclusion));
    ASSERT_EQ(broken.path.faults.size(), 1u);
    const Duration by = broken.path.faults.front().amount;
    EXPECT_LT(by, 101ms) << broken.run;
    EXPECT_EQ(us(by) % 1'000, 0) << "in whole milliseconds";
    Path less = broken.path;
    less.faults.front().amount = by - 1ms;
    const SearchSpec spec = spec_for(ask(strategy, "clock_jump=1", Property::mutual_exclusion));
    EXPECT_EQ(check(simulate(with_path(spec.run.scenario, less))).front().kept, Kept::kept);
  }
}

TEST(Drift, LetsALeaseEndBeforeTheWorkThatFitsIntoIt) {
  const Broken broken = found(ask("set_px_lua", "drift=1", Property::mutual_exclusion));
  EXPECT_THAT(broken.run, HasSubstr("drift={"));
  ASSERT_EQ(broken.path.faults.size(), 1u);
  EXPECT_LT(std::abs(broken.path.faults.front().ppm), 500'000) << "no more than it takes";
}

TEST(Drift, IsTriedBothWaysAndInTwoSizesOfNodesAndClients) {
  const SearchSpec spec = spec_for({.strategy = "set_px_lua",
                                    .clients = 1,
                                    .set = "work_ms=5",
                                    .faults = "drift=1",
                                    .property = Property::owner_only_release});
  std::set<std::int64_t> nodes, clients;
  for_every_run(spec, [&](const Trace& trace) {
    for (const Event& clock : events(trace, EventKind::node_clock)) nodes.insert(clock.extra);
    for (const Event& clock : events(trace, EventKind::client_clock)) clients.insert(clock.extra);
  });
  EXPECT_THAT(nodes, ElementsAre(-500'000, -20'000, 20'000, 500'000));
  EXPECT_EQ(clients, nodes);
}

// ---- nodes

TEST(Stop, OfANodeHoldsItsAnswersBackUntilTheLeaseIsOver) {
  // The client enters when the reply finally arrives, if it waits that long.
  found(ask("set_px_lua", "stop=1", Property::mutual_exclusion, "node_timeout_ms=200"));
}

TEST(Stop, StrikesWithACommandRunAndItsAnswerUnsent) {
  const SearchSpec spec =
      spec_for(ask("set_px_lua", "stop=1", Property::mutual_exclusion, "node_timeout_ms=200"));
  bool seen = false;
  for_every_run(spec, [&](const Trace& trace) {
    for (std::size_t i = 1; i < trace.size(); ++i)
      seen |= trace[i].kind == EventKind::node_stopped && trace[i - 1].at == trace[i].at &&
              is_key_event(trace[i - 1].kind);
  });
  EXPECT_TRUE(seen);
}

TEST(Kill, IsNotBackBeforeTheLeastOutage) {
  const auto restart = [](const Broken& broken) {
    return broken.path.faults.front().restart_after.value_or(0us);
  };
  Question question = ask("set_px_lua", "kill=1", Property::mutual_exclusion);
  EXPECT_EQ(restart(found(question)), 10ms) << "a tenth of the lease";
  question.least_outage = 25ms;
  EXPECT_EQ(restart(found(question)), 25ms);
  question.least_outage = 1ms;
  EXPECT_EQ(restart(found(question)), 1ms) << "who asks for it gets it";
}

TEST(RestartDelay, LongerThanALeaseSavesALockThatOneNodeForgetsUnlessItsClockRunsFast) {
  const Property both = Property::mutual_exclusion;
  found(ask("redlock", "power@n1=1", both));
  EXPECT_TRUE(holds(ask("redlock", "power@n1=1", both, "restart_delay_ms=110")));
  const SearchSpec spec = spec_for(
      ask("redlock", "power@n1=1,clock_jump@n1=1", Property::quota, "restart_delay_ms=110"));
  SearchTask task = of_everything(spec);
  std::int64_t soonest = INT64_MAX;
  task.on_final = [&](const Trace& trace, Properties) {
    const Event* const died = first(trace, EventKind::node_killed);
    const Event* const back = first(trace, EventKind::node_restarted);
    if (back) soonest = std::min(soonest, back->at - died->at);
  };
  search(task, [](const SearchCounts& counts) { return counts.transitions < 200'000; });
  EXPECT_LT(soonest, 110'000) << "its clock jumped while it was dead";
}

// ---- links

TEST(Cut, OfTheRepliesAloneIsTried) {
  // Alice, alone, is locked out by her own claim: it runs, but she gets no reply.
  const Question question{
      .strategy = "setnx_del", .clients = 1, .faults = "cut=1", .property = Property::no_deadlock};
  const Broken broken = found(question, SearchKind::shortest);
  ASSERT_EQ(broken.path.faults.size(), 1u);
  std::size_t directions = 0;
  for_every_run(spec_for(question), [&](const Trace& trace) {
    for (const Event& cut : events(trace, EventKind::link_cut))
      directions |= std::size_t{1} << cut.detail;
  });
  EXPECT_EQ(directions, 0b1110u) << "requests, replies, both";
}

// ---- masters

TEST(Failover, TheOldMastersReturnIsAChoice) {
  // WAIT on the new master counts the old one if that is back in time.
  const Broken broken = found({.strategy = "set_wait",
                               .nodes = 3,
                               .set = "replicas=2",
                               .faults = "failover=1",
                               .property = Property::mutual_exclusion});
  EXPECT_THAT(broken.run, HasSubstr("restart_after_ms=")) << broken.run;

  const SearchSpec spec = spec_for(ask("set_px_lua", "failover=1", Property::owner_only_release));
  std::size_t never = 0;
  std::size_t returned = 0;
  for_every_run(spec, [&](const Trace& trace) {
    (first(trace, EventKind::node_restarted) ? returned : never) += 1;
  });
  EXPECT_GT(never, 0u);
  EXPECT_GT(returned, 0u);
}

TEST(Failover, TakesItsTimeAndItsSmallestRunHasNoMore) {
  const Broken broken = found(ask("set_px_lua", "failover=1", Property::mutual_exclusion));
  ASSERT_EQ(broken.path.faults.size(), 2u);
  EXPECT_FALSE(broken.path.faults[0].restart_after) << "it does not take the old master's return";
  EXPECT_EQ(broken.path.faults[1].after, 10ms) << broken.run;
  EXPECT_THAT(broken.run, HasSubstr("promote={node=\"n2\", after_ms=10}"));
}

TEST(SplitBrain, LetsBothMastersGrantTheLock) {
  const Broken broken = found(ask("set_px_lua", "split_brain=1", Property::mutual_exclusion));
  ASSERT_EQ(broken.path.faults.size(), 1u);
  EXPECT_THAT(broken.run, HasSubstr("promote={client=\""));
  EXPECT_THAT(broken.run, Not(HasSubstr("kill")));
}

// A grant by only one of them would be a failover noticed late.
TEST(SplitBrain, IsShownByARunInWhichBothMastersGrant) {
  std::size_t locks = 0;
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.admits != 1) continue;
    SCOPED_TRACE(strategy.id);
    const Answer told = answered({.strategy = std::string(strategy.id),
                                  .rounds = 1,
                                  .set = "retry_jitter_ms=0",
                                  .faults = "split_brain=1",
                                  .property = Property::mutual_exclusion});
    for (const Counterexample& one : told.broken) {
      EXPECT_TRUE(both_masters_grant(trace_named(one.run))) << one.run;
      EXPECT_EQ(one.faults, 1u);
      expect_broken_again(one);
      ++locks;
    }
  }
  EXPECT_GE(locks, 8u);
}

TEST(SplitBrain, BreaksALockThatWaitsForItsReplicasToo) {
  found({.strategy = "set_wait",
         .nodes = 3,
         .faults = "split_brain=1",
         .property = Property::mutual_exclusion});
}

TEST(SplitBrain, LeavesNoLostUpdateWhereAFenceChecksThoughCountersDiffer) {
  // Two masters count tokens separately, so both may issue the same number, which a fence accepts.
  EXPECT_FALSE(holds(ask("fenced", "split_brain=1", Property::no_lost_update)));
}

// ---- sizes

TEST(Sizes, FollowTheLeaseAndTheWork) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "clock_jump=1", Property::mutual_exclusion));
  EXPECT_EQ(spec.sizes.jumps[0], 40ms) << "what is left of 100 ms after 60 ms of work";
  EXPECT_EQ(spec.sizes.jumps[1], 101ms);
  EXPECT_EQ(spec.sizes.jumps[2], 3'600s);
  EXPECT_TRUE(spec.sizes.hour_adds_nothing);
  EXPECT_EQ(spec.sizes.least_outage, 10ms);
}

}  // namespace
}  // namespace locklab::sim
