// A run's name that was edited opens a run, always the same one, or is rejected with its mistake.
// LOCKLAB_FUZZ_SECONDS=n sets the time to search.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "lock/strategy.h"
#include "sim/scenario/run_name.h"
#include "tests/support/faulty_world.h"
#include "tests/support/mutations.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

/// The lines of a [[fault]] table as an inline table, such as "{at_ms = 3,crash = { client =
/// \"alice\" }}".
std::string in_braces(std::string lines) {
  std::replace(lines.begin(), lines.end(), '\n', ',');
  return "{" + lines + "}";
}

/// Random valid names of runs, in pieces: the scenario's name, then changes.
class ValidNames {
 public:
  explicit ValidNames(const Library& library) : scenarios_(library.list()) {}

  test::Pieces one(test::Mutations& mutations, RandomBits& dice) const {
    const ScenarioEntry& scenario = scenarios_[mutations.any(scenarios_.size())];
    std::string name = scenario.name;
    if (mutations.one_in(3)) name = name.substr(0, 3);
    if (!scenario.variations.empty() && mutations.one_in(2))
      name += "/" + scenario.variations[mutations.any(scenario.variations.size())].name;
    if (mutations.one_in(4)) name += fmt::format("#{:08x}", dice.below(UINT32_MAX));
    test::Pieces words{name};
    if (mutations.one_in(2)) words.push_back(fmt::format(" seed={}", dice.below(100)));
    if (mutations.one_in(3))
      words.push_back(
          fmt::format(" strategy={}", strategies()[mutations.any(strategies().size())].id));
    if (mutations.one_in(2)) words.push_back(" set=" + settings(mutations, dice));
    const FaultyWorld faulty = random_faulty_world(dice.next());
    for (const std::string& fault : faulty.faults)
      if (mutations.one_in(2)) words.push_back(" fault=" + in_braces(fault));
    return words;
  }

 private:
  static std::string settings(test::Mutations& mutations, RandomBits& dice) {
    static constexpr const char* all[] = {"ttl_ms=70",
                                          "seed=4",
                                          "jitter_ms=0",
                                          "choices=\"\"",
                                          "choices=\"3:2/2 17:1/3 40:2/2\"",
                                          "choices=\"1:2/3 2:2/2\", semantics=\"asynchronous\"",
                                          "semantics=\"asynchronous\"",
                                          "clients=3",
                                          "nodes=5",
                                          "rounds=3",
                                          "work_ms=3",
                                          "node_timeout_ms=10",
                                          "allow_short_ttl=true",
                                          "persistence=\"everysec\"",
                                          "client.bob.start_ms=5",
                                          "client.alice={drift_ppm=-400000, rounds=2}",
                                          "node.n1={clock_offset_ms=300, persistence=\"always\"}",
                                          "drop_fault=[\"pause\"]",
                                          "fault.pause={crash={client=\"alice\"}}",
                                          "run_ms=300"};
    std::string table = all[dice.below(std::size(all))];
    while (mutations.one_in(2)) table += fmt::format(", {}", all[dice.below(std::size(all))]);
    return "{" + table + "}";
  }

  std::vector<ScenarioEntry> scenarios_;
};

test::Pieces mutant(const ValidNames& names, std::uint64_t seed) {
  RandomBits dice(seed);
  test::Mutations mutations(dice);
  test::Pieces words = names.one(mutations, dice);
  const test::Pieces other = names.one(mutations, dice);
  for (std::uint64_t times = dice.below(4); times > 0; --times) {
    if (mutations.one_in(3) || words.empty()) {
      mutations.rearrange(words, other);
    } else {
      mutations.change_value(words[mutations.any(words.size())],
                             other[mutations.any(other.size())]);
    }
  }
  return words;
}

/// The first defect of a run opened by a name; empty if there is none.
std::string wrong_with(const Library& library, const OpenedRun& opened) {
  const std::string name = to_string(opened.name);
  const auto parsed = parse_run_name(name);
  if (!std::holds_alternative<RunName>(parsed) || std::get<RunName>(parsed) != opened.name)
    return "its own name does not read back: " + name;
  const auto again = open_run(library, opened.name);
  if (const Problem* problem = std::get_if<Problem>(&again))
    return "its own name does not open: " + to_string(*problem);
  if (std::get<OpenedRun>(again).scenario != opened.scenario) return "its name opens another run";
  if (to_string(std::get<OpenedRun>(again).name) != name) return "its name has another name";
  const auto file = run_as_file(library, opened.name, {});
  if (const Problem* problem = std::get_if<Problem>(&file))
    return "it is not written as a file: " + to_string(*problem);
  const auto read = read_scenario(std::get<std::string>(file), "own.toml");
  if (const Problem* problem = std::get_if<Problem>(&read))
    return "its own file is not read: " + to_string(*problem);
  Scenario scenario = opened.scenario;
  scenario.most_events = 3000;
  return wrong_with_run(scenario).value_or("");
}

test::Trial open_and_run(const Library& library, const test::Pieces& words) {
  test::Trial trial;
  const auto parsed = parse_run_name(test::joined(words));
  if (const Problem* problem = std::get_if<Problem>(&parsed)) {
    if (problem->what.english().empty() || problem->line != 1 || problem->column == 0)
      trial.wrong = "a problem without a place or words: " + to_string(*problem);
    return trial;
  }
  const RunName& name = std::get<RunName>(parsed);
  trial.read = true;
  const auto back = parse_run_name(to_string(name));
  if (!std::holds_alternative<RunName>(back) || std::get<RunName>(back) != name) {
    trial.wrong = "it does not read back: " + to_string(name);
    return trial;
  }
  const auto opened = open_run(library, name);
  if (const Problem* problem = std::get_if<Problem>(&opened)) {
    if (problem->what.english().empty()) trial.wrong = "a problem without words";
    return trial;
  }
  trial.ran = true;
  trial.wrong = wrong_with(library, std::get<OpenedRun>(opened));
  return trial;
}

TEST(MutatedNames, OpenTheSameRunTwiceOrSayWhatIsWrong) {
  const Library library(LOCKLAB_SOURCE_DIR "/assets");
  const ValidNames names(library);
  const auto make = [&](std::uint64_t seed) { return mutant(names, seed); };
  const auto judge = [&](const test::Pieces& words) { return open_and_run(library, words); };
  test::fuzz_for_a_while({make, judge, test::joined}, 300);
}

}  // namespace
}  // namespace locklab::sim
