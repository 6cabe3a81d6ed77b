// Sentinels promote a replica when its master has been missed for long enough, and never else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/world/sentinels.h"
#include "tests/support/faults.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;

constexpr Duration down_after = 200ms;
constexpr std::int64_t until_told_us = us(down_after) + us(sentinels_vote);

/// n1 with its replicas n2 and n3, three Sentinels, and a client that waits for 10 s.
Scenario watched() {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.clients[0].start = 10s;
  scenario.run_for = 10s;
  scenario.sentinels = 3;
  scenario.down_after = down_after;
  for (const char* name : {"n2", "n3"}) {
    scenario.nodes.emplace_back();
    scenario.nodes.back().name = name;
    scenario.nodes.back().replica_of = "n1";
  }
  return scenario;
}

struct Promotion {
  std::string heir, old;
  std::int64_t at = 0;
  bool operator==(const Promotion&) const = default;
};
void PrintTo(const Promotion& one, std::ostream* out) {
  *out << one.heir << " for " << one.old << " at " << one.at;
}

/// Runs the scenario, and checks on the way what holds in every run.
std::vector<Promotion> promotions(const Scenario& scenario) {
  const Trace trace = simulate(scenario);
  EXPECT_EQ(broken_rule(scenario, trace), std::nullopt);
  std::vector<Promotion> all;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::node_promoted)
      all.push_back({std::string(trace.node_name(trace[i].node)),
                     std::string(trace.node_name(NodeId(trace[i].value))), trace[i].at});
  return all;
}

Fault for_a_time(Fault kill, Duration time) {
  kill.restart_after = time;
  return kill;
}

TEST(Sentinels, PromoteTheFirstReplicaThatRunsAfterTheirTimeAndTheVote) {
  const Promotion first{"n2", "n1", 100'000 + until_told_us};
  const Fault kill = on_node(FaultKind::kill, 100ms);
  const std::pair<std::vector<Fault>, std::vector<Promotion>> rows[] = {
      {{kill}, {first}},
      {{on_node(FaultKind::stop, 100ms)}, {first}},
      // The master is back in time, or during the vote.
      {{for_a_time(kill, 199ms), for_ms(on_node(FaultKind::stop, 400ms), 199ms)}, {}},
      {{for_a_time(kill, 201ms)}, {first}},
      // Replicas are down: the first, both, and one whose master is not.
      {{on_node(FaultKind::kill, 50ms, 1), kill}, {{"n3", "n1", first.at}}},
      {{on_node(FaultKind::kill, 50ms, 1), kill, on_node(FaultKind::stop, 60ms, 2)}, {}},
      {{on_node(FaultKind::kill, 100ms, 1)}, {}},
      // The new master is watched too.
      {{for_a_time(kill, 1s), on_node(FaultKind::kill, 3s, 1)},
       {first, {"n1", "n2", 3'000'000 + until_told_us}}}};
  for (const auto& [faults, promoted] : rows) {
    Scenario scenario = watched();
    scenario.faults = faults;
    EXPECT_EQ(promotions(scenario), promoted);
  }
}

TEST(Sentinels, LeadTheClientsToIt) {
  Scenario scenario = watched();
  scenario.clients[0].start = 3s;
  scenario.faults = {on_node(FaultKind::kill, 100ms)};
  const Trace trace = simulate(scenario);
  std::set<std::string_view> asked;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::ran && trace[i].node != resource_node)
      asked.insert(trace.node_name(trace[i].node));
  EXPECT_EQ(count(trace, EventKind::entered), 2u);
  EXPECT_THAT(asked, ElementsAre("n2"));
}

/// Whether the node was down without a break from `from` to `to`, as the trace tells it.
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
    Scenario scenario = watched();
    for (int i = 0; i < 8; ++i) {
      const auto node = static_cast<std::uint16_t>(dice() % 3);
      const bool kill = dice() % 2 == 0;
      Fault fault = on_node(kill ? FaultKind::kill : FaultKind::stop, ms_below(8'000), node);
      (kill ? fault.restart_after : fault.duration) = ms_below(2'000);
      scenario.faults.push_back(fault);
    }
    const Trace trace = simulate(scenario);
    EXPECT_EQ(broken_rule(scenario, trace), std::nullopt) << "seed " << seed;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (trace[i].kind != EventKind::node_promoted) continue;
      ++seen;
      EXPECT_TRUE(was_down(trace, NodeId(trace[i].value), trace[i].at - until_told_us,
                           trace[i].at - us(sentinels_vote)))
          << "seed " << seed << ": " << trace[i].at;
    }
  }
  EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace locklab::sim
