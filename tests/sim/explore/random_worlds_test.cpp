// On random worlds that are small enough to try everything in every order, the search finds the
// same with each of its reductions and without any: the same broken promises, the same final
// states. LOCKLAB_SEED=n repeats a failure, LOCKLAB_WORLDS=n looks for longer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/explore/alike.h"
#include "sim/world/dice.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// What a world of some seed is asked.
struct Asked {
  Question question;
  Properties wanted;  ///< none: what the strategy promises
};

class Imagination {
 public:
  explicit Imagination(std::uint64_t seed) : dice_(fingerprint_of(seed)) {}

  Asked world() {
    const Strategy& strategy = strategies()[dice_.below(strategies().size())];
    asynchronous_ = one_in(3) && strategy.topology != Topology::none;
    Asked asked;
    Question& question = asked.question;
    question.strategy = strategy.id;
    question.clients = one_in(5) ? 1 : 2;
    question.rounds = one_in(4) ? 2 : 1;
    if (strategy.topology == Topology::masters) question.nodes = one_in(3) ? 2 : 3;
    if (!one_in(4)) question.faults = fault(strategy);
    question.set = settings(strategy);
    if (one_in(2)) asked.wanted = Properties((1u << property_count) - 1);
    if (one_in(4)) asked.wanted = {static_cast<Property>(dice_.below(property_count))};
    if (asynchronous_) asked.wanted = Properties{};  // time judges nothing there
    return asked;
  }

 private:
  bool one_in(std::uint64_t n) { return dice_.below(n) == 0; }
  std::uint64_t among(std::initializer_list<std::uint64_t> values) {
    return *(values.begin() + dice_.below(values.size()));
  }

  std::string fault(const Strategy& strategy) {
    static constexpr std::array anytime{StrikeKind::crash, StrikeKind::clock_jump,
                                        StrikeKind::foreign_release};
    const auto kinds = static_cast<std::uint64_t>(StrikeKind::count_);
    StrikeKind kind = static_cast<StrikeKind>(dice_.below(kinds));
    if (asynchronous_) kind = anytime[dice_.below(anytime.size())];
    if (kind == StrikeKind::failover && strategy.topology != Topology::single)
      kind = StrikeKind::pause;
    std::string text(name(kind));
    const bool of_nodes = kind == StrikeKind::kill || kind == StrikeKind::power ||
                          kind == StrikeKind::failover || kind == StrikeKind::clock_jump;
    if (of_nodes) return text + (one_in(8) ? "@n1=1" : "=1");
    const auto phase = static_cast<Phase>(dice_.below(5));
    const bool foreign = kind == StrikeKind::foreign_release;
    if (one_in(4)) text += "@" + std::string(name(foreign ? Phase::wait : phase));
    if (one_in(8)) text += "@alice";
    return text + "=1";
  }

  std::string settings(const Strategy& strategy) {
    std::string set = fmt::format(
        "ttl_ms={}, node_timeout_ms={}, retry_delay_ms={}, retry_jitter_ms={}, work_ms={}, "
        "wait_ms={}, latency_ms={}, allow_short_ttl=true",
        among({10, 15, 40}), among({3, 5, 8}), among({2, 5, 10}), among({0, 0, 3}),
        among({0, 1, 2, 5, 20}), asynchronous_ ? 1 : among({1, 8, 20}), among({1, 2}));
    if (asynchronous_) set += ", semantics=\"asynchronous\"";
    if (!asynchronous_ && one_in(6)) set += ", jitter_ms=1";
    if (one_in(8)) set += ", think_ms=2";
    const auto sometimes = [&](std::string_view key, std::string_view value) {
      if (!find_switch(strategy, key) || one_in(2)) return;
      set += fmt::format(", {}={}", key, value);
    };
    sometimes("order", "\"parallel\"");
    sometimes("clock", "\"wall\"");
    sometimes("check_validity", "false");
    sometimes("release_all", "false");
    sometimes("on_lost", "\"ignore\"");
    sometimes("renew", "\"expire\"");
    sometimes("how", "\"multi\"");
    sometimes("sell", "\"lua\"");
    sometimes("limit", "1");
    sometimes("window_ms", "10");
    sometimes("wait_timeout_ms", "3");
    if (!asynchronous_) sometimes("period_ms", "4");
    return set;
  }

  RandomBits dice_;
  bool asynchronous_ = false;
};

struct Reduced {
  const char* name;
  bool seen, ties, reduce;
};
constexpr Reduced whole{"none", false, false, false};
constexpr std::array some{
    Reduced{"seen states", true, false, false}, Reduced{"grouped ties", false, true, false},
    Reduced{"ties and order", false, true, true}, Reduced{"all", true, true, true}};

struct Found {
  bool exhausted = false;
  std::set<std::size_t> broken;
  std::set<std::string> outcomes;
  std::vector<std::uint64_t> final_states;
};

/// What became of everybody; whoever is alike is not told apart.
std::string outcome_of(const Trace& trace, Properties broken) {
  std::vector<std::string> of(trace.info.clients.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event event = trace[i];
    if (event.client == no_client) continue;
    std::string& one = of[index(event.client)];
    if (event.kind == EventKind::acquired) one += "held ";
    if (event.kind == EventKind::gave_up) one += "refused ";
    if (event.kind == EventKind::client_crashed) one += "crashed ";
  }
  std::sort(of.begin(), of.end());
  std::string outcome = std::to_string(broken.bits()) + ":";
  for (const std::string& one : of) outcome += one + "|";
  return outcome;
}

Found searched(const Quest& quest, const Reduced& how, std::uint64_t most_transitions) {
  SearchTask task = quest.task();
  task.kind = SearchKind::exhaustive;
  task.all = true;
  task.skip_seen_states = how.seen;
  task.group_ties = how.ties;
  task.reduce = how.reduce;
  task.most_forks = 300;  // a world that needs more is not small; a sanitizer's frames are large
  Found found;
  task.on_final = [&](const Trace& trace, Properties broken) {
    found.outcomes.insert(outcome_of(trace, broken));
  };
  const auto small_enough = [&](const SearchCounts& counts) {
    return counts.transitions < most_transitions;
  };
  SearchResult result = search(task, small_enough);
  found.exhausted = result.exhausted;
  found.final_states = std::move(result.final_states);
  for (std::size_t i = 0; i < property_count; ++i)
    if (result.broken[i]) found.broken.insert(i);
  return found;
}

bool somebody_is_alike(const Quest& quest) {
  const Alike alike(quest.run.scenario, quest.budget);
  for (std::size_t i = 1; i < quest.run.scenario.clients.size(); ++i)
    if (!alike.may_strike_client(i, 0)) return true;
  for (std::size_t i = 1; i < quest.run.scenario.nodes.size(); ++i)
    if (!alike.may_strike_node(i, 0)) return true;
  return false;
}

/// Not every reduction leaves every final state. Of those that are alike one stands for the other;
/// a clock does not jump before there is a key whose lease would end; and where time stands still,
/// how much replicas have acknowledged by the end is nobody's business.
bool leaves_all_final_states(const Quest& quest, const Reduced& how) {
  if (!how.reduce) return true;
  const Scenario& scenario = quest.run.scenario;
  const bool jumps =
      std::any_of(quest.budget.begin(), quest.budget.end(),
                  [](const Allowance& allowed) { return allowed.kind == StrikeKind::clock_jump; });
  const bool acknowledges = scenario.semantics == Semantics::asynchronous &&
                            std::any_of(scenario.nodes.begin(), scenario.nodes.end(),
                                        [](const NodeSpec& n) { return !n.replica_of.empty(); });
  return !jumps && !acknowledges && !somebody_is_alike(quest);
}

/// Whether everything could be tried in the time that there is.
bool compare(const Quest& quest) {
  constexpr std::uint64_t most_transitions = 24'000;
  const Found all = searched(quest, whole, most_transitions);
  if (!all.exhausted) return false;
  for (const Reduced& how : some) {
    const Found found = searched(quest, how, UINT64_MAX);
    EXPECT_TRUE(found.exhausted) << how.name;
    EXPECT_EQ(found.broken, all.broken) << how.name;
    EXPECT_EQ(found.outcomes, all.outcomes) << how.name;
    EXPECT_TRUE(std::includes(all.final_states.begin(), all.final_states.end(),
                              found.final_states.begin(), found.final_states.end()))
        << how.name << " finds final states that are none";
    if (leaves_all_final_states(quest, how)) {
      EXPECT_EQ(found.final_states.size(), all.final_states.size()) << how.name;
    }
  }
  return true;
}

class RandomWorlds : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomWorlds, AreSearchedAlikeWithEachReductionAndWithout) {
  const std::uint64_t blocks = 4;
  const std::uint64_t worlds = from_environment("LOCKLAB_WORLDS", 400) / blocks;
  const std::uint64_t seed = from_environment("LOCKLAB_SEED", 1 + worlds * GetParam());
  const bool repeats = std::getenv("LOCKLAB_SEED") != nullptr;
  fmt::print("seeds from {} (LOCKLAB_SEED overrides it)\n", seed);
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < (repeats ? 1 : worlds); ++i) {
    const Asked asked = Imagination(seed + i).world();
    const Question& question = asked.question;
    SCOPED_TRACE(fmt::format(
        "LOCKLAB_SEED={}: explore --strategy {} --clients {} --rounds {} --nodes {} --faults '{}' "
        "--set '{}', wanted {:#x}",
        seed + i, question.strategy, *question.clients, *question.rounds,
        question.nodes.value_or(0), question.faults, question.set, asked.wanted.bits()));
    Quest quest = quest_for(question);
    if (asked.wanted.bits() != 0) quest.wanted = asked.wanted;
    compared += compare(quest) ? 1 : 0;
  }
  fmt::print("{} worlds were small enough\n", compared);
  EXPECT_GE(compared, repeats ? 0 : worlds / 3);
}

INSTANTIATE_TEST_SUITE_P(Blocks, RandomWorlds, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
