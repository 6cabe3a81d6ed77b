// Whatever a search reports as broken is broken in the run that it names: on random small worlds
// and on the library's scenarios, in searches of every kind, finished or stopped early.
// LOCKLAB_SEED=n repeats a failure.
#include <fmt/format.h>

#include <array>
#include <set>

#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// How many counterexamples there were, each run again by its name.
std::size_t replayed(const SearchSpec& spec, SearchTask task, std::uint64_t most_transitions) {
  const SearchResult found = search(
      task, [&](const SearchCounts& counts) { return counts.transitions < most_transitions; });
  const Answer result = answer(spec, found);
  EXPECT_TRUE(result.unconfirmed.empty()) << name(result.unconfirmed.front());
  for (const Counterexample& one : result.broken) expect_broken_again(one);
  return result.broken.size();
}

Question in_scenario(const char* base, const char* strategy, const char* faults) {
  return {.strategy = strategy, .base = base, .faults = faults, .every = true};
}

TEST(Counterexample, IsBrokenAlsoWhereTheFirstMessagesTakeTheirTime) {
  for (const auto& [base, strategy] :
       {std::pair{"F06", "setnx_del"}, {"F22", "getset_timestamp"}, {"F06", "set_px_lua"}}) {
    Question question = in_scenario(base, strategy, "pause=1");
    question.rounds = 1;
    const SearchSpec spec = spec_for(question);
    EXPECT_GT(replayed(spec, spec.task(), 100'000), 0u) << base << " " << strategy;
  }
}

TEST(Search, TriesEveryTimeThatTheFirstMessagesMayTake) {
  // One client, one message: it may take a millisecond or two.
  const SearchSpec spec = spec_for({.strategy = "atomic_decr",
                                    .clients = 1,
                                    .rounds = 1,
                                    .set = "latency_ms=1, jitter_ms=1, work_ms=0"});
  std::set<std::int64_t> arrivals;
  for_every_run(spec, [&](const Trace& trace) {
    if (const Event* const ran = first(trace, EventKind::ran)) arrivals.insert(ran->at);
  });
  EXPECT_EQ(arrivals.size(), 2u);
}

TEST(Counterexample, IsBrokenAlsoWhereAFaultSendsAMessageThatTakesItsTime) {
  const SearchSpec spec = spec_for(
      {.strategy = "set_px_del",
       .clients = 2,
       .rounds = 1,
       .set = "ttl_ms=40, node_timeout_ms=5, retry_delay_ms=2, work_ms=1, wait_ms=8, latency_ms=1, "
              "jitter_ms=1, think_ms=2, allow_short_ttl=true",
       .faults = "foreign_release=1",
       .every = true});
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SearchTask task = spec.task();
    task.kind = seed % 2 == 0 ? SearchKind::random : SearchKind::pct;
    task.seed = seed;
    task.most_executions = 200;
    found += replayed(spec, task, 20'000);
  }
  EXPECT_GT(found, 0u);
}

TEST(Search, TriesEveryTimeThatAMessageOfAFaultMayTake) {
  const SearchSpec spec = spec_for({.strategy = "set_px_del",
                                    .clients = 1,
                                    .rounds = 1,
                                    .set = "latency_ms=1, jitter_ms=1, work_ms=0, wait_ms=1",
                                    .faults = "foreign_release@idle=1"});
  std::set<std::int64_t> took;
  for_every_run(spec, [&](const Trace& trace) {
    for (const Event& sent : events(trace, EventKind::sent))
      for (const Event& ran : events(trace, EventKind::ran))
        if (sent.purpose == Purpose::release && ran.message == sent.message)
          took.insert(ran.at - sent.at);
  });
  EXPECT_EQ(took.size(), 2u);
}

class Counterexamples : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Counterexamples, AreBrokenInTheirReplay) {
  constexpr std::uint64_t blocks = 4;
  const RandomCases cases = random_cases(40, GetParam(), blocks);
  constexpr std::array scenarios{"F01", "F04", "F06", "F07", "F12", "F16", "F17", "F22", "F27"};
  std::size_t found = 0;
  for (std::uint64_t seed = cases.first; seed < cases.first + cases.count; ++seed) {
    RandomBits dice(fingerprint_of(seed));
    Asked asked = ImaginedWorlds(seed).world();
    Question& question = asked.question;
    if (dice.below(3) == 0) {
      const Strategy& strategy = strategies()[dice.below(strategies().size())];
      question = in_scenario(scenarios[dice.below(scenarios.size())], strategy.id.data(),
                             dice.below(2) == 0 ? "pause=1" : "crash=1");
      question.rounds = 1;
    } else if (question.set.find("asynchronous") == std::string::npos &&
               question.set.find(" jitter_ms") == std::string::npos && dice.below(2) == 0) {
      question.set += ", jitter_ms=1";
    }
    question.every = true;
    Library library{LOCKLAB_SOURCE_DIR "/assets"};
    const auto understood = understand(library, question);
    if (!std::holds_alternative<SearchSpec>(understood))
      continue;  // more nodes than the lock takes
    const SearchSpec& spec = std::get<SearchSpec>(understood);
    SearchTask task = spec.task();
    task.kind = static_cast<SearchKind>(dice.below(static_cast<std::uint64_t>(SearchKind::count_)));
    task.seed = seed;
    task.most_executions = 1 + dice.below(400);
    SCOPED_TRACE(fmt::format("{} --search {}", command_line(seed, question), name(task.kind)));
    found += replayed(spec, task, 2'048 * (1 + dice.below(8)));
  }
  fmt::print("{} counterexamples\n", found);
  EXPECT_GE(found, cases.repeats ? 0 : cases.count / 16);
}

INSTANTIATE_TEST_SUITE_P(Blocks, Counterexamples, testing::Range<std::uint64_t>(0, 4));

}  // namespace
}  // namespace locklab::sim
