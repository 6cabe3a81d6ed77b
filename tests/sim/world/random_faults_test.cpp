// In every world, whatever strikes it and however faults overlap: the history keeps its rules, the
// same run comes out twice, and a saved trace opens again with the same verdicts. What fails is
// made as small as it can be and printed as a scenario file. LOCKLAB_SEED=n repeats one world,
// LOCKLAB_FAULTY_WORLDS=n looks at more.
#include <gtest/gtest.h>

#include <variant>

#include "sim/scenario/read_scenario.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

TEST(RandomFaults, AreReadFromAFile) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = random_faulty_world(seed).to_toml();
    const auto read = read_scenario(text, "faulty.toml");
    const auto* problem = std::get_if<Problem>(&read);
    ASSERT_FALSE(problem) << to_string(*problem) << "\n" << text;
  }
}

test::Trial run_soundly(const test::Pieces& pieces) {
  test::Trial trial;
  const auto read = read_scenario(test::joined(pieces), "faulty.toml");
  const auto* scenario = std::get_if<Scenario>(&read);
  if (!scenario) return trial;
  trial.read = trial.ran = true;
  trial.wrong = wrong_with_run(*scenario).value_or("");
  return trial;
}

TEST(RandomFaults, TheHistoryKeepsItsRules) {
  const auto make = [](std::uint64_t seed) { return random_faulty_world(seed).pieces(); };
  test::fuzz({make, run_soundly, test::joined}, from_environment("LOCKLAB_FAULTY_WORLDS", 400));
}

}  // namespace
}  // namespace locklab::sim
