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

TEST(RandomFaults, TheHistoryKeepsItsRules) {
  try_faulty_worlds([](const Scenario& scenario) { return wrong_with_run(scenario).value_or(""); });
}

}  // namespace
}  // namespace locklab::sim
