// In every world, whatever strikes it and however faults overlap: the history keeps its rules, the
// same run comes out twice, and a saved trace opens again with the same verdicts. What fails is
// made as small as it can be and printed as a scenario file. LOCKLAB_SEED=n repeats one world,
// LOCKLAB_FAULTY_WORLDS=n looks at more.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <variant>

#include "sim/check/check.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/trace_file.h"
#include "sim/world/simulate.h"
#include "tests/support/environment.h"
#include "tests/support/faulty_world.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

std::string verdicts_in_words(const Trace& trace) {
  std::string words;
  for (const Verdict& verdict : check(trace))
    words += std::string(name(verdict.property)) + " " + std::string(name(verdict.kept)) + ": " +
             verdict.why + "\n";
  return words;
}

std::optional<std::string> wrong_when_opened_again(const Trace& trace) {
  const auto opened = parse_trace(trace_bytes(trace), "faulty.trace");
  if (const auto* problem = std::get_if<Problem>(&opened))
    return "the saved trace does not open: " + to_string(*problem);
  const Trace& again = std::get<Trace>(opened);
  if (again.hash() != trace.hash()) return "the saved trace is another";
  if (verdicts_in_words(again) != verdicts_in_words(trace)) return "the saved trace is judged anew";
  return std::nullopt;
}

/// What is wrong with the run of that world; nothing: all is well.
std::optional<std::string> wrong_with(const FaultyWorld& world) {
  const auto read = read_scenario(world.to_toml(), "faulty.toml");
  if (const auto* problem = std::get_if<Problem>(&read)) return "not read: " + to_string(*problem);
  const Scenario& scenario = std::get<Scenario>(read);
  const Trace trace = simulate(scenario);
  if (auto broken = broken_rule(scenario, trace)) return broken;
  if (trace.empty() || trace.back().kind != EventKind::ended) return "the run has no end";
  if (simulate(scenario).hash() != trace.hash()) return "the same run comes out otherwise";
  return wrong_when_opened_again(trace);
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
