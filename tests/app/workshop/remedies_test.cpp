// What would have saved a run, and what the matrix says of it.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/explore/matrix_cache.h"
#include "app/matrix/same_faults.h"
#include "app/runs/judged_run.h"
#include "app/workshop/search_work.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

std::vector<Remedy> remedies_in_window(const ShownRun& run) {
  const std::atomic<bool> stopped{false};
  return remedies_of(sim::Library(), run, stopped);
}

/// Whether some schedule of the run's faults breaks what the lock of a remedy saved.
bool is_breakable(const Matrix& matrix, const ShownRun& run, const Remedy& remedy) {
  const auto& verdicts = run.judged.verdicts;
  return std::any_of(verdicts.begin(), verdicts.end(), [&](const sim::Verdict& verdict) {
    const auto& left = remedy.left_broken;
    return verdict.promised && verdict.kept == sim::Kept::broken &&
           std::find(left.begin(), left.end(), verdict.property) == left.end() &&
           breaks_under(matrix, remedy.strategy, verdict.property, run.judged.scenario.faults);
  });
}

// A lock that the matrix calls broken under a pause would not have saved anybody from pauses. It is
// told where the story has a variation with it.
TEST(RemediesInWindow, ALockThatTheMatrixCallsBrokenSaysSo) {
  const auto matrix = shipped_matrix(sim::Library());
  ASSERT_TRUE(matrix);
  std::size_t lucky = 0, safe = 0;
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr run = test::opened(name);
    for (const Remedy& remedy : remedies_in_window(*run)) {
      if (remedy.strategy.empty()) continue;
      EXPECT_EQ(remedy.by_luck || remedy.sure_of_data, is_breakable(*matrix, *run, remedy))
          << remedy.run;
      ++(remedy.by_luck ? lucky : safe);
    }
  }
  EXPECT_GE(lucky, 1u);
  EXPECT_GE(safe, 1u);
}

// A longer pause, or a clock that jumps further, breaks it again.
TEST(RemediesInWindow, ALeaseThatIsJustLongEnoughIsForThisRunOnlyAndComesLast) {
  for (const char* name : {"F06", "F12"}) {
    const auto found = remedies_in_window(*test::opened(name));
    const auto lease = std::find_if(found.begin(), found.end(), [](const Remedy& one) {
      return one.setting && one.setting->key == "ttl_ms";
    });
    ASSERT_NE(lease, found.end()) << name;
    EXPECT_TRUE(lease->by_luck) << name;
    EXPECT_TRUE(std::all_of(lease, found.end(), [](const Remedy& one) { return one.by_luck; }))
        << name;
  }
}

TEST(RemediesInWindow, OfAPauseFencingIsSafe) {
  const auto found = remedies_in_window(*test::opened("F06"));
  const auto fenced = std::find_if(found.begin(), found.end(),
                                   [](const Remedy& one) { return one.strategy == "fenced"; });
  ASSERT_NE(fenced, found.end());
  EXPECT_FALSE(fenced->by_luck);
}

}  // namespace
}  // namespace locklab::app
