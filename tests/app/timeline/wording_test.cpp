#include "app/timeline/wording.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

TEST(Wording, ADurationIsToldInTheUnitThatAReaderExpects) {
  EXPECT_EQ(span_text(80), "80 µs");
  EXPECT_EQ(span_text(48'200), "48.2 ms");
  EXPECT_EQ(span_text(9'999'000), "9999 ms");
  EXPECT_EQ(span_text(12'500'000), "12.5 s");
  EXPECT_EQ(span_text(60'000'000), "60 s");
  EXPECT_EQ(span_text(3'600'000'000), "1 h");
  EXPECT_EQ(span_text(3'601'000'000), "3601 s");
}

}  // namespace
}  // namespace locklab::app
