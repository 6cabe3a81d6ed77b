// The asynchronous semantics: any pending event may be next, and the clock does not advance. Its
// reductions keep every final outcome, and its counterexamples replay.
#include <optional>
#include <ostream>
#include <set>
#include <string>

#include <gmock/gmock.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

Question ask_anytime(const char* strategy, const char* faults, const std::string& set) {
  return ask(strategy, faults, Property::mutual_exclusion,
             "retry_jitter_ms=0, semantics=\"asynchronous\", " + set);
}

std::set<std::string> outcomes(const SearchSpec& spec, bool reduce) {
  SearchTask task = of_everything(spec);
  task.reduce = reduce;
  std::set<std::string> all;
  task.on_final = [&](const Trace& trace, Properties broken) {
    all.insert(outcome_of(trace, broken));
  };
  EXPECT_TRUE(search(task).exhausted);
  return all;
}

struct Anytime {
  const char* name;
  const char* strategy;
  const char* faults;
  const char* set;
  std::optional<std::uint32_t> nodes = {};
};

void PrintTo(const Anytime& anytime, std::ostream* out) { *out << anytime.name; }

class AnythingMayBeNext : public testing::TestWithParam<Anytime> {};

TEST_P(AnythingMayBeNext, AndTheReductionsKeepEveryOutcome) {
  Question question = ask_anytime(GetParam().strategy, GetParam().faults, GetParam().set);
  question.nodes = GetParam().nodes;
  const SearchSpec spec = spec_for(question);
  EXPECT_EQ(outcomes(spec, true), outcomes(spec, false));
}

INSTANTIATE_TEST_SUITE_P(
    Anytimes, AnythingMayBeNext,
    testing::Values(Anytime{"at_once", "redlock", "clock_jump=1", "order=\"parallel\", wait_ms=1",
                            2},
                    Anytime{"in_turn", "redlock", "clock_jump=1", "wait_ms=1, resource=\"stock\""},
                    Anytime{"two_jumps", "redlock", "clock_jump=2", "wait_ms=1"},
                    Anytime{"single", "set_px_lua", "clock_jump=1", "wait_ms=1, rounds=2"},
                    Anytime{"clocks_of_clients", "getset_timestamp", "clock_jump=1",
                            "wait_ms=1, work_ms=20, ttl_ms=15, node_timeout_ms=3"},
                    Anytime{"crash", "setnx_del", "crash=1", "wait_ms=1"},
                    Anytime{"foreign", "set_px_del", "foreign_release=1", "wait_ms=1"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(AsynchronousSearch, FindsTheEarlyExpiryAndItReplays) {
  const Answer found =
      answered(ask_anytime("redlock", "clock_jump=1", "order=\"parallel\", wait_ms=1"));
  ASSERT_EQ(found.broken.size(), 1u);
  const OpenedRun run = run_named(found.broken[0].run);
  EXPECT_EQ(run.scenario.semantics, Semantics::asynchronous);
  const Trace trace = simulate(run.scenario);
  EXPECT_EQ(judged(trace, Property::mutual_exclusion).kept, Kept::broken);
  EXPECT_LT(trace.back().at, trace.info.ttl_us) << "steps must not look like the end of a lease";
}

TEST(AsynchronousSearch, HasAnEndUnlessToldToWait) {
  EXPECT_TRUE(answered(ask("set_px_lua", "clock_jump=1", Property::owner_only_release,
                           "semantics=\"asynchronous\""))
                  .exhausted);
}

TEST(AsynchronousSearch, NeverLetsALeaseEndByItself) {
  const Answer found = answered(ask_anytime("set_px_lua", "", "wait_ms=1, rounds=2"));
  EXPECT_TRUE(found.exhausted);
  EXPECT_TRUE(found.broken.empty());
}

TEST(AsynchronousSearch, RefusesWhatMeansNothingThere) {
  const std::string anytime = "semantics=\"asynchronous\", wait_ms=1";
  for (const Question& question :
       {ask("redlock", "pause=1", Property::mutual_exclusion, anytime),
        ask("redlock", "crash=1", Property::no_deadlock, anytime),
        ask("redlock", "crash=1", Property::mutual_exclusion, "semantics=\"asynchron\"")})
    EXPECT_THAT(refused(question), test::IsGolden());
  Question at_moments = ask("set_px_lua", "clock_jump=1", Property::mutual_exclusion, anytime);
  at_moments.end_every = 500us;
  EXPECT_THAT(refused(at_moments), test::IsGolden("moments"));
}

}  // namespace
}  // namespace locklab::sim
