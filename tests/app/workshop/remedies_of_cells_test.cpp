// The remedies of runs that the shipped matrix opens, and their texts.
#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "app/changes/run_story.h"
#include "app/changes/saving_event.h"
#include "app/explore/matrix_cache.h"
#include "app/matrix/same_faults.h"
#include "app/workshop/search_work.h"
#include "tests/support/golden_text.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

const Matrix& matrix() {
  static const Matrix shipped = *shipped_matrix(sim::Library());
  return shipped;
}

const MatrixCell& cell(std::string_view strategy, std::string_view fault) {
  const auto place = [](const std::vector<std::string>& all, std::string_view one) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), one) - all.begin());
  };
  return matrix().cell(place(matrix().strategies, strategy), place(matrix().faults, fault));
}

/// The run behind the cell's broken property.
ShownRunPtr run_of(const MatrixCell& cell, sim::Property property) {
  return test::opened(cell.properties[static_cast<std::size_t>(property)].run);
}

std::vector<Remedy> remedies_in(const ShownRun& run) {
  const std::atomic<bool> stopped{false};
  return remedies_of(sim::Library(), run, stopped);
}

std::string title_of_first(const ShownRun& run) {
  const std::vector<Remedy> found = remedies_in(run);
  return found.empty() ? "" : found.front().title;
}

/// True if the matrix breaks a promise that the remedy claims to save; one that is sure of the data
/// only claims no lost update.
bool is_false(const ShownRun& run, const Remedy& remedy) {
  const auto& verdicts = run.judged.verdicts;
  return std::any_of(verdicts.begin(), verdicts.end(), [&](const sim::Verdict& verdict) {
    const auto& left = remedy.left_broken;
    const bool claimed = !remedy.sure_of_data || verdict.property == sim::Property::no_lost_update;
    return claimed && verdict.promised && verdict.kept == sim::Kept::broken &&
           std::find(left.begin(), left.end(), verdict.property) == left.end() &&
           breaks_under(matrix(), remedy.strategy, verdict.property, run.judged.scenario.faults);
  });
}

// Regression: "SETNX, then EXPIRE" was offered against a power loss that breaks it too, and "order
// of nodes: parallel" and "release all: off" against a clock jump.
TEST(RemediesOfCells, NoLockIsOfferedThatTheMatrixBreaksUnderTheFaultAndNothingByMistake) {
  std::size_t locks = 0;
  for (const MatrixCell& each : matrix().cells)
    for (const PropertyCell& one : each.properties) {
      if (!one.promised || one.standing != Standing::broken) continue;
      const ShownRunPtr run = test::opened(one.run);
      for (const Remedy& remedy : remedies_in(*run)) {
        if (!remedy.strategy.empty()) {
          ++locks;
          EXPECT_FALSE(remedy.by_luck) << remedy.run;
          EXPECT_FALSE(is_false(*run, remedy)) << one.run << "\n" << remedy.run;
        }
        if (!remedy.setting) continue;
        EXPECT_NE(remedy.setting->word, "del_setnx") << remedy.run;
        EXPECT_NE(remedy.setting->key, "order") << remedy.run;
        EXPECT_NE(remedy.setting->key, "release_all") << remedy.run;
      }
    }
  EXPECT_GE(locks, 100u);
}

TEST(RemediesOfCells, ANodeThatForgetsIsCuredByItsDiskAndAClockThatJumpsByOneThatCannot) {
  const auto exclusion = sim::Property::mutual_exclusion;
  EXPECT_THAT(title_of_first(*run_of(cell("redlock", "clock_jump"), exclusion)), test::IsGolden());
  for (const char* lock : {"setnx_del", "set_px_lua", "redlock"})
    EXPECT_THAT(title_of_first(*run_of(cell(lock, "power"), exclusion)), test::IsGolden("power"))
        << lock;
}

TEST(RemediesOfCells, AfterTheStorysCureWhatHoldsStandsBeforeWhatHelpsThisRunOnly) {
  const auto luck_first = [](const Remedy& a, const Remedy& b) {
    return std::tuple(!a.told, a.by_luck) < std::tuple(!b.told, b.by_luck);
  };
  for (const std::string& name : library_runs(sim::Library()).names) {
    const auto found = remedies_in(*test::opened(name));
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), luck_first)) << name;
  }
}

// Regression: remedies were named "1: settings changed" and `when = "n3 ran bob's claim"`.
TEST(RemediesOfCells, EveryOneIsNamedInPlainWordsAndMostShowWhereTheySaved) {
  std::size_t all = 0;
  std::size_t shown = 0;
  const auto look = [&](const std::string& name) {
    const ShownRunPtr run = test::opened(name);
    for (const Remedy& remedy : remedies_in(*run)) {
      const ShownRunPtr saved = test::opened(remedy.run);
      for (const Language language : {Language::english, Language::chinese}) {
        const Words& say = Words::in(language);
        const std::string change = change_from(say, *saved, *run);
        EXPECT_THAT(change, Not(HasSubstr("when ="))) << remedy.run;
        EXPECT_THAT(change, Not(HasSubstr("changed."))) << remedy.run;
        EXPECT_NE(change, say("break.branch.changed")) << remedy.run;
        EXPECT_FALSE(change.empty()) << remedy.run;
      }
      ++all;
      shown += saving_event(*run, *saved).has_value();
    }
  };
  for (const std::string& name : library_runs(sim::Library()).names) look(name);
  for (const MatrixCell& each : matrix().cells)
    for (const PropertyCell& one : each.properties)
      if (one.promised && one.standing == Standing::broken) look(one.run);
  EXPECT_GE(all, 400u);
  EXPECT_GE(shown * 100, all * 90) << shown << " of " << all;
}

}  // namespace
}  // namespace locklab::app
