// The shipped levels: each has texts in both languages, and the explorer solves each winnable one
// in exactly its `par`.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "app/challenges/position.h"
#include "app/words/words.h"
#include "sim/game/game_state.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using testing::IsEmpty;

class EveryLevel : public testing::TestWithParam<std::size_t> {
 protected:
  const Level& level() const { return levels()[GetParam()]; }
  sim::Solution solved(const sim::Decisions& from = {}) const {
    return sim::solve(level().spec.run.scenario, level().spec.budget, level().goal, from);
  }
};

TEST_P(EveryLevel, IsWonByTheExplorersWayWithAsManyChoicesAsItSaysOrHasNone) {
  const sim::Solution solution = solved();
  EXPECT_TRUE(solution.exhausted);
  ASSERT_EQ(solution.moves.has_value(), level().winnable) << solution.states << " states";
  if (!solution.moves) return;
  EXPECT_EQ(solution.choices, level().par);
  const PositionPtr end = position_after(level(), *solution.moves);
  EXPECT_TRUE(end->won);
  EXPECT_TRUE(end->over());
  EXPECT_FALSE(end->verdict.empty());
  EXPECT_EQ(end->decisions.size(), solution.moves->size());
  EXPECT_EQ(end->choices, solution.choices);
}

TEST_P(EveryLevel, IsToldInBothLanguages) {
  const auto has = [&](Language language, std::string_view what) {
    const std::string key = fmt::format("challenge.{}.{}", level().id, what);
    return Words::in(language)(key) != key;
  };
  for (const Language language : {Language::english, Language::chinese})
    for (const std::string_view what : {"title", "text", "won"})
      EXPECT_TRUE(has(language, what)) << level().id << " " << what;
}

TEST_P(EveryLevel, SaysOfEachMoveWhatItIsAndOfEachBlockedOneWhyInBothLanguages) {
  // Two games: one makes only move 0, the other injects a fault wherever possible from move 5 on.
  for (const bool strike : {false, true}) {
    sim::Decisions decisions;
    for (int i = 0; i < 30; ++i) {
      const PositionPtr here = position_after(level(), decisions);
      for (const Position::Move& move : here->moves) {
        EXPECT_FALSE(move.words.empty());
        EXPECT_THAT(move.words.untranslated(chinese_catalogue()), IsEmpty());
      }
      for (const Position::Blocked& blocked : here->blocked) {
        EXPECT_FALSE(blocked.words.why.empty());
        EXPECT_THAT(blocked.words.what.untranslated(chinese_catalogue()), IsEmpty());
        EXPECT_THAT(blocked.words.why.untranslated(chinese_catalogue()), IsEmpty());
      }
      for (const Sentence& doing : here->doing)
        EXPECT_THAT(doing.untranslated(chinese_catalogue()), IsEmpty());
      if (here->over()) break;
      const auto first = std::find_if(here->moves.begin(), here->moves.end(),
                                      [](const Position::Move& move) { return move.strikes; });
      const bool now = strike && i >= 5 && first != here->moves.end();
      decisions.push_back(now ? static_cast<std::uint32_t>(first - here->moves.begin()) : 0);
    }
  }
}

TEST_P(EveryLevel, ShowsNothingAsBrokenBeforeItsGoalIsReached) {
  sim::Decisions decisions;
  for (int i = 0; i < 20; ++i) {
    const PositionPtr here = position_after(level(), decisions);
    if (here->over()) break;
    for (const sim::Verdict& verdict : here->board->judged.verdicts)
      EXPECT_NE(verdict.kept, sim::Kept::broken) << name(verdict.property);
    EXPECT_TRUE(here->board->scene.clashes.empty());
    decisions.push_back(0);
  }
}

TEST_P(EveryLevel, LetsTheRunOfAPositionBeOpenedByItsName) {
  const PositionPtr here = position_after(level(), {0, 0, 0});
  const ShownRunPtr opened = test::opened(here->run);
  ASSERT_TRUE(opened);
  // The opened run repeats the events of the position, in order.
  const sim::Trace& whole = opened->trace();
  const sim::Trace& so_far = here->board->trace();
  ASSERT_LE(so_far.size(), whole.size() + 1);
  for (std::size_t i = 0; i < so_far.size() && so_far[i].kind != sim::EventKind::ended; ++i)
    EXPECT_EQ(so_far[i].kind, whole[i].kind) << i;
}

std::string id_of_level(const testing::TestParamInfo<std::size_t>& info) {
  return levels()[info.param].id;
}

INSTANTIATE_TEST_SUITE_P(Challenges, EveryLevel, testing::Range<std::size_t>(0, levels().size()),
                         id_of_level);

TEST(Challenges, WhatIsDueAloneIsNoChoiceSoThatWaitingCostsNothing) {
  const Level& level = levels()[8];  // long_pause
  ASSERT_EQ(level.id, "long_pause");
  // Only default moves until alice is inside; then she is paused, and default moves follow.
  sim::Decisions decisions;
  const auto enters = [&] {
    const PositionPtr here = position_after(level, decisions);
    const ShownRun& run = *here->board;
    return cluster_at(run.trace(), run.scene, run.trace().size(), run.scene.end)
        .clients[0]
        .progress.inside;
  };
  while (!enters()) decisions.push_back(0);
  const PositionPtr inside = position_after(level, decisions);
  for (std::size_t i = 0; i < inside->moves.size(); ++i)
    if (inside->moves[i].strikes && inside->moves[i].place.client == 0)
      decisions.push_back(static_cast<std::uint32_t>(i));
  const std::uint32_t before = position_after(level, decisions)->choices;
  decisions.resize(decisions.size() + 500, 0);
  const PositionPtr end = position_after(level, decisions);
  EXPECT_TRUE(end->won);
  EXPECT_GT(end->decisions.size(), 15u);
  std::uint32_t ties = 0;
  sim::GameState state(level.spec.run.scenario, level.spec.budget, level.goal);
  for (const std::uint32_t move : end->decisions) {
    ties += move < state.orders() && state.orders() > 1;
    state.take(move);
  }
  EXPECT_EQ(end->choices, ties + 1);  // and the pause
  EXPECT_GE(before, 1u);
}

TEST(Challenges, AreAllRead) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(LOCKLAB_SOURCE_DIR "/assets/challenges"))
    files += entry.path().extension() == ".toml" ? 1 : 0;
  EXPECT_GE(files, 12u);
  EXPECT_EQ(levels().size(), files);
  EXPECT_FALSE(levels().back().winnable);
  EXPECT_EQ(std::count_if(levels().begin(), levels().end(),
                          [](const Level& level) { return !level.winnable; }),
            1);
}

TEST(Challenges, SayWhatIsWrongWithALevel) {
  for (const char* level : {"strategy = \"set_px_lua\"\ngoal = \"mutual_exclusio\"\n",
                            "strategy = \"set_px_lua\"\nfalts = \"pause=1\"\n"})
    EXPECT_THAT(sim::problem_in(read_level(level, "mine", "mine.toml")), test::IsGolden());
}

/// The moves possible at the beginning of a level.
std::vector<Sentence> first_moves(const std::string& level) {
  const PositionPtr start =
      position_after(sim::value_of(read_level(level, "mine", "mine.toml")), {});
  std::vector<Sentence> all;
  for (const Position::Move& move : start->moves) all.push_back(move.words);
  return all;
}

TEST(Challenges, ANodeThatKeepsWhatItKnowsMayDieBeforeItAnswers) {
  for (const char* faults : {"kill=1", "power=1", "failover=2"})
    EXPECT_THAT(first_moves(fmt::format("strategy = \"setnx_del\"\ngoal = \"no_deadlock\"\n"
                                        "faults = \"{}\"\nclients = 1\npar = 1\n"
                                        "set = \"persistence=\\\"always\\\"\"\n",
                                        faults)),
                test::IsGolden(faults));
}

TEST(Challenges, AClockThatJumpsBetweenTwoCommandsIsToldAsThat) {
  EXPECT_THAT(first_moves("strategy = \"set_px_lua\"\ngoal = \"mutual_exclusion\"\n"
                          "faults = \"clock_jump=1\"\nclients = 2\npar = 1\n"),
              test::IsGolden());
}

TEST(Challenges, TakingBackADecisionLeadsToTheSamePositionAgain) {
  const Level& level = levels()[8];
  const PositionPtr before = position_after(level, {0, 2, 0});
  const PositionPtr after = position_after(level, {0, 2, 0, 1});
  const PositionPtr back = position_after(level, {0, 2, 0});
  EXPECT_EQ(before->run, back->run);
  EXPECT_EQ(before->board->trace().size(), back->board->trace().size());
  ASSERT_EQ(before->moves.size(), back->moves.size());
  for (std::size_t i = 0; i < before->moves.size(); ++i)
    EXPECT_EQ(before->moves[i].words, back->moves[i].words);
  EXPECT_NE(before->run, after->run);
}

}  // namespace
}  // namespace locklab::app
