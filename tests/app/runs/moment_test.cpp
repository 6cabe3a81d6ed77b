// Splits a line into a run's name and its moment.
#include "app/runs/moment.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

void expect_split(const std::string& line, const std::string& name, const std::string& moment) {
  const NameAndMoment parts = split_moment(line);
  EXPECT_EQ(parts.name, name) << line;
  EXPECT_EQ(parts.moment, moment) << line;
}

TEST(MomentOfAName, BeginsWithItsSign) {
  expect_split("F06 @57", "F06", "@57");
  expect_split("F06@57", "F06", "@57");
  expect_split("F06 seed=7@3ms lane=bob", "F06 seed=7", "@3ms lane=bob");
  expect_split("F06_pause_past_ttl#1a2b3c4d seed=1 fault={at_ms=3, crash={client=\"a\"}} @57",
               "F06_pause_past_ttl#1a2b3c4d seed=1 fault={at_ms=3, crash={client=\"a\"}}", "@57");
  expect_split("F06 @now", "F06", "@now");
  expect_split("/home/me/my.toml @57", "/home/me/my.toml", "@57");
  expect_split("/home/o'neil/my run.toml @57", "/home/o'neil/my run.toml", "@57");
}

TEST(MomentOfAName, IsNotASignInAPathOrAText) {
  for (const char* line :
       {"F06", "/home/me@57/my.toml", "/home/me @57/my.toml", "/tmp/run@57", "/tmp/my @57.toml",
        "\"a @57 b\" seed=7", "F06 set={key=\"locklab:a @57\"}", "me@home", "@57", ""})
    expect_split(line, line, "");
}

}  // namespace
}  // namespace locklab::app
