#include "sim/scenario/build_scenario.h"

#include <algorithm>
#include <charconv>

#include "lock/strategy.h"
#include "sim/scenario/check_together.h"
#include "sim/scenario/measure.h"
#include "sim/scenario/read_parts.h"
#include "sim/scenario/trigger.h"

namespace locklab::sim {

std::vector<std::string_view> strategy_ids() {
  std::vector<std::string_view> ids;
  for (const Strategy& strategy : strategies()) ids.push_back(strategy.id);
  return ids;
}

namespace {

const Strategy* read_strategy(TableReader& root, Scenario& scenario) {
  if (!root.field("strategy")) {
    root.complaints().missing(root.at(), say("the scenario has no strategy"),
                              say("write for example strategy = \"set_px_lua\""));
    return nullptr;
  }
  const auto ids = strategy_ids();
  if (const auto i = root.named("strategy", "strategy", ids)) scenario.strategy = ids[*i];
  return find_strategy(scenario.strategy);
}

void read_resource(TableReader& root, Scenario& scenario) {
  root.text("resource", scenario.resource);
  if (!speakable(scenario.resource))
    root.complaints().wrong(
        root.field("resource")->at, say("'{}' cannot be the resource's name", scenario.resource),
        say("use up to 32 characters that can be seen, without spaces and quotes"));
  constexpr std::int64_t most = 1'000'000'000'000;
  root.integer("initial_value", scenario.initial_value, -most, most);
  root.integer("change", scenario.change, -most, most);
  root.flag("fence_check", scenario.fence_check);
}

void read_schedule(TableReader& root, Scenario& scenario) {
  std::string choices;
  const Value* field = root.field("choices");
  if (!field) return;
  root.text("choices", choices);
  scenario.schedule = schedule_from(choices);
  if (!scenario.schedule)
    root.complaints().wrong(field->at, say("'choices' holds something that no search has written"),
                            say("write them as \"17:2/3 40:2/2\", or \"\" for the usual way"));
}

/// Reads a seed: an integer, or the digits of one above TOML's largest integer.
void read_seed(TableReader& root, std::uint64_t& seed) {
  const Value* const value = root.field("seed");
  if (!value || !value->is_text()) return root.integer("seed", seed, 0, INT64_MAX);
  const char* const end = value->text.data() + value->text.size();
  const auto [rest, error] = std::from_chars(value->text.data(), end, seed);
  if (error != std::errc{} || rest != end)
    root.complaints().wrong(value->at, say("'{}' is not a valid seed", value->text),
                            say("a seed is 0 .. 18446744073709551615"));
}

void read_world(TableReader& root, Scenario& scenario) {
  read_seed(root, scenario.seed);
  if (const auto i = root.named("semantics", "kind of semantics", semantics_words))
    scenario.semantics = static_cast<Semantics>(*i);
  root.time("latency_ms", scenario.latency);
  scenario.jitter = std::min(scenario.jitter, scenario.latency);
  root.time("jitter_ms", scenario.jitter, {Duration(0), scenario.latency, "latency_ms"});
  root.time("bound_ms", scenario.bound, {1ms, 24h});
  root.time("run_ms", scenario.run_for, {1ms, 24h});
  root.flag("allow_short_ttl", scenario.allow_short_ttl);
}

/// Sets the nodes that the lock asks: all masters for Topology::masters, or else the first one.
void choose_lock_nodes(Scenario& scenario, const Strategy& strategy) {
  scenario.lock.nodes.clear();
  for (std::size_t i = 0; i < scenario.nodes.size(); ++i) {
    if (!scenario.nodes[i].replica_of.empty()) continue;
    scenario.lock.nodes.push_back(NodeId{static_cast<std::uint16_t>(i)});
    if (strategy.topology != Topology::masters) return;
  }
}

}  // namespace

Scenario build_scenario(const Value& tree, std::string_view own, Complaints& complaints) {
  Scenario scenario;
  TableReader root(tree, say("the scenario"), complaints);
  const Strategy* strategy = read_strategy(root, scenario);
  read_lock(root, scenario.lock, strategy);
  read_resource(root, scenario);
  read_clients(root, scenario);
  read_nodes(root, scenario);
  root.flag("cluster", scenario.cluster);
  root.flag("processes", scenario.processes);
  read_world(root, scenario);
  read_sentinels(root, scenario);
  read_schedule(root, scenario);
  read_links(root, scenario);
  read_faults(root, scenario);
  read_other_switches(root, scenario.lock, strategy);
  root.text("title", scenario.title);
  root.text("failure", scenario.failure);
  root.text("story", scenario.story);
  root.text("notes", scenario.notes);
  root.field("variation");
  if (const Value* expect = root.field("expect", Value::Kind::table))
    scenario.expect = read_expectation(*expect, scenario, complaints);
  root.finish();
  if (complaints.any() || !strategy) return scenario;
  choose_lock_nodes(scenario, *strategy);
  check_together(root, scenario, *strategy, own);
  return scenario;
}

}  // namespace locklab::sim
