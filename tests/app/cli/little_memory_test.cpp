// The program with a limited address space. Sanitizers reserve far more, so only the release build
// runs these tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/app/cli/program.h"
#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

/// Runs the program with `kilobytes` of address space. Returns the exit status; standard error goes
/// to the file `said`.
int with_room(int kilobytes, const std::string& arguments, const std::string& said) {
  return in_a_shell("ulimit -v " + std::to_string(kilobytes) + "; locklab " + arguments +
                    " >/dev/null 2>'" + said + "'");
}

TEST(LittleMemory, IsSaidWithThreeWhereARunNeedsMore) {
  const test::ScratchFolder folder;
  const std::string scenario = folder / "long.toml", said = folder / "said";
  std::ofstream(scenario) << "strategy = 'set_px_lua'\nrounds = 200000\n";
  EXPECT_EQ(with_room(200'000, "run '" + scenario + "'", said), 3);
  EXPECT_THAT(content(said), test::IsGolden());
}

TEST(LittleMemory, IsEnoughForASearchThatTakesWhatALimitLeavesOrIsSaidWithThree) {
  const test::ScratchFolder folder;
  const std::string said = folder / "said";
  for (const char* search : {"explore --strategy set_px_lua --property mutual_exclusion",
                             "matrix --strategy set_px_lua --faults crash --threads 2"})
    EXPECT_EQ(with_room(2'000'000, search, said), 0) << content(said);
  for (const int kilobytes : {150'000, 250'000, 400'000}) {
    const int status = with_room(
        kilobytes, "explore --strategy set_px_lua --property mutual_exclusion --threads 8", said);
    EXPECT_TRUE(status == 0 || status == 3) << kilobytes << ": " << status << content(said);
    if (status == 3) {
      EXPECT_THAT(content(said), test::IsGolden("memory"));
    }
  }
}

}  // namespace
}  // namespace locklab::app
