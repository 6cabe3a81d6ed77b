// Every promise that a search reports as broken is broken in the run that it names: in random small
// worlds and in the library's scenarios, in searches of every kind, finished or stopped early.
// LOCKLAB_SEED=n repeats a failure.
#include <fmt/format.h>

#include <array>
#include <set>

#include "tests/sim/explore/exploring.h"
#include "tests/sim/explore/imagined_worlds.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// Searches, and replays each counterexample by its name. Returns their number.
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
  // One client and one message, which may take one or two milliseconds.
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

/// A renewal that sets the key again is delayed, and the release is sent after it.
constexpr const char* late_renewal =
    "bare set={renew=\"set\", ttl_ms=30, period_ms=10, work_ms=10.5, retry_delay_ms=5, "
    "retry_jitter_ms=0, wait_ms=60} fault={when=\"alice's 2nd SET request to n1\", "
    "delay={client=\"alice\", node=\"n1\", direction=\"requests\", ms=4}}";

TEST(Counterexample, IsBrokenAlsoWhereMessagesWaitBehindALateOne) {
  struct Case {
    const char* base;
    const char* strategy;
    const char* faults;
  };
  // A message behind one whose latency is not yet decided never overtakes it, whatever its own is.
  constexpr Case cases[] = {
      {late_renewal, "watchdog", "hold=1"},
      {late_renewal, "watchdog", "cut=1"},
      {"bare set={work_ms=1, node_timeout_ms=30} fault={at_ms=0, slow={client=\"alice\", "
       "node=\"n1\", ms=3, jitter_ms=2, for_ms=1}}",
       "set_px_lua", "hold=1"},
      {"bare set={work_ms=1, node_timeout_ms=30} fault={at_ms=2, delay={client=\"alice\", "
       "direction=\"replies\", count=2, ms=5}}",
       "setnx_expire", "lose=1"},
  };
  std::size_t found = 0;
  for (const Case& one : cases)
    for (const char* jitter : {"jitter_ms=0.5", "jitter_ms=1", "jitter_ms=0"})
      for (const SearchKind kind : {SearchKind::shortest, SearchKind::random}) {
        Question question = in_scenario(one.base, one.strategy, one.faults);
        question.clients = 2;
        question.set = jitter;
        SCOPED_TRACE(fmt::format("{} with {}, {}", one.base, jitter, name(kind)));
        const SearchSpec spec = spec_for(question);
        SearchTask task = spec.task();
        task.kind = kind;
        found += replayed(spec, task, 60'000);
      }
  EXPECT_GT(found, 10u);
}

// A message in flight when its link is cut is sent again when the link heals, with a new latency.
TEST(Counterexample, IsBrokenAlsoWhereACutMeetsAMessageThatTakesItsTime) {
  std::size_t found = 0;
  for (const char* strategy : {"set_px_del", "watchdog"}) {
    Question question = in_scenario("bare", strategy, "cut=1");
    question.set =
        "latency_ms=1, jitter_ms=1, ttl_ms=20, node_timeout_ms=6, work_ms=4, retry_delay_ms=2, "
        "retry_jitter_ms=0, wait_ms=25";
    const SearchSpec spec = spec_for(question);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      SearchTask task = spec.task();
      task.kind = SearchKind::random;
      task.seed = seed;
      found += replayed(spec, task, 4'000);
    }
  }
  EXPECT_GT(found, 10u);
}

// The second promotion may make the first master a master again.
TEST(Counterexample, OfTwoChangesOfTheMasterCanBeRun) {
  std::size_t back = 0;
  for (const char* faults : {"split_brain=2", "failover=2"})
    for (const char* strategy : {"set_px_lua", "set_wait"}) {
      Question question = in_scenario("bare", strategy, faults);
      question.property = Property::mutual_exclusion;
      const SearchSpec spec = spec_for(question);
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SearchTask task = spec.task();
        task.kind = SearchKind::random;
        task.seed = seed;
        const SearchResult result =
            search(task, [](const SearchCounts& counts) { return counts.transitions < 10'000; });
        for (const auto& path : result.broken) {
          if (!path) continue;
          const std::string run = run_name(spec, *path);
          EXPECT_TRUE(problem_in(open_run(Library(), value_of(parse_run_name(run)))).empty())
              << run;
          back += std::any_of(path->faults.begin(), path->faults.end(), [](const Fault& fault) {
            return fault.kind == FaultKind::promote && fault.node == NodeId{0};
          });
        }
      }
    }
  EXPECT_GT(back, 0u) << "no schedule gave the first master its place back";
}

TEST(Question, TakesEveryNameThatASearchPrints) {
  std::size_t broken = 0;
  for (const Strategy& strategy : strategies())
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(StrikeKind::count_); ++kind) {
      Question question;
      question.strategy = strategy.id;
      question.faults = std::string(name(static_cast<StrikeKind>(kind))) + "=1";
      question.rounds = 1;
      question.every = true;
      if (!refused(question).empty()) continue;  // the lock cannot have this fault
      const SearchSpec spec = spec_for(question);
      Question again = question;
      again.base = to_string(spec.run.name);
      EXPECT_EQ(to_string(spec_for(again).run.name), again.base);
      SearchTask task = depth_first(spec);
      const SearchResult result =
          search(task, [](const SearchCounts& counts) { return counts.transitions < 2'000; });
      for (const auto& path : result.broken) {
        if (!path) continue;
        again.base = run_name(spec, *path);
        const SearchSpec of_run = spec_for(again);
        EXPECT_EQ(of_run.run.scenario.faults.size(), path->faults.size());
        EXPECT_EQ(run_name(of_run, {.schedule = path->schedule}), again.base);
        ++broken;
        break;
      }
    }
  EXPECT_GT(broken, 50u);
}

TEST(Question, CountsMoreThanTheNameOfItsBase) {
  Question question;
  question.strategy = "set_px_lua";
  question.base = "bare set={nodes=1, ttl_ms=50, client={alice={work_ms=3}}} strategy=redlock";
  question.clients = 3;
  question.set = "ttl_ms=70, client.bob.work_ms=4";
  const Scenario scenario = spec_for(question).run.scenario;
  EXPECT_EQ(scenario.strategy, "set_px_lua");
  EXPECT_EQ(scenario.lock.ttl, Duration(70'000));
  ASSERT_EQ(scenario.clients.size(), 3u);
  EXPECT_EQ(scenario.clients[0].work, Duration(3'000));
  EXPECT_EQ(scenario.clients[1].work, Duration(4'000));
  question.set = "clients=2";
  EXPECT_FALSE(refused(question).empty()) << "the question itself sets it twice";
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
