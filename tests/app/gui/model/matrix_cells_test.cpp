#include "app/gui/model/matrix_cells.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "app/explore/matrix_cache.h"
#include "app/matrix/traits.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

PropertyCell& at(MatrixCell& cell, sim::Property property) {
  return cell.properties[static_cast<std::size_t>(property)];
}

/// A cell with every property kept, of which mutual exclusion and no deadlock are promised.
MatrixCell kept_cell() {
  MatrixCell cell;
  cell.done = true;
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    PropertyCell& one = cell.properties.emplace_back();
    one.property = static_cast<sim::Property>(i);
    one.standing = Standing::kept;
    one.promised = one.property == sim::Property::mutual_exclusion ||
                   one.property == sim::Property::no_deadlock;
  }
  return cell;
}

void break_it(MatrixCell& cell, sim::Property property) {
  at(cell, property).standing = Standing::broken;
  at(cell, property).run = "run of " + std::string(name(property));
  at(cell, property).why = "somebody entered";
  at(cell, property).why_in_chinese = "有人进入";
}

/// The cell of this lock and this fault.
intent::OpenCell cell_of(const Matrix& matrix, std::string_view lock, std::string_view fault) {
  const auto place = [](const std::vector<std::string>& all, std::string_view one) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
  };
  return {place(matrix.strategies, lock), place(matrix.faults, fault)};
}

TEST(MatrixLayout, TheWorstOfAllIsABrokenPromise) {
  MatrixCell cell = kept_cell();
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::kept);
  break_it(cell, sim::Property::fencing);
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::kept);  // fencing is not promised
  at(cell, sim::Property::mutual_exclusion).standing = Standing::not_finished;
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::not_finished);
  break_it(cell, sim::Property::no_deadlock);
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::broken);
  EXPECT_EQ(look_of(cell, std::nullopt).broken, 1u);
}

// A holder that crashes locks out everybody: a lock without that promise must not get a green cell.
TEST(MatrixLayout, ALockThatFailsAtWhatALockIsForIsNotGreenThoughItPromisedNothing) {
  for (const sim::Property purpose : {sim::Property::mutual_exclusion,
                                      sim::Property::no_lost_update, sim::Property::no_deadlock}) {
    MatrixCell cell = kept_cell();
    at(cell, purpose).promised = false;
    EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::kept);
    break_it(cell, purpose);
    EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::unpromised_broken);
  }
}

TEST(MatrixLayout, TheShippedCellOfALockThatACrashLocksForEverIsNotGreen) {
  const auto matrix = shipped_matrix(sim::Library());
  ASSERT_TRUE(matrix);
  const intent::OpenCell at = cell_of(*matrix, "setnx_del", "crash");
  const MatrixCell& cell = matrix->cell(at.row, at.column);
  EXPECT_EQ(cell.faults, "crash=1");
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::unpromised_broken);
  const auto lines = lines_of(cell, sim::Property::no_deadlock, Language::english);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].run, "") << "a click on it opens the deadlock";
}

TEST(MatrixLayout, OnePropertyTellsBrokenPromisesFromWhatWasNeverPromised) {
  MatrixCell cell = kept_cell();
  break_it(cell, sim::Property::mutual_exclusion);
  break_it(cell, sim::Property::fencing);
  EXPECT_EQ(look_of(cell, sim::Property::mutual_exclusion).state, CellState::broken);
  EXPECT_EQ(look_of(cell, sim::Property::no_deadlock).state, CellState::kept);
  EXPECT_EQ(look_of(cell, sim::Property::fencing).state, CellState::unpromised_broken);
  EXPECT_EQ(look_of(cell, sim::Property::quota).state, CellState::unpromised);
}

TEST(MatrixLayout, WhatWasNotSearchedAndWhatCannotStrikeAreNotKept) {
  MatrixCell cell;
  EXPECT_EQ(look_of(cell, std::nullopt).state, CellState::waiting);
  cell.done = true;
  cell.applies = false;
  EXPECT_EQ(look_of(cell, sim::Property::fencing).state, CellState::cannot_strike);
}

TEST(MatrixLayout, BrokenPromisesAreToldFirstAndInTheReadersLanguage) {
  MatrixCell cell = kept_cell();
  break_it(cell, sim::Property::no_lost_update);
  break_it(cell, sim::Property::no_deadlock);
  const auto lines = lines_of(cell, std::nullopt, Language::chinese);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].property, sim::Property::no_deadlock);
  EXPECT_THAT(lines[0].why, test::IsGolden());
  EXPECT_EQ(lines_of(cell, sim::Property::quota, Language::english).size(), 1u);
}

TEST(MatrixLayout, EveryStateHasASignOfItsOwnAndWordsInBothLanguages) {
  std::set<std::string_view> signs;
  for (std::size_t i = 0; i < static_cast<std::size_t>(CellState::count_); ++i) {
    const auto state = static_cast<CellState>(i);
    EXPECT_TRUE(signs.insert(sign(state)).second);
    for (const Language language : {Language::english, Language::chinese}) {
      const std::string key = "matrix.state." + std::string(name(state));
      if (state != CellState::waiting) {
        EXPECT_NE(Words::in(language)(key), key);
      }
      EXPECT_NE(Words::in(language)(key + ".tip"), key + ".tip");
    }
  }
  for (const TextbookTrait& trait : traits())
    for (const Language language : {Language::english, Language::chinese}) {
      const std::string key = "trait." + std::string(trait.id);
      EXPECT_NE(Words::in(language)(key), key);
      EXPECT_NE(Words::in(language)(key + ".tip"), key + ".tip");
      if (language == Language::chinese) {
        EXPECT_EQ(Words::in(language)(key), trait.chinese) << "one name in window and reports";
      }
    }
}

// ---- the screen

/// A model on the matrix screen with this matrix.
Model showing_matrix(Matrix matrix) {
  Model model;
  const auto job = update(model, intent::ShowScreen{Screen::matrix});
  update(model, intent::MatrixMade{job->job, std::make_shared<const Matrix>(std::move(matrix))});
  return model;
}

TEST(MatrixScreen, TheFirstSightOfItAsksForTheMatrixAndNoOtherDoes) {
  Model model;
  const auto job = update(model, intent::ShowScreen{Screen::matrix});
  ASSERT_TRUE(job);
  EXPECT_FALSE(job->work.get<work::MakeMatrix>().again);
  update(model, intent::ShowScreen{Screen::lab});
  EXPECT_FALSE(update(model, intent::ShowScreen{Screen::matrix}));  // one job is already running
  update(model, intent::MatrixMade{job->job, std::make_shared<const Matrix>()});
  update(model, intent::ShowScreen{Screen::lab});
  EXPECT_FALSE(update(model, intent::ShowScreen{Screen::matrix}));
  const auto again = update(model, intent::MakeMatrix{true});
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->work.get<work::MakeMatrix>().again);
}

TEST(MatrixScreen, CancellingKeepsWhatIsMadeAndIgnoresWhatComesLate) {
  Model model;
  const auto job = update(model, intent::ShowScreen{Screen::matrix});
  const auto some = std::make_shared<const Matrix>();
  update(model, intent::MatrixGrows{job->job, some, 3, 176});
  EXPECT_EQ(model.matrix.done, 3u);
  const auto stop = press(model, Key::escape);
  ASSERT_TRUE(stop);
  EXPECT_TRUE(stop->work.is<work::StopMatrix>());
  update(model, intent::MatrixGrows{job->job, std::make_shared<const Matrix>(), 4, 176});
  EXPECT_EQ(model.matrix.matrix, some);
}

TEST(MatrixScreen, ArrowsStayWithinTheTable) {
  Model model = showing_matrix(test::forged_matrix("setnx_del", "pause"));
  press(model, Key::left);
  press(model, Key::up);
  EXPECT_EQ(model.matrix.row + model.matrix.column, 0u);
  for (int i = 0; i < 40; ++i) {
    press(model, Key::right);
    press(model, Key::down);
  }
  EXPECT_EQ(model.matrix.row + 1, model.matrix.matrix->strategies.size());
  EXPECT_EQ(model.matrix.column + 1, model.matrix.matrix->faults.size());
  update(model, intent::ShowTraits{true});
  EXPECT_EQ(model.matrix.column + 1, traits().size());
  EXPECT_EQ(model.matrix.row + 1, trait_rows(*model.matrix.matrix).size());
}

TEST(MatrixScreen, EnterOnABrokenCellOpensItsRunWhereThePromiseBreaks) {
  Model model = showing_matrix(test::forged_matrix("set_px_lua", "pause"));
  const intent::OpenCell cell = cell_of(*model.matrix.matrix, "set_px_lua", "pause");
  model.matrix.row = cell.row;
  model.matrix.column = cell.column;
  press(model, Key::enter);
  EXPECT_EQ(model.screen, Screen::lab);
  ASSERT_TRUE(model.run);
  ASSERT_TRUE(model.verdict);
  const sim::Verdict& verdict = model.run->judged.verdicts[*model.verdict];
  EXPECT_EQ(verdict.property, sim::Property::mutual_exclusion);
  ASSERT_TRUE(verdict.event);
  EXPECT_EQ(model.cursor.events, *verdict.event + 1);
}

TEST(MatrixScreen, ACellThatHoldsOpensNothing) {
  Model model = showing_matrix(test::forged_matrix("set_px_lua", "crash"));
  EXPECT_FALSE(update(model, cell_of(*model.matrix.matrix, "set_px_lua", "crash")));
  EXPECT_EQ(model.screen, Screen::matrix);
}

TEST(MatrixScreen, ATraitOpensItsStoryWithThatLockAndAsToldWhereTheLockDoesNotFit) {
  Model model = showing_matrix(test::forged_matrix("setnx_del", "pause"));
  update(model, intent::ShowTraits{true});
  const auto rows = trait_rows(*model.matrix.matrix);
  const auto row_of = [&](std::string_view id) {
    return static_cast<std::size_t>(std::find(rows.begin(), rows.end(), id) - rows.begin());
  };
  want(model, intent::OpenCell{row_of("set_px_lua"), 1});
  EXPECT_THAT(model.run->judged.name, StartsWith("F01_crash_no_expiry"));
  EXPECT_THAT(model.run->judged.name, HasSubstr("strategy=set_px_lua"));
  // If the lock does not fit the scenario, the story opens unchanged.
  auto job = update(model, intent::OpenCell{row_of("set_wait"), 1});
  ASSERT_TRUE(job);
  job = update(model, intent::NotOpened{job->job, say("not here")});
  work_on(model, job);
  EXPECT_THAT(model.run->judged.name, StartsWith("F01_crash_no_expiry"));
  EXPECT_TRUE(model.problem.empty());
}

TEST(MatrixLayout, TheLegendExplainsEverySign) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(CellState::count_); ++i) {
    const auto state = static_cast<CellState>(i);
    const std::vector<CellState> explained = states_in_legend();
    EXPECT_EQ(std::count(explained.begin(), explained.end(), state), sign(state).empty() ? 0 : 1)
        << name(state);
  }
}

}  // namespace
}  // namespace locklab::app
