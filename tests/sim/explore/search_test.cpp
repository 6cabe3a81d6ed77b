// The correctness of the search: reductions change no result, a repeated search gives the same, its
// parts add up to the whole, and counterexamples cannot be made smaller.
#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "sim/explore/minimise.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

/// A search of everything and for every property, with or without two of the reductions.
SearchResult everything(const SearchSpec& spec, bool skip_seen, bool group) {
  SearchTask task = of_everything(spec);
  task.wanted = Properties((1u << property_count) - 1);
  task.skip_seen_states = skip_seen;
  task.group_ties = group;
  return search(task);
}

struct Small {
  const char* name;
  const char* strategy;
  const char* faults;
  const char* set;
  std::uint32_t clients = 2;
};

void PrintTo(const Small& world, std::ostream* out) { *out << world.name; }

class Reductions : public testing::TestWithParam<Small> {};

TEST_P(Reductions, ChangeNeitherWhatIsBrokenNorTheFinalStates) {
  const SearchSpec spec = spec_for({.strategy = GetParam().strategy,
                                    .clients = GetParam().clients,
                                    .set = GetParam().set,
                                    .faults = GetParam().faults});
  const SearchResult reduced = everything(spec, true, true);
  const SearchResult whole = everything(spec, false, false);
  EXPECT_TRUE(whole.exhausted);
  EXPECT_EQ(broken_in(reduced), broken_in(whole));
  EXPECT_EQ(reduced.final_states, whole.final_states);
  EXPECT_LT(reduced.counts.transitions, whole.counts.transitions);
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, Reductions,
    testing::Values(
        Small{"pause", "none", "pause=1", "work_ms=2"},
        Small{"crash", "setnx_del", "crash=1", "work_ms=3, wait_ms=30"},
        Small{"clock_jump", "set_px_lua", "clock_jump=1", "work_ms=25, wait_ms=50"},
        Small{"foreign_release", "set_px_get_del", "foreign_release=1", "work_ms=5, wait_ms=30"},
        Small{"no_fault", "redlock", "", "work_ms=5, wait_ms=40"},
        Small{"lose", "watchdog", "lose=1", "work_ms=5, wait_ms=30"},
        // The client learns at once that a reply is lost, and may have sent a command just before.
        Small{"a_lost_reply_breaks_the_connection_of_two", "watchdog", "lose@alice=1",
              "ttl_ms=40, node_timeout_ms=8, work_ms=1, wait_ms=1, on_lost=\"ignore\", "
              "renew=\"expire\", period_ms=4, rounds=2",
              1},
        // A node dies after it ran and stored a command, and before it sent the reply.
        Small{"the_answer_unsent", "setnx_del", "kill=1",
              "persistence=\"always\", ttl_ms=20, node_timeout_ms=4, retry_delay_ms=8, "
              "retry_jitter_ms=0, work_ms=1, wait_ms=6"},
        Small{"the_answer_unsent_and_the_power_gone", "set_px_get_del", "power=1",
              "persistence=\"everysec\", ttl_ms=20, node_timeout_ms=4, retry_delay_ms=8, "
              "retry_jitter_ms=0, work_ms=1, wait_ms=6"},
        Small{"the_answer_unsent_and_two_failovers", "setnx_del", "failover=2",
              "persistence=\"always\", ttl_ms=20, node_timeout_ms=3, retry_delay_ms=8, "
              "retry_jitter_ms=0, work_ms=1, wait_ms=1",
              1},
        // A replica still acts at the very time at which all clients finish.
        Small{"the_last_instant", "set_wait", "power=1",
              "ttl_ms=40, node_timeout_ms=8, retry_delay_ms=10, retry_jitter_ms=0, work_ms=0, "
              "wait_ms=1"}),
    [](const auto& param) { return std::string(param.param.name); });

SearchResult search_in_parts(const SearchSpec& spec, std::uint32_t shards) {
  std::vector<SearchResult> parts;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    SearchTask task = spec.task();
    task.shard = shard;
    task.shards = shards;
    parts.push_back(search(task));
  }
  return merged(std::move(parts));
}

TEST(Search, TwiceOrInPartsGivesTheSameCounterexample) {
  const SearchSpec spec = spec_for(ask("redlock", "clock_jump=1", Property::mutual_exclusion));
  const SearchResult whole = search(spec.task());
  const SearchResult again = search(spec.task());
  const SearchResult sum = search_in_parts(spec, 3);
  EXPECT_EQ(whole.counts.states, again.counts.states);
  EXPECT_EQ(whole.counts.transitions, again.counts.transitions);
  EXPECT_TRUE(sum.exhausted);
  const std::string run = answer(spec, whole).broken.front().run;
  for (const SearchResult* other : {&again, &sum})
    EXPECT_EQ(answer(spec, *other).broken.front().run, run);
}

TEST(Search, InPartsHoldsWhereTheWholeHolds) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "pause=1", Property::owner_only_release));
  const SearchResult sum = search_in_parts(spec, 2);
  EXPECT_TRUE(sum.exhausted);
  EXPECT_TRUE(answer(spec, sum).broken.empty());
}

TEST(Search, ByChanceOrByPrioritiesFindsByTheSeedAlone) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "pause=1", Property::mutual_exclusion));
  for (const SearchKind kind : {SearchKind::random, SearchKind::pct}) {
    SearchTask task = spec.task();
    task.kind = kind;
    task.most_executions = 100'000;
    const Answer first = answer(spec, search(task));
    const Answer second = answer(spec, search(task));
    ASSERT_EQ(first.broken.size(), 1u) << name(kind);
    EXPECT_FALSE(first.exhausted) << name(kind);
    EXPECT_EQ(first.broken.front().run, second.broken.front().run) << name(kind);
  }
}

TEST(Search, EndsWhenItIsTold) {
  const SearchSpec spec = spec_for(ask("redlock", "power=1,pause=1", Property::quota));
  int asked = 0;
  const SearchResult result = search(spec.task(), [&](const SearchCounts&) { return ++asked < 3; });
  EXPECT_EQ(asked, 3);
  EXPECT_FALSE(result.exhausted);
}

TEST(Search, SaysThatItIsNotExhaustiveWhereSchedulesWereCutShortOrGoOnForEver) {
  const SearchSpec spec = spec_for(ask("set_px_lua", "pause=1", Property::owner_only_release));
  SearchTask of_few_steps = spec.task();
  of_few_steps.most_steps = 10;
  EXPECT_FALSE(search(of_few_steps).exhausted);
  // With asynchronous semantics a waiting client retries forever.
  const SearchSpec endless = spec_for(
      ask("set_px_lua", "", Property::mutual_exclusion, "semantics=\"asynchronous\", wait_ms=100"));
  SearchTask of_few_branches = endless.task();
  of_few_branches.most_branch_points = 300;
  EXPECT_FALSE(search(of_few_branches).exhausted);
}

TEST(Search, EstimatesHowMuchItHasSearchedAndNeverTakesItBack) {
  const SearchSpec spec = spec_for(ask("redlock", "power=1", Property::quota));
  std::vector<std::uint64_t> parts;
  const SearchResult result = search(spec.task(), [&](const SearchCounts& counts) {
    parts.push_back(counts.parts);
    return true;
  });
  EXPECT_TRUE(result.exhausted);
  ASSERT_GT(parts.size(), 3u);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_LT(parts[parts.size() / 2], SearchCounts::all_parts);
  EXPECT_GT(parts[parts.size() / 2], 0u);
  EXPECT_EQ(result.counts.parts, SearchCounts::all_parts);
}

TEST(Counterexample, CannotDoWithoutAnyOfItsFaultsOrChoices) {
  const SearchSpec spec = spec_for(ask("redlock", "clock_jump=1", Property::mutual_exclusion));
  const SearchResult found = search(spec.task());
  const auto& path = found.broken[static_cast<std::size_t>(Property::mutual_exclusion)];
  ASSERT_TRUE(path);
  const Scenario& scenario = spec.run.scenario;
  const Path smallest = minimise(scenario, Property::mutual_exclusion, *path);
  const auto kept_without = [&](Path candidate) {
    return check(simulate(with_path(scenario, candidate))).front().kept != Kept::broken;
  };
  const auto without = [](auto all, std::size_t one) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(one));
    return all;
  };
  EXPECT_FALSE(kept_without(smallest));
  ASSERT_FALSE(smallest.faults.empty());
  for (std::size_t i = 0; i < smallest.faults.size(); ++i) {
    Path fewer = smallest;
    fewer.faults = without(smallest.faults, i);
    EXPECT_TRUE(kept_without(fewer)) << "without fault " << i;
  }
  for (std::size_t i = 0; i < smallest.schedule.orders.size(); ++i) {
    Path fewer = smallest;
    fewer.schedule.orders = without(smallest.schedule.orders, i);
    EXPECT_TRUE(kept_without(fewer)) << "without choice " << i;
  }
}

TEST(ALargeWorld, IsLeftInTimeAndKeepsToItsMemory) {
  // Each step is slow, and each snapshot takes megabytes.
  const SearchSpec spec =
      spec_for(ask("set_px_lua", "", Property::mutual_exclusion, "clients=300"));
  SearchTask task = depth_first(spec);
  task.most_transitions = 400;
  task.most_snapshot_bytes = std::uint64_t{8} << 20;
  std::size_t looks = 0;
  std::uint64_t most = 0;
  const SearchResult result = search(task, [&](const SearchCounts& counts) {
    ++looks;
    most = std::max(most, counts.memory);
    return true;
  });
  EXPECT_FALSE(result.exhausted);
  EXPECT_GT(result.counts.transitions, 100u);
  EXPECT_GT(looks, result.counts.transitions / 100);
  EXPECT_LT(most, 2 * task.most_snapshot_bytes);
}

}  // namespace
}  // namespace locklab::sim
