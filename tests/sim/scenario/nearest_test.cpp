// The nearest valid word for a misspelt one.
#include <gtest/gtest.h>

#include "sim/trace/problem.h"

namespace locklab::sim {
namespace {

constexpr std::string_view words[] = {"work_ms",    "wait_ms", "start_ms",
                                      "set_px_lua", "fenced",  "n1"};

TEST(Nearest, ForgivesAFewSlips) {
  EXPECT_EQ(nearest("wrok_ms", words), "work_ms");
  EXPECT_EQ(nearest("wok_ms", words), "work_ms");
  EXPECT_EQ(nearest("strat_ms", words), "start_ms");
  EXPECT_EQ(nearest("n2", words), "n1");
  EXPECT_EQ(nearest("set_px", words), "set_px_lua");
}

TEST(Nearest, KnowsWhenNothingIsNear) {
  EXPECT_FALSE(nearest("", words));
  EXPECT_FALSE(nearest("elephant", words));
  EXPECT_FALSE(nearest(std::string(10'000, 'w'), words));
  EXPECT_FALSE(nearest("x", {}));
}

TEST(Problem, IsOneLineWithItsPlace) {
  EXPECT_EQ(
      to_string(Problem{"F12.toml", 14, 3, say("unknown key '{}' in {}", "wrok_ms", "[[client]]"),
                        say("did you mean '{}'?", "work_ms")}),
      "F12.toml:14:3: unknown key 'wrok_ms' in [[client]]; did you mean 'work_ms'?");
  EXPECT_EQ(to_string(Problem{"F12.toml", 0, 0, say("it is a folder"), {}}),
            "F12.toml: it is a folder");
  EXPECT_EQ(to_string(Problem{"", 0, 0, say("what"), say("instead")}), "what; instead");
}

}  // namespace
}  // namespace locklab::sim
