// Simple counterexamples are found first: fewer faults before more, and a larger budget finds no
// less.
#include <cstdlib>

#include "sim/explore/levels.h"
#include "sim/explore/minimise.h"
#include "sim/explore/strikes.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

Answer answer_within(const SearchSpec& spec, std::uint64_t most_transitions) {
  SearchTask task = spec.task();
  task.most_transitions = most_transitions;
  return answer(spec, search(task));
}

TEST(SimpleFirst, BudgetsOfSoManyFaultsTogetherAllowWhatTheBudgetDoes) {
  const Budget budget{{StrikeKind::pause, {}, "", 2}, {StrikeKind::crash, {}, "", 1}};
  EXPECT_EQ(strikes_in(budget), 3u);
  EXPECT_EQ(budgets_of(budget, 0), std::vector<Budget>{{}});
  EXPECT_EQ(budgets_of(budget, 1), (std::vector<Budget>{{{StrikeKind::pause, {}, "", 1}},
                                                        {{StrikeKind::crash, {}, "", 1}}}));
  EXPECT_EQ(
      budgets_of(budget, 2),
      (std::vector<Budget>{{{StrikeKind::pause, {}, "", 2}},
                           {{StrikeKind::pause, {}, "", 1}, {StrikeKind::crash, {}, "", 1}}}));
  EXPECT_EQ(budgets_of(budget, 3), std::vector<Budget>{budget});
}

TEST(SimpleFirst, TheLevelsOfASearchAreAllOfIt) {
  for (const std::uint32_t most : {0u, 1u, 3u, 8u, 64u}) {
    std::uint64_t sum = 0;
    for (std::uint32_t level = 0; level <= most; ++level)
      sum += parts_of_level(SearchCounts::all_parts, level, most);
    EXPECT_EQ(sum, SearchCounts::all_parts);
  }
}

TEST(SimpleFirst, NobodyIsToldOfTwoFaultsWhereOneIsEnough) {
  Question question = ask("redlock", "power=1,lose=1", Property::mutual_exclusion);
  const SearchSpec spec = spec_for(question);
  const Answer found = answer_within(spec, 2'000'000);
  ASSERT_EQ(found.broken.size(), 1u);
  EXPECT_EQ(found.broken.front().faults, 1u);
  EXPECT_EQ(found.broken.front().path.faults.size(), 1u);
  EXPECT_TRUE(found.exhausted) << "nothing simpler is left to be found";
}

TEST(SimpleFirst, ALargerBudgetFindsNoLess) {
  for (const char* faults :
       {"kill=1", "kill=1,pause=1", "kill=1,hold=1", "pause=2,kill=1,hold=2"}) {
    const SearchSpec spec = spec_for(ask("redlock", faults, Property::mutual_exclusion));
    const Answer found = answer_within(spec, 1'000'000);
    ASSERT_EQ(found.broken.size(), 1u) << faults;
    EXPECT_EQ(found.broken.front().faults, 1u) << faults;
  }
}

TEST(SimpleFirst, ChanceFindsWhatTheDepthFirstSearchComesToLate) {
  // Each message takes one of two latencies, which makes far too many schedules to search.
  const SearchSpec spec =
      spec_for(ask("set_px_get_del", "pause=1", Property::mutual_exclusion, "jitter_ms=0.5"));
  const Answer found = answer_within(spec, 1'000'000);
  ASSERT_EQ(found.broken.size(), 1u);
  EXPECT_FALSE(found.exhausted);
  const Answer again = answer_within(spec, 1'000'000);
  EXPECT_EQ(found.broken.front().run, again.broken.front().run) << "whoever is asked again";
}

TEST(SimpleFirst, AJumpIsNoLargerThanItNeedsToBe) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "clock_jump=1", Property::mutual_exclusion));
  const Answer found = answered(spec);
  ASSERT_EQ(found.broken.size(), 1u);
  const Counterexample& one = found.broken.front();
  const Fault& jump = one.path.faults.front();
  ASSERT_EQ(jump.kind, FaultKind::jump);
  EXPECT_LT(jump.amount, sizes_for(spec.run.scenario).jumps[1]);
  Path smaller = one.path;
  smaller.faults.front().amount -= 1ms;
  const Verdict verdict = check(simulate(with_path(spec.run.scenario, smaller))).front();
  EXPECT_TRUE(verdict.kept != Kept::broken || *verdict.event > one.steps);
}

TEST(Classic, IsTheRunInWhichAFaultStrikesWhoeverHolds) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "pause=1", Property::mutual_exclusion));
  Answer found = answered(spec);
  ASSERT_EQ(found.broken.size(), 1u);
  add_classics(spec, found);
  const Counterexample& one = found.broken.front();
  ASSERT_TRUE(one.also) << one.run;
  EXPECT_NE(one.also->run, one.run);
  EXPECT_EQ(one.also->faults, one.faults);
  EXPECT_GE(one.also->steps, one.steps);
  EXPECT_EQ(verdict_of(one.also->run, Property::mutual_exclusion).why, one.also->why);
  const Trace trace = simulate(with_path(spec.run.scenario, one.also->path));
  bool holds = false;
  for (std::size_t i = 0; i < trace.size() && trace[i].kind != EventKind::client_paused; ++i)
    holds = holds || trace[i].kind == EventKind::acquired;
  EXPECT_TRUE(holds);
}

TEST(Classic, IsNotLookedForWhereTheSimplestRunIsOne) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "pause=1", Property::mutual_exclusion));
  Answer found = answered(spec);
  add_classics(spec, found);
  ASSERT_TRUE(found.broken.front().also);
  Answer classic = found;
  static_cast<BreakingRun&>(classic.broken.front()) = *found.broken.front().also;
  classic.broken.front().also.reset();
  add_classics(spec, classic);
  EXPECT_FALSE(classic.broken.front().also);
}

}  // namespace
}  // namespace locklab::sim
