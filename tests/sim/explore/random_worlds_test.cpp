// On random worlds small enough to try everything, the search with any of its reductions finds the
// same broken promises and outcomes as without them, and no other final states; and states with
// equal fingerprints have the same successors. LOCKLAB_SEED=n repeats a failure.
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

/// The successors of each state, by fingerprint. A search that skips known states relies on their
/// being the same at every visit.
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
  /// The number of states whose successors differ between visits.
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

  std::vector<Visit> visits_;  ///< the path to the latest visit, which is the last
  std::map<std::uint64_t, std::set<std::uint64_t>> next_;
  std::set<std::uint64_t> ambiguous_;
};

struct Found {
  bool exhausted = false;
  std::set<std::size_t> broken;
  std::set<std::string> outcomes;
  std::vector<std::uint64_t> final_states;
  std::size_t ambiguous = 0;  ///< states whose successors differ between visits
};

Found searched(const SearchSpec& spec, const Reduced& how, std::uint64_t most_transitions) {
  SearchTask task = of_everything(spec);
  task.skip_seen_states = how.seen;
  task.group_ties = how.ties;
  task.reduce = how.reduce;
  // A world that needs more is not small, and a sanitizer's stack frames are large.
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

/// True if the reductions keep every final state. Symmetry keeps one of several equal ones. Some
/// faults are not tried where they would change nothing: a clock jump before there is a lease to
/// end, most others once nothing is due. With asynchronous semantics the final acknowledgements of
/// replicas are ignored.
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

/// The properties that a random and a PCT search break in 2,000 transitions, each with a seed of
/// its own.
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

/// Compares all reductions. Returns false if the world is too large to try everything.
bool compare(const SearchSpec& spec) {
  constexpr std::uint64_t most_transitions = 24'000;
  const Found all = searched(spec, unreduced, most_transitions);
  if (!all.exhausted) return false;
  EXPECT_EQ(all.ambiguous, 0u) << "states with one fingerprint lead to different states";
  // The usual search, which adds fault by fault and tries random runs too.
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
