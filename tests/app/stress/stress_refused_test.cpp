// Servers that refuse writes while a load runs: errors of that kind, nobody harmed, and an end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/app/stress/short_load.h"

namespace locklab::app {
namespace {

using testing::Contains;
using testing::Pair;
using testing::StartsWith;

StressResult load_refusing(const std::string& reason) {
  StressWork work = test::short_load("set_px_lua");
  test::lock_apart(work);
  work.duration = 1500ms;
  work.lock.ttl = 200ms;
  work.strikes = {std::get<Strike>(parse_strike("at 200ms refuse n1 " + reason + " 600ms"))};
  return test::loaded(work);
}

class StressRefused : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(StressRefused, IsCountedByItsErrorAndTheLoadGoesOn) {
  const StressResult result = load_refusing(GetParam().first);
  EXPECT_FALSE(result.problem) << sentence(*result.problem).english();
  EXPECT_FALSE(broke_a_promise(result));
  EXPECT_THAT(result.measures.errors,
              Contains(Pair(StartsWith(GetParam().second), testing::Gt(0u))));
  EXPECT_TRUE(result.limit_after) << "it accepts again when the load is over";
  EXPECT_GT(result.measures.counts.acquired, 0u);
}

INSTANTIATE_TEST_SUITE_P(Reasons, StressRefused,
                         testing::Values(std::pair("full", "OOM"),
                                         std::pair("read_only", "READONLY"),
                                         std::pair("unsaved", "MISCONF")));

}  // namespace
}  // namespace locklab::app
