// Worlds with more nodes and clients than a machine word has bits: the search's reductions lose
// nothing there.
#include <fmt/format.h>

#include <set>
#include <string>

#include "sim/explore/symmetry.h"
#include "tests/sim/explore/exploring.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// The first and the last of many clients want a lock on the last of many nodes; the clients
/// between do nothing. The two differ, so that symmetry cannot merge them.
Scenario wide_world(std::size_t clients, std::size_t nodes) {
  Scenario scenario;
  scenario.name = "wide";
  scenario.strategy = "set_px_lua";
  scenario.semantics = Semantics::asynchronous;
  scenario.jitter = 0us;
  scenario.lock.retry_jitter = 0us;
  for (std::size_t n = 0; n < nodes; ++n) {
    NodeSpec node;
    node.name = fmt::format("n{}", n + 1);
    scenario.nodes.push_back(node);
  }
  scenario.lock.nodes = {static_cast<NodeId>(nodes - 1)};
  for (std::size_t c = 0; c < clients; ++c) {
    ClientSpec client;
    client.name = fmt::format("c{}", c + 1);
    client.wait = 1ms;
    client.rounds = c == 0 || c == clients - 1 ? 1 : 0;
    scenario.clients.push_back(client);
  }
  scenario.clients.back().work = 1ms;
  return scenario;
}

/// The outcomes of all schedules: whether two were inside, and the clients that acquired, in the
/// order of their numbers.
std::set<std::string> outcomes(const Scenario& scenario, const char* faults, bool reduce) {
  SearchTask task;
  task.scenario = &scenario;
  task.budget = std::get<Budget>(budget_from(faults, scenario));
  task.wanted = {Property::mutual_exclusion};
  task.kind = SearchKind::exhaustive;
  task.all = true;
  task.reduce = reduce;
  std::set<std::string> all;
  task.on_final = [&](const Trace& trace, Properties broken) {
    std::string outcome = broken.bits() != 0 ? "overlap:" : "apart:";
    for (const ClientSpec& client : scenario.clients)
      for (const Event& acquired : events(trace, EventKind::acquired))
        if (trace.client_name(acquired.client) == client.name) outcome += " " + client.name;
    all.insert(outcome);
  };
  EXPECT_TRUE(search(task).exhausted);
  return all;
}

TEST(WideWorlds, AClockThatJumpsAtTheLastOfManyNodesIsTriedThereWithTheReductionsToo) {
  const Scenario scenario = wide_world(2, 40);
  const std::set<std::string> found = outcomes(scenario, "clock_jump@n40=1", true);
  EXPECT_TRUE(found.contains("overlap: c1 c2"));
  EXPECT_EQ(found, outcomes(scenario, "clock_jump@n40=1", false));
}

TEST(WideWorlds, TheLastOfManyClientsMayComeFirstWithTheReductionsToo) {
  Scenario scenario = wide_world(65, 1);
  scenario.clients.back().start = 1ms;  // so that it begins after the first client
  const std::set<std::string> found = outcomes(scenario, "", true);
  EXPECT_TRUE(found.contains("apart: c65"));
  EXPECT_EQ(found, outcomes(scenario, "", false));
}

TEST(WideWorlds, OfManyAlikeNodesTheFirstThatIsUntouchedIsStruckAndBeyondTheCountEach) {
  Scenario scenario = wide_world(2, Struck::most + 2);
  scenario.strategy = "redlock";
  scenario.lock.order = Order::parallel;
  const Symmetry alike(scenario, {});
  Struck struck;
  EXPECT_TRUE(alike.may_strike_node(0, struck));
  EXPECT_FALSE(alike.may_strike_node(Struck::most - 1, struck));
  EXPECT_TRUE(alike.may_strike_node(Struck::most, struck));
  EXPECT_TRUE(alike.may_strike_node(Struck::most + 1, struck));
  for (std::size_t node = 0; node + 1 < Struck::most; ++node) struck.add(node);
  EXPECT_TRUE(alike.may_strike_node(Struck::most - 1, struck));
}

TEST(WideWorlds, WhatLiesBeyondTheCountIsNotTakenForAnother) {
  Struck struck;
  struck.add(Struck::most);
  EXPECT_FALSE(struck.has(Struck::most));
  EXPECT_FALSE(struck.has(0));
}

}  // namespace
}  // namespace locklab::sim
