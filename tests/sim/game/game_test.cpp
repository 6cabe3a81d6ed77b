// The scheduling game: the possible decisions, their consequences, and the explorer's solution.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/game/game_state.h"
#include "sim/game/moves.h"
#include "sim/game/solve.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using testing::Contains;
using testing::Field;

SearchSpec asked(const std::string& strategy, const std::string& faults, Property goal) {
  return spec_for({.strategy = strategy, .clients = 2, .faults = faults, .property = goal});
}

/// A game after these decisions.
struct Played {
  SearchSpec spec;
  GameState state;

  Played(SearchSpec of, Property goal, const Decisions& decisions)
      : spec(std::move(of)), state(spec.run.scenario, spec.budget, goal) {
    for (const std::uint32_t one : decisions) state.take(one);
  }
};

TEST(Game, TakingTheExplorersMovesWinsAndItsRunBreaksThePromiseInTheLabToo) {
  const SearchSpec spec = asked("set_px_lua", "pause=1", Property::mutual_exclusion);
  const Solution solution = solve(spec.run.scenario, spec.budget, Property::mutual_exclusion, {});
  ASSERT_TRUE(solution.moves);
  EXPECT_TRUE(solution.exhausted);
  Played played(spec, Property::mutual_exclusion, *solution.moves);
  EXPECT_TRUE(played.state.won());
  EXPECT_TRUE(played.state.over());
  EXPECT_EQ(verdict_of(run_name(spec, played.state.path()), Property::mutual_exclusion).kept,
            Kept::broken);
}

TEST(Game, ANodeCanBeKilledBeforeItAnswersAndItsRunSaysSo) {
  const SearchSpec spec = spec_for({.strategy = "setnx_del",
                                    .clients = 1,
                                    .set = "persistence=\"always\"",
                                    .faults = "kill=1",
                                    .property = Property::no_deadlock});
  const Solution solution = solve(spec.run.scenario, spec.budget, Property::no_deadlock, {});
  ASSERT_TRUE(solution.moves);
  Played played(spec, Property::no_deadlock, *solution.moves);
  EXPECT_TRUE(played.state.won());
  const std::string name = run_name(spec, played.state.path());
  EXPECT_NE(name.find("when=\"n1 ran alice's claim\", kill={"), std::string::npos) << name;
  EXPECT_EQ(verdict_of(name, Property::no_deadlock).kept, Kept::broken);
}

TEST(Game, TheSameDecisionsLeadToTheSameState) {
  const SearchSpec spec = asked("setnx_del", "crash=1", Property::no_deadlock);
  const Played once(spec, Property::no_deadlock, {0, 0});
  const Played again(spec, Property::no_deadlock, {0, 0});
  EXPECT_EQ(once.state.fingerprint(), again.state.fingerprint());
  const Played further(spec, Property::no_deadlock, {0, 0, 0});
  EXPECT_NE(once.state.fingerprint(), further.state.fingerprint());
}

TEST(Game, FromAPositionThatIsLostThereIsNoWay) {
  // Alice's request came first, so a crash of bob locks nobody out.
  const SearchSpec spec = asked("setnx_del", "crash=1", Property::no_deadlock);
  const Played game(spec, Property::no_deadlock, {0});
  ASSERT_EQ(game.state.strikes().size(), 2u);
  const auto bob = static_cast<std::uint32_t>(game.state.orders() + 1);
  const Solution solution = solve(spec.run.scenario, spec.budget, Property::no_deadlock, {0, bob});
  EXPECT_FALSE(solution.moves);
  EXPECT_TRUE(solution.exhausted);
}

TEST(Game, WhoeverLosesPatienceGetsNoProof) {
  const SearchSpec spec = asked("fenced", "pause=1,hold=1", Property::fencing);
  const Solution solution = solve(spec.run.scenario, spec.budget, Property::fencing, {},
                                  [](std::uint64_t states) { return states < 1000; });
  EXPECT_FALSE(solution.moves);
  EXPECT_FALSE(solution.exhausted);
}

TEST(Game, WhatIsSpentIsDisabledAndSaysSo) {
  Played game(asked("setnx_del", "crash=1,pause=1", Property::no_deadlock), Property::no_deadlock,
              {});
  game.state.take(static_cast<std::uint32_t>(game.state.orders()));
  EXPECT_THAT(disabled_moves(game.state), Contains(Field(&DisabledMove::why, WhyDisabled::spent)));
  EXPECT_THAT(disabled_moves(game.state),
              Contains(Field(&DisabledMove::why, WhyDisabled::crashed)));
}

TEST(Game, WhatIsNotDueYetIsDisabledUntilThen) {
  Played game(asked("set_px_lua", "pause=1", Property::mutual_exclusion),
              Property::mutual_exclusion, {0, 0, 0});
  ASSERT_FALSE(game.state.over());
  bool any = false;
  for (int i = 0; i < 10 && !game.state.over(); ++i) {
    for (const DisabledMove& one : disabled_moves(game.state)) {
      if (one.why != WhyDisabled::later) continue;
      any = true;
      EXPECT_GT(one.event->at, game.state.next_at());
    }
    game.state.take(0);
  }
  EXPECT_TRUE(any);
}

TEST(Game, EveryMoveIsAnEnabledEventOrAStrike) {
  Played game(asked("redlock", "clock_jump=1,lose=1", Property::mutual_exclusion),
              Property::mutual_exclusion, {});
  for (int i = 0; i < 40 && !game.state.over(); ++i) {
    EXPECT_EQ(enabled_events(game.state).size(), game.state.orders());
    EXPECT_EQ(game.state.moves(), game.state.orders() + game.state.strikes().size());
    game.state.take(0);
  }
}

}  // namespace
}  // namespace locklab::sim
