// Causes in random worlds: every effect has an earlier cause that touches the same client, key or
// node, and from a broken promise the causes lead back to a beginning.
#include "sim/trace/causes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "sim/check/check.h"
#include "sim/check/design_property.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/cause_walk.h"
#include "tests/support/environment.h"

namespace locklab::sim {
namespace {

class CausesOfRandomWorlds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(CausesOfRandomWorlds, GoBackToWhereItBegan) {
  const RandomCases cases = random_cases(500, GetParam(), 4);
  std::size_t broken = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const Question question = ImaginedWorlds(seed).world().question;
    SCOPED_TRACE(command_line(seed, question));
    const SearchSpec spec = spec_for(question);
    SearchTask task = spec.task();
    task.kind = SearchKind::random;
    task.all = true;
    task.seed = seed;
    task.most_transitions = 60;
    task.on_final = [&](const Trace& trace, Properties) {
      const test::CauseWalk walk(trace);
      walk.every_effect_has_a_cause();
      walk.every_no_has_a_reason();
      for (const Verdict& verdict : check(trace)) {
        if (verdict.kept != Kept::broken || !verdict.event) continue;
        ++broken;
        const auto behind = walk.behind(verdict);
        for (const EventIndex event : behind)
          EXPECT_TRUE(!walk.has_no_cause(event) || test::begins(trace[event]))
              << verdict.why << ": " << test::line(trace, event);
        EXPECT_NE(design_behind(trace, verdict, behind), DesignProperty::unknown)
            << name(verdict.property) << ": " << verdict.why << test::lines(trace, behind);
      }
    };
    search(task);
    if (HasFailure()) return;
  }
  fmt::print("{} broken promises\n", broken);
}

INSTANTIATE_TEST_SUITE_P(Blocks, CausesOfRandomWorlds, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
