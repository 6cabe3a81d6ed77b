// On random worlds that are small enough to try everything in every order, the search finds the
// same with each of its reductions and without any: the same broken promises, the same final
// states. And states with one fingerprint lead to the same states. LOCKLAB_SEED=n repeats a
// failure.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/explore/symmetry.h"
#include "sim/explore/targets.h"
#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/environment.h"

namespace locklab::sim {
namespace {

struct Reduced {
  const char* name;
  bool seen, ties, reduce;
};
constexpr Reduced unreduced{"none", false, false, false};
constexpr std::array some{
    Reduced{"seen states", true, false, false}, Reduced{"grouped ties", false, true, false},
    Reduced{"ties and order", false, true, true}, Reduced{"all", true, true, true}};

/// Which states come next after each, by their fingerprints: a search that skips those that it has
/// seen relies on it that there is one answer.
class NextStates {
 public:
  void enter(std::uint64_t state, const std::vector<std::uint32_t>& ways) {
    const auto leads_here = [&](const Visit& earlier) {
      return earlier.ways.size() <= ways.size() &&
             std::equal(earlier.ways.begin(), earlier.ways.end(), ways.begin());
    };
    while (!visits_.empty() && !leads_here(visits_.back())) leave();
    if (!visits_.empty()) visits_.back().next.insert(state);
    visits_.push_back({state, ways, {}});
  }
  /// How many states lead now to these, now to others.
  std::size_t ambiguous() {
    while (!visits_.empty()) leave();
    return ambiguous_.size();
  }

 private:
  struct Visit {
    std::uint64_t state;
    std::vector<std::uint32_t> ways;
    std::set<std::uint64_t> next;
  };
  void leave() {
    const auto [known, first] = next_.try_emplace(visits_.back().state, visits_.back().next);
    if (!first && known->second != visits_.back().next) ambiguous_.insert(known->first);
    visits_.pop_back();
  }

  std::vector<Visit> visits_;  ///< those that lead to the latest, it last
  std::map<std::uint64_t, std::set<std::uint64_t>> next_;
  std::set<std::uint64_t> ambiguous_;
};

struct Found {
  bool exhausted = false;
  std::set<std::size_t> broken;
  std::set<std::string> outcomes;
  std::vector<std::uint64_t> final_states;
  std::size_t ambiguous = 0;  ///< states with one fingerprint that lead to different ones
};

Found searched(const SearchSpec& spec, const Reduced& how, std::uint64_t most_transitions) {
  SearchTask task = of_everything(spec);
  task.skip_seen_states = how.seen;
  task.group_ties = how.ties;
  task.reduce = how.reduce;
  // A world that needs more is not small; a sanitizer's frames are large.
  task.most_branch_points = 300;
  Found found;
  task.on_final = [&](const Trace& trace, Properties broken) {
    found.outcomes.insert(outcome_of(trace, broken, true));
  };
  NextStates next;
  if (!how.seen && !how.ties)
    task.on_state = [&](auto state, const auto& ways) { next.enter(state, ways); };
  SearchResult result = search(
      task, [&](const SearchCounts& counts) { return counts.transitions < most_transitions; });
  found.exhausted = result.exhausted;
  found.final_states = std::move(result.final_states);
  found.broken = broken_in(result);
  found.ambiguous = next.ambiguous();
  return found;
}

bool somebody_is_alike(const SearchSpec& spec) {
  const Symmetry alike(spec.run.scenario, spec.budget);
  for (std::size_t i = 1; i < spec.run.scenario.clients.size(); ++i)
    if (!alike.may_strike_client(i, {})) return true;
  for (std::size_t i = 1; i < spec.run.scenario.nodes.size(); ++i)
    if (!alike.may_strike_node(i, {})) return true;
  return false;
}

/// Not every reduction leaves every final state. Of those that are alike one stands for the other;
/// a clock does not jump before there is a key whose lease would end, and most faults do not strike
/// where nothing is due any more; and where time stands still, how much replicas have acknowledged
/// by the end is nobody's business.
bool leaves_all_final_states(const SearchSpec& spec, const Reduced& how) {
  if (!how.reduce) return true;
  const Scenario& scenario = spec.run.scenario;
  const bool meets_nothing =
      std::any_of(spec.budget.begin(), spec.budget.end(), [](const Allowance& allowed) {
        return allowed.kind == StrikeKind::crash || allowed.kind == StrikeKind::pause ||
               allowed.kind == StrikeKind::clock_jump || allowed.kind == StrikeKind::stop ||
               strikes_links(allowed.kind);
      });
  const bool acknowledges =
      scenario.semantics == Semantics::asynchronous && scenario.has_replicas();
  return !meets_nothing && !acknowledges && !somebody_is_alike(spec);
}

/// What dice and priorities find in a while, each from a seed of its own.
std::set<std::size_t> broken_by_chance(const SearchSpec& spec) {
  std::set<std::size_t> broken;
  for (const SearchKind kind : {SearchKind::random, SearchKind::pct}) {
    SearchTask task = spec.task();
    task.kind = kind;
    task.all = true;
    task.seed = spec.run.scenario.seed + static_cast<std::uint64_t>(kind);
    task.most_transitions = 2'000;
    broken.merge(broken_in(search(task)));
  }
  return broken;
}

/// Whether everything could be tried in the time that there is.
bool compare(const SearchSpec& spec) {
  constexpr std::uint64_t most_transitions = 24'000;
  const Found all = searched(spec, unreduced, most_transitions);
  if (!all.exhausted) return false;
  EXPECT_EQ(all.ambiguous, 0u) << "states with one fingerprint lead to different states";
  // A search that spends its budget fault by fault, and helps itself by chance.
  const SearchResult fault_by_fault = search(spec.task());
  EXPECT_TRUE(fault_by_fault.exhausted);
  EXPECT_EQ(broken_in(fault_by_fault), all.broken);
  for (const std::size_t property : broken_by_chance(spec))
    EXPECT_TRUE(all.broken.contains(property))
        << name(static_cast<Property>(property)) << " is broken by chance alone";
  for (const Reduced& how : some) {
    const Found found = searched(spec, how, UINT64_MAX);
    EXPECT_TRUE(found.exhausted) << how.name;
    EXPECT_EQ(found.broken, all.broken) << how.name;
    EXPECT_EQ(found.outcomes, all.outcomes) << how.name;
    EXPECT_TRUE(std::includes(all.final_states.begin(), all.final_states.end(),
                              found.final_states.begin(), found.final_states.end()))
        << how.name << " finds final states that are none";
    if (leaves_all_final_states(spec, how)) {
      EXPECT_EQ(found.final_states.size(), all.final_states.size()) << how.name;
    }
  }
  return true;
}

class RandomWorlds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomWorlds, AreSearchedAlikeWithEachReductionAndWithout) {
  const std::uint64_t blocks = 4;
  const RandomCases cases = random_cases(80, GetParam(), blocks);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    const Asked asked = ImaginedWorlds(seed).world();
    const Question& question = asked.question;
    SCOPED_TRACE(
        fmt::format("{}, wanted {:#x}", command_line(seed, question), asked.wanted.bits()));
    SearchSpec spec = spec_for(question);
    if (asked.wanted.bits() != 0) spec.wanted = asked.wanted;
    compared += compare(spec) ? 1 : 0;
  }
  fmt::print("{} worlds were small enough\n", compared);
  EXPECT_GE(compared, cases.repeats ? 0 : cases.count / 6);
}

INSTANTIATE_TEST_SUITE_P(Blocks, RandomWorlds, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
