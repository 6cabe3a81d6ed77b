// The reader answers any bytes with a scenario or a problem, and a scenario runs the same twice,
// however odd it is. LOCKLAB_FUZZ_SECONDS=n sets the time to search.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/scenario/read_scenario.h"
#include "sim/world/dice.h"
#include "tests/support/faulty_world.h"
#include "tests/support/fuzzing.h"
#include "tests/support/mutations.h"
#include "tests/support/sound_run.h"

namespace locklab::sim {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> shipped() {
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(LOCKLAB_SOURCE_DIR "/assets/scenarios")) {
    std::ifstream file(entry.path());
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The text with one random change: a byte replaced, a piece removed or doubled, or an absurd value
/// inserted or put in place of a value.
std::string mutated(std::string text, RandomBits& dice) {
  static constexpr std::string_view absurd[] = {
      "-1",      "0",    "99999999999999999999", "1e308",      "nan",        "''",   "[]", "{}",
      "[[",      "true", "\"\\u0000\"",          "1979-05-27", "'locklab:'", "\xff", "\n", "client",
      "set = {}"};
  if (text.empty()) return text;
  const std::size_t at = dice.below(text.size());
  const std::size_t size = std::min<std::size_t>(1 + dice.below(40), text.size() - at);
  switch (dice.below(5)) {
    case 0:
      text[at] = static_cast<char>(dice.below(256));
      break;
    case 1:
      text.erase(at, size);
      break;
    case 2:
      text.insert(at, text.substr(at, size));
      break;
    case 3:
      text.insert(at, absurd[dice.below(std::size(absurd))]);
      break;
    default: {
      const std::size_t equals = text.find("= ", at);
      if (equals == std::string::npos) break;
      const std::size_t end = std::min(text.find('\n', equals), text.size());
      text.replace(equals + 2, end - equals - 2, absurd[dice.below(std::size(absurd))]);
    }
  }
  return text;
}

void expect_an_answer(std::string_view text, std::uint64_t seed) {
  const auto read = read_scenario(text, "M.toml");
  if (const Problem* problem = std::get_if<Problem>(&read)) {
    EXPECT_FALSE(problem->what.empty()) << "seed " << seed;
    return;
  }
  const Scenario& scenario = std::get<Scenario>(read);
  EXPECT_FALSE(scenario.clients.empty()) << "seed " << seed;
  EXPECT_FALSE(scenario.nodes.empty()) << "seed " << seed;
  for (const VariationName& variation : scenario.variations) {
    const auto varied = read_scenario(text, "M.toml", variation.name);
    EXPECT_TRUE(std::holds_alternative<Scenario>(varied))
        << "seed " << seed << ", " << variation.name << ": "
        << to_string(std::get<Problem>(varied));
  }
}

TEST(MutatedFiles, AlwaysGetAnAnswer) {
  const std::vector<std::string> texts = shipped();
  ASSERT_FALSE(texts.empty());
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    RandomBits dice(seed);
    std::string text = texts[dice.below(texts.size())];
    for (std::uint64_t times = 1 + dice.below(4); times > 0; --times) text = mutated(text, dice);
    expect_an_answer(text, seed);
  }
}

/// A shipped scenario or a random one, with lines and values of itself and of another mixed in.
test::Pieces mutant(const std::vector<std::string>& texts, std::uint64_t seed) {
  RandomBits dice(seed);
  test::Mutations mutations(dice);
  const auto any_text = [&] {
    if (mutations.one_in(4)) return random_faulty_world(dice.next()).to_toml();
    return texts[mutations.any(texts.size())];
  };
  test::Pieces lines = test::lines_of(any_text());
  const test::Pieces other = test::lines_of(any_text());
  for (bool more = true; more; more = mutations.one_in(2)) {
    if (mutations.one_in(2) || lines.empty()) {
      mutations.rearrange(lines, other);
    } else {
      std::string& line = lines[mutations.any(lines.size())];
      mutations.change_value(line, mutations.one_in(2) ? other[mutations.any(other.size())]
                                                       : lines[mutations.any(lines.size())]);
    }
  }
  return lines;
}

/// Reads and runs a scenario and one of its variations, and reads both again from files that the
/// lab writes.
test::Trial read_and_run(const test::Pieces& lines) {
  constexpr std::size_t most_events = 3000;
  const std::string text = test::joined(lines);
  test::Trial trial;
  auto read = read_scenario(text, "M.toml");
  if (const Problem* problem = std::get_if<Problem>(&read)) {
    if (problem->what.english().empty()) trial.wrong = "a problem without words";
    if (problem->file != "M.toml" || problem->line == 0)
      trial.wrong = "a problem that says not where: " + to_string(*problem);
    return trial;
  }
  trial.read = trial.ran = true;
  std::vector<std::string> variations{""};
  for (const VariationName& one : std::get<Scenario>(read).variations)
    variations.push_back(one.name);
  if (variations.size() > 1)
    variations = {"", variations[1 + content_hash(text) % (variations.size() - 1)]};
  for (const std::string& variation : variations) {
    read = read_scenario(text, "M.toml", variation);
    if (const Problem* problem = std::get_if<Problem>(&read)) {
      trial.wrong = "its variation is not read: " + to_string(*problem);
      return trial;
    }
    Scenario& scenario = std::get<Scenario>(read);
    scenario.most_events = most_events;
    if (const auto wrong = wrong_with_run(scenario)) trial.wrong = *wrong;
    const auto file = scenario_as_file(text, "M.toml", variation, {}, {});
    if (const Problem* problem = std::get_if<Problem>(&file)) {
      trial.wrong = "it is not written as a file: " + to_string(*problem);
      return trial;
    }
    auto again = read_scenario(std::get<std::string>(file), "again.toml");
    if (const Problem* problem = std::get_if<Problem>(&again)) {
      trial.wrong = "its own file is not read: " + to_string(*problem);
      return trial;
    }
    if (std::get<Scenario>(again).faults != scenario.faults ||
        std::get<Scenario>(again).clients != scenario.clients ||
        std::get<Scenario>(again).nodes != scenario.nodes ||
        std::get<Scenario>(again).lock.ttl != scenario.lock.ttl)
      trial.wrong = "its own file is another scenario";
    if (!trial.wrong.empty()) return trial;
  }
  return trial;
}

TEST(MutatedFiles, RunTheSameTwiceOrSayWhatIsWrongAndWhere) {
  const std::vector<std::string> texts = shipped();
  ASSERT_FALSE(texts.empty());
  const auto make = [&](std::uint64_t seed) { return mutant(texts, seed); };
  test::fuzz_for_a_while({make, read_and_run, test::joined}, 300);
}

TEST(MutatedFiles, AbsurdShapesGetAnAnswer) {
  const auto many = [](std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  const std::vector<std::string> shapes{
      std::string(),
      std::string("\0\0", 2),
      many("[", 100'000),
      "a = " + many("[", 100'000),
      "a = " + many("{a=", 100'000),
      many("a.", 10'000) + "b = 1",
      many("a.", 400'000) + "b = 1",
      "[" + many("a.", 400'000) + "b]",
      "a = " + many("[\n{" + many("a.", 60) + "b = ", 31) + "1",
      "a = " + many("[\n{" + many("a.", 60) + "b = ", 31) + "1" + many("}]", 31),
      many("[[client]]\n", 5'000),
      "strategy = 'none'\n" + many("[[client]]\n", 1001),
      many(" ", 2'000'000),
      "strategy = 'none'\n[[variation]]\nname = 'x'\nset.client = {}",
      "strategy = 'none'\nvariation = 3",
      std::string("strategy = 'none'\nvariation = [3]"),
      "strategy = 'none'\nnode = 'x'",
      std::string("strategy = 'none'\nfault = [[]]"),
      "strategy = 'none'\nexpect = 3",
      std::string("strategy = 3"),
      "strategy = 'none'\n[[client]]\nname = 3",
      "strategy = 'none'\n[[variation]]\nname='x'\nset.node = [{name=3}, 4]",
      "strategy = 'none'\n[[fault]]\nname = 'f'\n[[variation]]\nname='x'\nset.fault.f = 3",
      "strategy = 'none'\n[[variation]]\nname='x'\nset.drop_fault = 3",
      "strategy = 'none'\n[[variation]]\nname='x'\nset.strategy = 3"};
  for (const std::string& text : shapes) expect_an_answer(text, 0);
}

}  // namespace
}  // namespace locklab::sim
