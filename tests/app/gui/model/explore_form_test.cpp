#include "app/gui/model/explore_form.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "app/explore/matrix_cache.h"
#include "app/gui/update/update.h"
#include "app/matrix/matrix.h"
#include "app/words/words.h"
#include "lock/strategy.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;

/// True if the shipped matrix has a counterexample of this fault for the lock.
bool is_broken_by(const Matrix& matrix, std::string_view lock, sim::StrikeKind kind) {
  for (std::size_t row = 0; row < matrix.strategies.size(); ++row)
    for (std::size_t column = 0; column < matrix.faults.size(); ++column) {
      if (matrix.strategies[row] != lock || matrix.faults[column] != sim::name(kind)) continue;
      const MatrixCell& cell = matrix.cell(row, column);
      return std::any_of(cell.properties.begin(), cell.properties.end(),
                         [](const PropertyCell& one) { return one.standing == Standing::broken; });
    }
  return false;
}

TEST(ExploreForm, BeginsWithAFaultThatFindsSomethingInTheLock) {
  const auto matrix = shipped_matrix(sim::Library(LOCKLAB_SOURCE_DIR "/assets"));
  ASSERT_TRUE(matrix);
  std::size_t seen = 0;
  for (const std::string& lock : matrix->strategies) {
    ++seen;
    EXPECT_TRUE(is_broken_by(*matrix, lock, telling_strike(lock)))
        << lock << ", " << sim::name(telling_strike(lock));
  }
  EXPECT_GE(seen, 10u);
  EXPECT_EQ(telling_strike("redlock"), sim::StrikeKind::clock_jump);
}

TEST(ExploreForm, TakesTheFaultOfItsLockUnlessTheUserHasChosenAnother) {
  Model model;
  update(model, intent::ShowExplore{true, "setnx_del"});
  EXPECT_EQ(model.exploring.form.strikes, std::vector{StrikeRow{sim::StrikeKind::crash}});
  update(model, intent::ShowExplore{false});
  update(model, intent::ShowExplore{true, "set_px_lua"});
  EXPECT_EQ(model.exploring.form.strikes, std::vector{StrikeRow{sim::StrikeKind::pause}});
  ExploreForm form = model.exploring.form;
  form.strikes = {StrikeRow{sim::StrikeKind::kill}};
  update(model, intent::SetExplore{form});
  update(model, intent::ShowExplore{false});
  update(model, intent::ShowExplore{true, "redlock"});
  EXPECT_EQ(model.exploring.form.strikes, std::vector{StrikeRow{sim::StrikeKind::kill}});
}

TEST(ExploreForm, SettingsThatCannotBeReadAreAnsweredInPlainWords) {
  for (const char* good : {"", "work_ms=20", "work_ms=20, ttl_ms=100", "order=\"parallel\""})
    EXPECT_TRUE(wrong_settings(good).empty()) << good;
  for (const char* bad : {"work_ms", "work_ms=", "work_ms=abc", "=3", "}"}) {
    Model model;
    ExploreForm form;
    form.set = bad;
    update(model, intent::ShowExplore{true});
    update(model, intent::SetExplore{form});
    EXPECT_FALSE(update(model, intent::Explore{})) << bad;
    const std::string words = told(model.exploring.problem, Language::english);
    EXPECT_THAT(words, HasSubstr("work 20 ms")) << bad;
    EXPECT_THAT(words, testing::Not(HasSubstr("TOML"))) << bad;
    EXPECT_FALSE(model.exploring.job) << bad;
  }
}

TEST(ExploreForm, TakesSettingsInTheWordsOfTheWindow) {
  EXPECT_EQ(settings_text("work 20 ms, lease 0.1 s"), "work_ms=20, ttl_ms=100");
  EXPECT_EQ(settings_text("工作时长 20 毫秒，租约 100 ms"), "work_ms=20, ttl_ms=100");
  EXPECT_EQ(settings_text("retry delay 30 ms,attempts 3"), "retry_delay_ms=30, retry_count=3");
  EXPECT_EQ(settings_text("order of nodes parallel, check validity off"),
            "order=\"parallel\", check_validity=false");
  EXPECT_EQ(settings_text("work_ms=20, order=\"a, b\""), "work_ms=20, order=\"a, b\"");
  for (const Language language : {Language::english, Language::chinese})
    EXPECT_EQ(settings_text(Words::in(language)("explore.set.hint")), "work_ms=20, ttl_ms=100");
  EXPECT_TRUE(wrong_settings("work 20 ms").empty());
  EXPECT_FALSE(wrong_settings("wrok 20 ms").empty());
}

}  // namespace
}  // namespace locklab::app
