// You are the scheduler: what may be decided, what follows from it, and what the explorer says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/game/moves.h"
#include "sim/game/solve.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using testing::Contains;
using testing::Field;

Quest asked(const std::string& strategy, const std::string& faults, Property goal) {
  Question question = ask(strategy, faults, goal);
  question.clients = 2;
  return quest_for(question);
}

/// A game, from its start through these decisions.
struct Played {
  Quest quest;
  Table table;

  Played(Quest of, Property goal, const Decisions& decisions)
      : quest(std::move(of)), table(quest.run.scenario, quest.budget, goal) {
    for (const std::uint32_t one : decisions) table.take(one);
  }
};

TEST(Game, TakingTheExplorersMovesWinsAndItsRunBreaksThePromiseInTheLabToo) {
  const Quest quest = asked("set_px_lua", "pause=1", Property::mutual_exclusion);
  const Solution solution = solve(quest.run.scenario, quest.budget, Property::mutual_exclusion, {});
  ASSERT_TRUE(solution.moves);
  EXPECT_TRUE(solution.exhausted);
  Played played(quest, Property::mutual_exclusion, *solution.moves);
  EXPECT_TRUE(played.table.won());
  EXPECT_TRUE(played.table.over());
  const Verdict verdict =
      verdict_of(run_name(quest, played.table.path()), Property::mutual_exclusion);
  EXPECT_EQ(verdict.kept, Kept::broken);
}

TEST(Game, ANodeCanBeKilledBeforeItAnswersAndItsRunSaysSo) {
  Question question = ask("setnx_del", "kill=1", Property::no_deadlock, "persistence=\"always\"");
  question.clients = 1;
  const Quest quest = quest_for(question);
  const Solution solution = solve(quest.run.scenario, quest.budget, Property::no_deadlock, {});
  ASSERT_TRUE(solution.moves);
  Played played(quest, Property::no_deadlock, *solution.moves);
  EXPECT_TRUE(played.table.won());
  const std::string name = run_name(quest, played.table.path());
  EXPECT_NE(name.find("when=\"n1 ran alice's claim\", kill={"), std::string::npos) << name;
  EXPECT_EQ(verdict_of(name, Property::no_deadlock).kept, Kept::broken);
}

TEST(Game, TheSameDecisionsLeadToTheSameState) {
  const Quest quest = asked("setnx_del", "crash=1", Property::no_deadlock);
  const Played once(quest, Property::no_deadlock, {0, 0});
  const Played again(quest, Property::no_deadlock, {0, 0});
  EXPECT_EQ(once.table.fingerprint(), again.table.fingerprint());
  const Played further(quest, Property::no_deadlock, {0, 0, 0});
  EXPECT_NE(once.table.fingerprint(), further.table.fingerprint());
}

TEST(Game, FromAPositionThatIsLostThereIsNoWay) {
  // Alice came first: that bob is gone is no loss to anybody.
  const Quest quest = asked("setnx_del", "crash=1", Property::no_deadlock);
  const Played game(quest, Property::no_deadlock, {0});
  ASSERT_EQ(game.table.strikes().size(), 2u);
  const auto bob = static_cast<std::uint32_t>(game.table.orders() + 1);
  const Solution solution =
      solve(quest.run.scenario, quest.budget, Property::no_deadlock, {0, bob});
  EXPECT_FALSE(solution.moves);
  EXPECT_TRUE(solution.exhausted);
}

TEST(Game, WhoeverLosesPatienceGetsNoProof) {
  const Quest quest = asked("fenced", "pause=1,hold=1", Property::fencing);
  const Solution solution = solve(quest.run.scenario, quest.budget, Property::fencing, {},
                                  [](std::uint64_t states) { return states < 1000; });
  EXPECT_FALSE(solution.moves);
  EXPECT_FALSE(solution.exhausted);
}

TEST(Game, WhatIsSpentIsBlockedAndSaysSo) {
  Played game(asked("setnx_del", "crash=1,pause=1", Property::no_deadlock), Property::no_deadlock,
              {});
  game.table.take(static_cast<std::uint32_t>(game.table.orders()));
  EXPECT_THAT(blocked(game.table), Contains(Field(&Blocked::why, Why::spent)));
  EXPECT_THAT(blocked(game.table), Contains(Field(&Blocked::why, Why::crashed)));
}

TEST(Game, WhatIsNotDueYetIsBlockedUntilThen) {
  Played game(asked("set_px_lua", "pause=1", Property::mutual_exclusion),
              Property::mutual_exclusion, {0, 0, 0});
  ASSERT_FALSE(game.table.over());
  bool any = false;
  for (int i = 0; i < 10 && !game.table.over(); ++i) {
    for (const Blocked& one : blocked(game.table)) {
      if (one.why != Why::later) continue;
      any = true;
      EXPECT_GT(one.due->at, game.table.next_at());
    }
    game.table.take(0);
  }
  EXPECT_TRUE(any);
}

TEST(Game, EveryWayHasItsDueThingOrItsStrike) {
  Played game(asked("redlock", "clock_jump=1,lose=1", Property::mutual_exclusion),
              Property::mutual_exclusion, {});
  for (int i = 0; i < 40 && !game.table.over(); ++i) {
    EXPECT_EQ(due(game.table).size(), game.table.orders());
    EXPECT_EQ(game.table.ways(), game.table.orders() + game.table.strikes().size());
    game.table.take(0);
  }
}

}  // namespace
}  // namespace locklab::sim
