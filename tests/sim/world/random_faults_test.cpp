// In every world, whatever strikes it and however faults overlap: the history keeps its rules, the
// same run comes out twice, and a saved trace opens again with the same verdicts. What fails is
// made as small as it can be and printed as a scenario file. LOCKLAB_SEED=n repeats one world,
// LOCKLAB_FAULTY_WORLDS=n looks at more.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>

#include "sim/scenario/read_scenario.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

/// What is wrong with the run of that world; nothing: all is well.
std::optional<std::string> wrong_with(const FaultyWorld& world) {
  const auto read = read_scenario(world.to_toml(), "faulty.toml");
  if (const auto* problem = std::get_if<Problem>(&read)) return "not read: " + to_string(*problem);
  return wrong_with_run(std::get<Scenario>(read));
}

TEST(RandomFaults, TheHistoryKeepsItsRules) {
  const std::uint64_t first = from_environment("LOCKLAB_SEED", 1);
  const bool one = std::getenv("LOCKLAB_SEED") != nullptr;
  const std::uint64_t worlds = one ? 1 : from_environment("LOCKLAB_FAULTY_WORLDS", 400);
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    const FaultyWorld world = random_faulty_world(seed);
    const auto wrong = wrong_with(world);
    if (!wrong) continue;
    const FaultyWorld small = shrink(world, [&](const FaultyWorld& smaller) {
      const auto still = wrong_with(smaller);
      return still && !still->starts_with("not read");
    });
    ADD_FAILURE() << "LOCKLAB_SEED=" << seed << ": " << *wrong << "\nAs small as it can be ("
                  << wrong_with(small).value_or("?") << "):\n"
                  << small.to_toml();
    break;
  }
}

}  // namespace
}  // namespace locklab::sim
