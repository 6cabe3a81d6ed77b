// The program with little memory. A sanitizer wants all addresses: the release build runs these.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/golden_text.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

struct Ended {
  int status = 0;
  std::string said;
};

Ended with_room(int kilobytes, const std::string& arguments) {
  const test::ScratchFolder folder;
  const std::string command = "ulimit -v " + std::to_string(kilobytes) + "; '" +
                              std::string(LOCKLAB_BINARY_DIR) + "/locklab' " + arguments +
                              " >/dev/null 2>'" + (folder / "said") + "'";
  const int status = std::system(("bash -c \"" + command + "\"").c_str());
  std::ifstream said(folder / "said");
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128,
          std::string(std::istreambuf_iterator<char>(said), {})};
}

TEST(LittleMemory, IsSaidWithThreeWhereARunNeedsMore) {
  const test::ScratchFolder folder;
  const std::string scenario = folder / "long.toml";
  std::ofstream(scenario) << "strategy = 'set_px_lua'\nrounds = 200000\n";
  const Ended ended = with_room(200'000, "run '" + scenario + "'");
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.said, test::IsGolden());
}

TEST(LittleMemory, IsEnoughForASearchThatTakesWhatALimitLeaves) {
  for (const char* search : {"explore --strategy set_px_lua --property mutual_exclusion",
                             "matrix --strategy set_px_lua --faults crash --threads 2"}) {
    const Ended ended = with_room(2'000'000, search);
    EXPECT_EQ(ended.status, 0) << ended.said;
  }
}

TEST(LittleMemory, IsSaidWithThreeWhereASearchNeedsMore) {
  for (const int kilobytes : {150'000, 250'000, 400'000}) {
    const Ended ended = with_room(
        kilobytes, "explore --strategy set_px_lua --property mutual_exclusion --threads 8");
    EXPECT_TRUE(ended.status == 0 || ended.status == 3)
        << kilobytes << ": " << ended.status << ended.said;
    if (ended.status == 3) {
      EXPECT_THAT(ended.said, test::IsGolden("memory"));
    }
  }
}

}  // namespace
}  // namespace locklab::app
