// Sentinels promote a replica if its master was down for long enough, and only then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/world/sentinels.h"
#include "tests/support/faults.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

constexpr Duration down_after = 200ms;
constexpr std::int64_t until_told_us = us(down_after) + us(sentinels_vote);

/// n1 with replicas n2 and n3, three Sentinels, and alice, who begins at `patience_ms`.
Scenario watched(const std::vector<std::string>& faults, int patience_ms = 10'000) {
  return calm_world("set_px_lua",
                    "clients=1, run_ms=10000, sentinels=3, down_after_ms=200, "
                    "node=[{}, {replica_of='n1'}, {replica_of='n1'}], client={alice={start_ms=" +
                        std::to_string(patience_ms) + "}}",
                    faults);
}

using Promotion = std::tuple<std::string, std::string, std::int64_t>;  // new, old master, time

/// The promotions of a run, which must obey the rules of every history.
std::vector<Promotion> promotions(const Scenario& scenario) {
  const Trace trace = simulate(scenario);
  EXPECT_EQ(broken_rule(scenario, trace), std::nullopt);
  std::vector<Promotion> all;
  for (const Event& event : events(trace, EventKind::node_promoted))
    all.emplace_back(trace.node_name(event.node), trace.node_name(NodeId(event.value)), event.at);
  return all;
}

TEST(Sentinels, PromoteTheFirstReplicaThatRunsAfterTheirTimeAndTheVote) {
  constexpr std::int64_t soon = 100'000 + until_told_us;
  const Promotion first{"n2", "n1", soon};
  const std::pair<std::vector<std::string>, std::vector<Promotion>> rows[] = {
      {{"at 100ms kill n1"}, {first}},
      {{"at 100ms stop n1"}, {first}},
      // The master is back in time, or back during the vote.
      {{"at 100ms kill n1 restart_after 199ms", "at 400ms stop n1 199ms"}, {}},
      {{"at 100ms kill n1 restart_after 201ms"}, {first}},
      // Replicas are down: the first one, both, or one whose master is up.
      {{"at 50ms kill n2", "at 100ms kill n1"}, {{"n3", "n1", soon}}},
      {{"at 50ms kill n2", "at 100ms kill n1", "at 60ms stop n3"}, {}},
      {{"at 100ms kill n2"}, {}},
      // The new master is watched too.
      {{"at 100ms kill n1 restart_after 1s", "at 3s kill n2"},
       {first, {"n1", "n2", 3'000'000 + until_told_us}}}};
  for (const auto& [faults, promoted] : rows)
    EXPECT_EQ(promotions(watched(faults)), promoted) << faults.back();
}

TEST(Sentinels, LeadTheClientsToIt) {
  const Trace trace = simulate(watched({"at 100ms kill n1"}, 3'000));
  std::set<std::string_view> asked;
  for (const Event& ran : events(trace, EventKind::ran))
    if (ran.node != resource_node) asked.insert(trace.node_name(ran.node));
  EXPECT_EQ(count(trace, EventKind::entered), 2u);
  EXPECT_THAT(asked, ElementsAre("n2"));
}

/// True if, by the trace, the node was down from `from` to `to` without interruption.
bool was_down(const Trace& trace, NodeId node, std::int64_t from, std::int64_t to) {
  constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  std::int64_t since = never;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& event = trace[i];
    if (event.node != node) continue;
    const bool down = event.kind == EventKind::node_killed || event.kind == EventKind::node_stopped;
    const bool up =
        event.kind == EventKind::node_restarted || event.kind == EventKind::node_continued;
    if (down) since = std::min(since, event.at);
    if (!up || event.standing) continue;
    if (since <= from && event.at >= to) return true;
    since = never;
  }
  return since <= from;
}

TEST(Sentinels, PromoteOnlyWhereTheMasterWasMissedForSoLong) {
  std::size_t seen = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 dice(seed);
    const auto ms_below = [&](unsigned most) { return Duration((1 + dice() % most) * 1'000); };
    Scenario scenario = watched({});
    for (int i = 0; i < 8; ++i) {
      const auto node = static_cast<std::uint16_t>(dice() % 3);
      const bool kill = dice() % 2 == 0;
      Fault fault = on_node(kill ? FaultKind::kill : FaultKind::stop, ms_below(8'000), node);
      (kill ? fault.restart_after : fault.duration) = ms_below(2'000);
      scenario.faults.push_back(fault);
    }
    const Trace trace = simulate(scenario);
    EXPECT_EQ(broken_rule(scenario, trace), std::nullopt) << "seed " << seed;
    for (const Event& promoted : events(trace, EventKind::node_promoted)) {
      ++seen;
      EXPECT_TRUE(was_down(trace, NodeId(promoted.value), promoted.at - until_told_us,
                           promoted.at - us(sentinels_vote)))
          << "seed " << seed << ": " << promoted.at;
    }
  }
  EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace locklab::sim
