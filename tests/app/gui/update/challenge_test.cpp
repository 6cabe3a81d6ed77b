// Challenges as plain data: the player's moves, hints and claims, and the saved scores.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "app/challenges/position.h"
#include "app/gui/update/challenge_keys.h"
#include "app/gui/update/challenge_moves.h"
#include "app/gui/update/settings_file.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

std::size_t level_called(std::string_view id) {
  for (std::size_t i = 0; i < levels().size(); ++i)
    if (levels()[i].id == id) return i;
  ADD_FAILURE() << "no level " << id;
  return 0;
}

std::optional<Job> game_wish(Model& model, const challenge::Wish& wanted) {
  return update(model, intent::InChallenge{wanted});
}

/// Answers a Solve job as the workshop would.
void think(Model& model, const std::optional<Job>& job) {
  ASSERT_TRUE(job);
  const auto& solve = job->work.get<work::Solve>();
  const Level& level = levels()[solve.level];
  game_wish(model,
            challenge::Answered{job->job, sim::solve(level.spec.run.scenario, level.spec.budget,
                                                     level.goal, solve.from)});
}

Model playing(std::string_view id) {
  Model model;
  game_wish(model, challenge::OpenLevel{level_called(id)});
  return model;
}

void play_all(Model& model, const sim::Decisions& moves) {
  for (const std::uint32_t move : moves) game_wish(model, challenge::Decide{move});
}

sim::Decisions solution_of(std::string_view id) {
  const Level& level = levels()[level_called(id)];
  return *sim::solve(level.spec.run.scenario, level.spec.budget, level.goal, {}).moves;
}

TEST(ChallengeGame, TheExplorersMovesWinThreeStarsWhichAreKept) {
  Model model = playing("long_pause");
  play_all(model, solution_of("long_pause"));
  ASSERT_TRUE(model.play->position->won);
  const LevelScore best{3, levels()[level_called("long_pause")].par};
  EXPECT_EQ(model.settings.challenges["long_pause"], best);
  Model again;
  ASSERT_FALSE(take_settings(again, settings_text(model)));
  EXPECT_EQ(again.settings.challenges, model.settings.challenges);
}

TEST(ChallengeList, ArrowsMarkALevelAndEnterBeginsIt) {
  Model model;
  update(model, intent::ShowScreen{Screen::challenges});
  EXPECT_EQ(marked_level(model), 0u);
  press(model, Key::down);
  press(model, Key::right);
  EXPECT_EQ(marked_level(model), 3u);
  press(model, Key::left);
  press(model, Key::up);
  press(model, Key::up);  // no row above
  EXPECT_EQ(marked_level(model), 0u);
  press(model, Key::right);
  press(model, Key::enter);
  ASSERT_TRUE(model.play);
  EXPECT_EQ(model.play->level, 1u);
  press(model, Key::escape);
  ASSERT_FALSE(model.play);
  EXPECT_EQ(marked_level(model), 1u);
}

TEST(ChallengeList, TheFirstLevelThatIsNotDoneIsMarked) {
  Model model;
  model.settings.challenges[levels()[0].id] = LevelScore{3, 4};
  EXPECT_EQ(marked_level(model), 1u);
}

TEST(ChallengeGame, StrikesThatDifferOnlyInHowFarTheyGoAreOneGroup) {
  const Model model = playing("clock_of_one");
  std::map<std::string, std::vector<std::string>> groups;
  std::size_t strikes = 0;
  for (const Position::Move& move : model.play->position->moves) {
    if (!move.strikes) continue;
    ++strikes;
    ASSERT_FALSE(move.option.far.empty()) << told(move.words, Language::english);
    groups[told(move.option.of, Language::english)].push_back(move.option.far);
  }
  EXPECT_GE(strikes, 15u);
  EXPECT_EQ(groups.size(), strikes / 5);
  EXPECT_THAT(groups["move n1's clock"], testing::Contains("+40 ms"));
  for (const auto& [group, ways] : groups)
    EXPECT_EQ(std::set<std::string>(ways.begin(), ways.end()).size(), ways.size()) << group;
}

TEST(ChallengeGame, ACommandSaysOnceToWhomItGoes) {
  std::size_t seen = 0;
  for (const char* level : {"no_lock", "late_write", "long_pause"}) {
    sim::Decisions decisions;
    for (int i = 0; i < 12; ++i) {
      const PositionPtr here = position_after(levels()[level_called(level)], decisions);
      for (const Position::Move& move : here->moves) {
        const std::string words = told(move.words, Language::english);
        if (words.find("READ stock") == words.npos && words.find("WRITE stock") == words.npos)
          continue;
        if (words.find(", from ") != words.npos) ++seen;
        EXPECT_EQ(words.find("→ stock"), words.npos) << words;
      }
      decisions.push_back(0);
    }
  }
  EXPECT_GE(seen, 2u);
}

TEST(ChallengeGame, StrangeScoresInTheSettingsAreLeftOut) {
  Model model;
  ASSERT_FALSE(take_settings(
      model, R"({"challenges": {"long_pause": {"stars": 9, "moves": 3}, "nothing": {"stars": 1,
             "moves": 2}, "failover": 3, "own_flag": {"stars": 2, "moves": 5}}})"));
  ASSERT_EQ(model.settings.challenges.size(), 1u);
  EXPECT_EQ(model.settings.challenges["own_flag"], (LevelScore{2, 5}));
  EXPECT_FALSE(take_settings(model, R"({"challenges": [1, 2]})"));
}

TEST(ChallengeGame, UndoAndRedoGoThroughTheSamePositions) {
  Model model = playing("crash_and_wait");
  const std::string start = model.play->position->run;
  game_wish(model, challenge::Decide{0});
  const std::string first = model.play->position->run;
  const std::size_t events = model.board.front().run->trace().size();
  game_wish(model, challenge::RunOn{});
  EXPECT_TRUE(model.play->position->over());
  game_wish(model, challenge::TakeBack{});
  EXPECT_EQ(model.play->position->run, first);
  EXPECT_EQ(model.board.front().run->trace().size(), events);
  game_wish(model, challenge::TakeBack{});
  EXPECT_EQ(model.play->position->run, start);
  game_wish(model, challenge::TakeBack{});
  EXPECT_EQ(model.play->position->run, start);
  game_wish(model, challenge::DoAgain{});
  EXPECT_EQ(model.play->position->run, first);
  game_wish(model, challenge::DoAgain{});
  EXPECT_TRUE(model.play->position->over());
  EXPECT_FALSE(model.play->position->won);
}

TEST(ChallengeGame, AHintIsTheFirstStepOfAShortestWayAndCostsAStar) {
  Model model = playing("crash_and_wait");
  while (!model.play->position->over()) {
    think(model, game_wish(model, challenge::Ask{Thought::hint}));
    ASSERT_TRUE(model.play->hint && model.play->hint->moves);
    game_wish(model, challenge::Decide{model.play->hint->moves->front()});
  }
  EXPECT_TRUE(model.play->position->won);
  EXPECT_EQ(model.settings.challenges["crash_and_wait"].stars, 2u);
}

TEST(ChallengeGame, WhereTheGoalIsOutOfReachTheHintSaysSo) {
  Model model = playing("crash_and_wait");
  // Alice's request comes first; a crash of bob then locks nobody out.
  game_wish(model, challenge::Decide{0});
  ASSERT_TRUE(model.play->position->moves.back().strikes);
  game_wish(model,
            challenge::Decide{static_cast<std::uint32_t>(model.play->position->moves.size() - 1)});
  think(model, game_wish(model, challenge::Ask{Thought::hint}));
  ASSERT_TRUE(model.play->hint);
  EXPECT_FALSE(model.play->hint->moves);
  EXPECT_FALSE(model.play->helped);
}

// Regression: the hint that there is nothing to find cost the claim a star.
TEST(ChallengeGame, AHintThatFindsNothingCostsNoStar) {
  Model model = playing("fenced");
  sim::Solution nothing;
  nothing.exhausted = true;
  for (const Thought asked : {Thought::hint, Thought::proof}) {
    const auto job = game_wish(model, challenge::Ask{asked});
    ASSERT_TRUE(job);
    game_wish(model, challenge::Answered{job->job, nothing});
  }
  EXPECT_EQ(model.settings.challenges["fenced"], (LevelScore{most_stars, 0}));
}

TEST(ChallengeGame, AnAnswerToAnEarlierPositionIsNotTaken) {
  Model model = playing("crash_and_wait");
  const auto asked = game_wish(model, challenge::Ask{Thought::hint});
  const auto stopped = game_wish(model, challenge::Decide{0});
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->work.is<work::StopSolving>());
  EXPECT_EQ(model.play->thought, Thought::nothing);
  think(model, asked);
  EXPECT_FALSE(model.play->hint);
}

TEST(ChallengeGame, ThatItCannotBeWonIsWrongWhereItCan) {
  Model model = playing("not_yours");
  think(model, game_wish(model, challenge::Ask{Thought::proof}));
  ASSERT_TRUE(model.play->proof);
  EXPECT_TRUE(model.play->proof->moves);
  EXPECT_TRUE(model.settings.challenges.empty());
}

TEST(ChallengeGame, ThatItCannotBeWonIsRightWhereTheExplorerHasTriedEverything) {
  Model model = playing("fenced");
  const auto job = game_wish(model, challenge::Ask{Thought::proof});
  sim::Solution proof;
  proof.exhausted = true;
  proof.states = 7;
  game_wish(model, challenge::Answered{job->job, proof});
  ASSERT_TRUE(model.play->proof);
  EXPECT_EQ(model.settings.challenges["fenced"], (LevelScore{3, 0}));
}

TEST(ChallengeGame, TheSolutionIsWatchedStepByStepAndIsNoWin) {
  Model model = playing("not_yours");
  think(model, game_wish(model, challenge::Ask{Thought::solution}));
  EXPECT_TRUE(model.play->watching);
  EXPECT_TRUE(model.play->position->won);
  EXPECT_TRUE(model.settings.challenges.empty());
  const std::size_t all = model.play->position->decisions.size();
  game_wish(model, challenge::TakeBack{});
  EXPECT_EQ(model.play->position->decisions.size(), all - 1);
  game_wish(model, challenge::Restart{});
  EXPECT_FALSE(model.play->watching);
  EXPECT_TRUE(model.play->position->decisions.empty());
  play_all(model, solution_of("not_yours"));
  EXPECT_EQ(model.settings.challenges["not_yours"].stars, 2u);
}

TEST(ChallengeGame, KeysPlayAndLookAtTheBoard) {
  Model model = playing("long_pause");
  press(model, Key::space);
  EXPECT_EQ(model.play->position->decisions, (sim::Decisions{0}));
  type(model, '2');
  EXPECT_EQ(model.play->position->decisions, (sim::Decisions{0, 1}));
  press(model, Key::backspace);
  EXPECT_EQ(model.play->position->decisions, (sim::Decisions{0}));
  const std::size_t stood = model.board.front().cursor.events;
  press(model, Key::left);
  EXPECT_EQ(model.board.front().cursor.events, stood - 1);
  EXPECT_EQ(model.cursor.events, 0u);
  press(model, Key::end);
  EXPECT_TRUE(model.play->position->over());
  press(model, Key::escape);
  EXPECT_FALSE(model.play);
  EXPECT_TRUE(model.board.empty());
}

/// The largest number of choices at the beginning of a level or along the explorer's solution.
std::size_t most_choices(const Level& level) {
  Model model = playing(level.id);
  std::size_t most = model.play->position->moves.size();
  const auto found = sim::solve(level.spec.run.scenario, level.spec.budget, level.goal, {});
  if (!found.moves) return most;
  for (const std::uint32_t move : *found.moves) {
    game_wish(model, challenge::Decide{move});
    most = std::max(most, model.play->position->moves.size());
  }
  return most;
}

// Regression: up to 27 choices were numbered with the nine digit keys.
TEST(ChallengeGame, EveryChoiceHasAKeyOfItsOwn) {
  std::size_t most = 0;
  for (const Level& level : levels()) most = std::max(most, most_choices(level));
  EXPECT_GT(most, 10u) << "digits are not enough";
  Model model = playing("long_pause");
  std::set<char> keys;
  for (std::size_t i = 0; i < most; ++i) {
    ASSERT_NE(choice_key(i), 0) << i;
    EXPECT_TRUE(keys.insert(choice_key(i)).second) << i;
    for (const bool shift : {false, true}) {
      const int key = shift ? std::toupper(choice_key(i)) : choice_key(i);
      const auto wanted = intent_of({.character = static_cast<char32_t>(key)}, model);
      ASSERT_TRUE(wanted) << i;
      const auto* wish = wanted->get_if<intent::InChallenge>();
      ASSERT_TRUE(wish) << choice_key(i);
      const auto* decide = std::get_if<challenge::Decide>(&wish->wish);
      ASSERT_TRUE(decide) << choice_key(i);
      EXPECT_EQ(decide->move, i);
    }
  }
  // Regression: the keys skipped letters used elsewhere: "8 9 0 a b c d g i j".
  for (std::size_t i = 11; i < most; ++i) EXPECT_EQ(choice_key(i), choice_key(i - 1) + 1) << i;
  for (const char other : std::string("thfelnx?+-")) EXPECT_FALSE(keys.contains(other)) << other;
}

TEST(ChallengeGame, AWinIsOpenedInTheLabByItsName) {
  Model model = playing("not_yours");
  play_all(model, solution_of("not_yours"));
  const auto job = game_wish(model, challenge::OpenInLab{});
  work_on(model, job);
  EXPECT_EQ(model.screen, Screen::lab);
  EXPECT_EQ(
      model.run->judged.verdicts[static_cast<std::size_t>(sim::Property::owner_only_release)].kept,
      sim::Kept::broken);
  EXPECT_EQ(model.verdict, static_cast<std::uint16_t>(sim::Property::owner_only_release));
  EXPECT_GT(model.cursor.events, 0u);
}

TEST(ChallengeGame, ArrowsChooseAndEnterTakesAndAfterAWinEnterOpensTheNextLevel) {
  Model model = playing("not_yours");
  press(model, Key::up);
  EXPECT_EQ(model.play->chosen, 0u);
  for (const std::uint32_t move : solution_of("not_yours")) {
    for (std::uint32_t i = 0; i < move; ++i) press(model, Key::down);
    EXPECT_EQ(model.play->chosen, move);
    press(model, Key::enter);
  }
  EXPECT_TRUE(model.play->position->won);
  const std::size_t level = model.play->level;
  press(model, Key::enter);
  EXPECT_EQ(model.play->level, level + 1);
  EXPECT_TRUE(model.play->position->decisions.empty());
}

TEST(ChallengeGame, TheKeyTShowsCodeTimelineAndMovesInTurnAlsoInTheNextLevel) {
  Model model = playing("not_yours");
  type(model, 't');
  EXPECT_EQ(model.play->part, BoardPart::timeline);
  game_wish(model, challenge::OpenLevel{0});
  EXPECT_EQ(model.play->part, BoardPart::timeline);
  type(model, 't');
  type(model, 't');
  EXPECT_EQ(model.play->part, BoardPart::code);
}

TEST(ChallengeGame, FewerStarsForMoreChoices) {
  Level level;
  level.par = 10;
  EXPECT_EQ(score_of(level, 10, false).stars, 3u);
  EXPECT_EQ(score_of(level, 10, true).stars, 2u);
  EXPECT_EQ(score_of(level, 15, false).stars, 2u);
  EXPECT_EQ(score_of(level, 16, false).stars, 1u);
  level.par = 1;
  EXPECT_EQ(score_of(level, 2, false).stars, 2u);
  EXPECT_EQ(score_of(level, 3, false).stars, 1u);
}

}  // namespace
}  // namespace locklab::app
