#include "sim/trace/time_words.h"

#include <gtest/gtest.h>

namespace locklab::sim {
namespace {

TEST(TimeWords, TellASpanInTheUnitThatPeopleUse) {
  EXPECT_EQ(as_span(48'250), "48.25 ms");
  EXPECT_EQ(as_span(9'999'000), "9999 ms");
  EXPECT_EQ(as_span(10'000'000), "10 s");
  EXPECT_EQ(as_span(12'500'000), "12.5 s");
  EXPECT_EQ(as_span(3'600'000'000), "1 h");
  EXPECT_EQ(as_span(3'601'000'000), "3601 s");
}

TEST(TimeWords, TellATimeOfDayForLogsOfOthers) {
  EXPECT_EQ(time_of_day(0), "1970-01-01 00:00:00.000 UTC");
  EXPECT_EQ(time_of_day(1'795'664'167'123'456), "2026-11-26 03:36:07.123 UTC");
  EXPECT_EQ(time_of_day(latest_time_of_day_us), "9999-12-31 23:59:59.999 UTC");
}

TEST(TimeWords, TellAMomentInMilliseconds) {
  EXPECT_EQ(as_ms(12'400), "12.4 ms");
  EXPECT_EQ(as_ms(-1), "-0.001 ms");
}

}  // namespace
}  // namespace locklab::sim
