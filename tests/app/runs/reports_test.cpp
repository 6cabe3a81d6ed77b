// Public reports about Redis locks, as scenarios in tests/reports: each run has the verdicts that
// its file expects, and names the cause that the reporters found.
#include <gtest/gtest.h>

#include "app/runs/judged_run.h"
#include "sim/check/lockout.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

TEST(Reports, AreJudgedAndExplainedAsTheyHappened) {
  const sim::Library library(LOCKLAB_SOURCE_DIR "/tests/reports");
  std::size_t reports = 0;
  for (const std::string& name : library_runs(library).names) {
    if (name.front() != 'R') continue;
    ++reports;
    const JudgedRun run = simulate_and_judge(sim::value_of(open_named(library, name)));
    for (const Sentence& surprise : run.surprises)
      ADD_FAILURE() << name << ": " << surprise.english();
    for (const sim::Verdict& verdict : run.verdicts)
      if (verdict.kept == sim::Kept::broken) {
        EXPECT_THAT(verdict.sentence,
                    test::IsGolden(name + " " + std::string(sim::name(verdict.property))));
      }
    for (const sim::Lockout& lockout : sim::lockouts(run.trace))
      EXPECT_THAT(sim::lockout_words(run.trace, lockout), test::IsGolden(name + " lock-out"));
  }
  EXPECT_GE(reports, 20u);
}

}  // namespace
}  // namespace locklab::app
