// Reads the players: clients, nodes, Sentinels, and the links between clients and nodes.
#include <fmt/format.h>

#include <algorithm>

#include "sim/scenario/read_parts.h"
#include "sim/scenario/step_phrase.h"
#include "sim/scenario/trigger.h"

namespace locklab::sim {

namespace {

constexpr std::string_view expiry_words[] = {"server", "monotonic"};

/// Reads a name, which must be unique among players and usable in a trigger's phrase.
void read_name(TableReader& table, std::string& into, const Scenario& scenario) {
  const Value* name = table.field("name", Value::Kind::text);
  if (!name) return;
  into = name->text;
  const auto taken = [&](const auto& player) { return player.name == into; };
  if (!speakable(into)) {
    table.complaints().wrong(
        name->at, say("'{}' cannot be a name", into),
        say("use up to 32 characters that can be seen, without spaces and quotes"));
  } else if (std::any_of(scenario.clients.begin(), scenario.clients.end(), taken) ||
             std::any_of(scenario.nodes.begin(), scenario.nodes.end(), taken) ||
             into == scenario.resource) {
    table.complaints().wrong(name->at, say("the name '{}' is taken", into),
                             say("give each client, node and the resource a name of its own"));
  }
}

void read_clock(TableReader& table, Duration& offset, std::int64_t& drift_ppm) {
  table.time("clock_offset_ms", offset, a_year);
  table.integer("drift_ppm", drift_ppm, -most_drift_ppm, most_drift_ppm);
}

void read_program(TableReader& table, Program& program) {
  const Value* list = table.field("program");
  if (!list) return;
  const Sentence example = say("write for example program = [\"lock\", \"work\", \"unlock\"]");
  Complaints& complaints = table.complaints();
  if (!list->is_array())
    return complaints.wrong(list->at, say("'program' must be a list of steps"), example);
  if (list->items.empty())
    return complaints.wrong(list->at, say("a program without steps"), example);
  if (list->items.size() > most_steps)
    return complaints.wrong(list->at, say("a program of {} steps", list->items.size()),
                            say("there must be 1 .. {}", most_steps));
  Program steps;
  for (const Value& item : list->items) {
    if (!item.is_text()) return complaints.wrong(item.at, say("a step must be a text"), example);
    auto step = parse_step(item.text);
    if (const BadStep* bad = std::get_if<BadStep>(&step))
      return complaints.wrong(item.at, bad->what, bad->instead);
    steps.push_back(std::move(std::get<Step>(step)));
  }
  program = std::move(steps);
}

void read_work(TableReader& table, ClientSpec& client) {
  table.time("work_ms", client.work);
  table.time("think_ms", client.think);
  table.integer("rounds", client.rounds, 1, 1'000'000'000);
  table.time("wait_ms", client.wait);
  table.word("on_fail", client.on_fail, on_fail_words);
  read_program(table, client.program);
}

/// Checks the program of one client. The same steps may mean one lock for one client and two for
/// another.
void check_program(const ClientSpec& client, const Scenario& scenario, const Value& list,
                   Complaints& complaints) {
  const auto wrong =
      wrong_step(client.program, client.lock.empty() ? scenario.lock.key : client.lock);
  if (!wrong || wrong->step >= list.items.size()) return;
  const Value& step = list.items[wrong->step];
  if (wrong->stays) {
    complaints.wrong(step.at, say("nothing unlocks what step {} locks", wrong->step + 1),
                     say("add an \"unlock\" after it"));
  } else {
    complaints.wrong(step.at, say("step {} unlocks what no step before it locks", wrong->step + 1),
                     say("put a \"lock\" before it, or leave it out; the fault foreign_release "
                         "releases what its client does not hold"));
  }
}

/// Reads each table of a list, and complains about other values.
template <class Read>
void each_table(const Value* list, std::string_view where, Complaints& complaints, Read read) {
  if (!list) return;
  for (const Value& item : list->items) {
    if (!list->is_array() || !item.is_table()) {
      complaints.wrong(item.at, say("{} must be a table", where));
      continue;
    }
    TableReader table(item, where, complaints);
    read(table);
    table.finish();
  }
}

NodeSpec node_defaults(TableReader& root) {
  NodeSpec spec;
  root.word("persistence", spec.persistence, persistence_words);
  root.word("expiry_clock", spec.monotonic_expiry, expiry_words);
  root.time("replication_lag_ms", spec.replication_lag);
  root.time("restart_delay_ms", spec.restart_delay);
  return spec;
}

/// Complains if a node replicates anything but a master.
void check_replica(const Scenario& scenario, const NodeSpec& node, const Value& value,
                   Complaints& complaints) {
  std::vector<std::string_view> masters;
  for (const NodeSpec& other : scenario.nodes)
    if (other.replica_of.empty()) masters.push_back(other.name);
  if (std::find(masters.begin(), masters.end(), node.replica_of) != masters.end()) return;
  complaints.wrong(value.at,
                   say("'{}' is not a master that {} could follow", node.replica_of, node.name),
                   masters.empty() ? say("add a [[node]] without replica_of")
                                   : use_instead(node.replica_of, masters));
}

}  // namespace

const Value* list_of_tables(TableReader& root, std::string_view key) {
  const Value* list = root.field(key);
  if (!list || list->is_array()) return list;
  root.complaints().wrong(list->at, say("'{}' must be a list of tables", key),
                          say("write [[{}]]", key));
  return nullptr;
}

std::vector<std::string_view> client_names(const Scenario& scenario) {
  std::vector<std::string_view> names;
  for (const ClientSpec& client : scenario.clients) names.push_back(client.name);
  return names;
}

std::vector<std::string_view> node_names(const Scenario& scenario) {
  std::vector<std::string_view> names;
  for (const NodeSpec& node : scenario.nodes) names.push_back(node.name);
  return names;
}

void read_clients(TableReader& root, Scenario& scenario) {
  ClientSpec defaults;
  read_work(root, defaults);
  root.field("clients");
  each_table(root.field("client"), "[[client]]", root.complaints(), [&](TableReader& table) {
    ClientSpec client = defaults;
    read_name(table, client.name, scenario);
    table.time("start_ms", client.start);
    read_work(table, client);
    read_key(table, "lock", client.lock);
    table.flag("touch", client.touch);
    read_clock(table, client.clock_offset, client.drift_ppm);
    const Value* program = table.field("program");
    if (!program) program = root.field("program");
    if (program) check_program(client, scenario, *program, root.complaints());
    scenario.clients.push_back(std::move(client));
  });
}

void read_nodes(TableReader& root, Scenario& scenario) {
  const NodeSpec defaults = node_defaults(root);
  root.field("nodes");
  const Value* list = root.field("node");
  each_table(list, "[[node]]", root.complaints(), [&](TableReader& table) {
    NodeSpec node = defaults;
    read_name(table, node.name, scenario);
    table.text("replica_of", node.replica_of);
    table.word("persistence", node.persistence, persistence_words);
    table.word("expiry_clock", node.monotonic_expiry, expiry_words);
    table.time("restart_delay_ms", node.restart_delay);
    read_clock(table, node.clock_offset, node.drift_ppm);
    table.time("replication_lag_ms", node.replication_lag);
    scenario.nodes.push_back(std::move(node));
  });
  if (root.complaints().any()) return;
  for (std::size_t i = 0; i < scenario.nodes.size(); ++i)
    if (const Value* master = list->items[i].find("replica_of"))
      check_replica(scenario, scenario.nodes[i], *master, root.complaints());
}

void read_sentinels(TableReader& root, Scenario& scenario) {
  constexpr std::int64_t most_sentinels = 5;
  constexpr TimeRange range{100ms, 60s};  // Sentinel checks ten times a second
  root.integer("sentinels", scenario.sentinels, 0, most_sentinels);
  root.time("down_after_ms", scenario.down_after, range);
  const Value* number = root.field("sentinels");
  if (scenario.sentinels == 0) {
    if (const Value* down_after = root.field("down_after_ms"))
      root.complaints().wrong(down_after->key_at,
                              say("'{}' counts only with '{}'", "down_after_ms", "sentinels"),
                              say("write sentinels = 3, or leave it out"));
    return;
  }
  if (!scenario.has_replicas() && !root.complaints().any())
    root.complaints().wrong(number->at, say("Sentinels have no replica that they could promote"),
                            say("add a [[node]] with replica_of = \"{}\"",
                                scenario.nodes.empty() ? "n1" : scenario.nodes.front().name));
  if (scenario.semantics == Semantics::asynchronous)
    root.complaints().wrong(number->at,
                            say("Sentinels go by time, which stands still in this scenario"),
                            say("leave out \"semantics\", or the Sentinels"));
}

void read_links(TableReader& root, Scenario& scenario) {
  const auto clients = client_names(scenario);
  auto nodes = node_names(scenario);
  nodes.push_back(scenario.resource);
  const Value* list = list_of_tables(root, "link");
  each_table(list, "[[link]]", root.complaints(), [&](TableReader& table) {
    LinkSpec link;
    if (const auto client = table.named("client", "client", clients))
      link.client = clients[*client];
    if (const auto node = table.named("node", "node", nodes)) link.node = nodes[*node];
    link.latency = scenario.latency;
    table.time("latency_ms", link.latency);
    link.jitter = std::min(scenario.jitter, link.latency);
    table.time("jitter_ms", link.jitter, {Duration(0), link.latency, "latency_ms"});
    scenario.links.push_back(std::move(link));
  });
}

}  // namespace locklab::sim
