// A foreign or corrupted trace opens, or is rejected with its defect. A trace that opens can be
// judged, always the same way, and saved again. LOCKLAB_FUZZ_SECONDS=n sets the time to search.
#include <gtest/gtest.h>

#include <variant>

#include "sim/check/check.h"
#include "sim/trace/run_state.h"
#include "sim/trace/trace_bytes.h"
#include "tests/support/mutated_trace.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

std::string wrong_with(const Trace& trace) {
  for (const Verdict& verdict : check(trace)) {
    if (verdict.why.empty()) return "a verdict without a reason";
    if (verdict.event && *verdict.event >= trace.size()) return "a verdict on no event";
    if (verdict.other && *verdict.other >= trace.size()) return "a verdict on no other event";
  }
  if (!(state_after(trace, trace.size()) == state_after(trace, trace.size())))
    return "it is told otherwise the second time";
  if (verdicts_in_words(trace) != verdicts_in_words(trace)) return "it is judged otherwise";
  return wrong_when_opened_again(trace).value_or("");
}

test::Trial open_and_judge(const test::Pieces& pieces) {
  test::Trial trial;
  const auto opened = parse_trace(test::bytes_of_trace(pieces), "m.trace");
  if (const Problem* problem = std::get_if<Problem>(&opened)) {
    if (problem->file != "m.trace" || problem->what.english().empty())
      trial.wrong = "a problem without a place or words: " + to_string(*problem);
    return trial;
  }
  trial.read = trial.ran = true;
  trial.wrong = wrong_with(std::get<Trace>(opened));
  return trial;
}

TEST(MutatedTraces, AreJudgedTheSameTwiceOrSayWhatIsWrong) {
  const std::vector<test::Pieces> runs = test::short_runs();
  ASSERT_FALSE(runs.empty());
  for (const test::Pieces& run : runs) ASSERT_EQ(open_and_judge(run).wrong, "");
  const auto make = [&](std::uint64_t seed) { return test::mutated_trace(runs, seed); };
  test::fuzz_for_a_while({make, open_and_judge, test::shown_trace}, 500);
}

}  // namespace
}  // namespace locklab::sim
