#include "tests/support/replica_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace locklab::sim {

namespace {

/// A key's value, with the client and the attempt that set it.
std::string held(const Trace& trace, const Event& set) {
  return fmt::format("{} of client {}, attempt {}", trace.text(set), index(set.client),
                     set.acquisition);
}

}  // namespace

ReplicaRules::ReplicaRules(const Scenario& scenario)
    // The scenario's initial counter appears in no event until it changes.
    : applies_(scenario.strategy != "atomic_decr"), nodes_(scenario.nodes.size()) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].lag = std::max<std::int64_t>(us(scenario.nodes[i].replication_lag), 1);
    for (std::size_t m = 0; m < nodes_.size(); ++m)
      if (scenario.nodes[i].replica_of == scenario.nodes[m].name)
        nodes_[i].master = static_cast<int>(m);
  }
}

std::string ReplicaRules::on(const Trace& trace, const Event& event) {
  if (!applies_) return {};
  std::string wrong = differs(event.at);
  if (event.node == no_node || event.node == resource_node) return wrong;
  Node& node = nodes_[index(event.node)];
  switch (event.kind) {
    case EventKind::node_killed:
      node.dead = true;
      node.stops.clear();
      break;
    case EventKind::node_restarted:
      if (event.standing == 1) break;
      node.dead = false;
      node.restarted_at = event.at;
      node.disturbed_at = event.at;
      break;
    case EventKind::node_stopped:
      node.stops.push_back(event.fault);
      break;
    case EventKind::node_continued:
      end_fault(node.stops, event.fault);
      node.disturbed_at = event.at;
      break;
    case EventKind::node_promoted:
      promoted(index(event.node), event.at, event.detail != 0);
      break;
    case EventKind::node_demoted:
      if (node.heir < 0) break;
      node.master = std::exchange(node.heir, -1);
      node.restarted_at = -1;
      node.disturbed_at = event.at;
      break;
    default:
      if (wrong.empty()) wrong = copies_the_past(node, trace, event);
      change(node, trace, event);
  }
  return wrong;
}

void ReplicaRules::change(Node& node, const Trace& trace, const Event& event) {
  if (!is_key_event(event.kind)) return;
  node.disturbed_at = event.at;
  if (event.kind == EventKind::key_lease) return;
  if (const auto old = node.keys.find(event.key); old != node.keys.end()) {
    node.had_until[*old] = event.at;
    node.keys.erase(old);
  }
  if (event.kind != EventKind::key_set) return;
  const auto set = node.keys.emplace(event.key, held(trace, event)).first;
  node.had_until[*set] = INT64_MAX;
}

/// The complaint if a replica copies a value that its master last had before the replica restarted;
/// empty otherwise.
std::string ReplicaRules::copies_the_past(const Node& node, const Trace& trace,
                                          const Event& event) const {
  if (event.kind != EventKind::key_set || node.master < 0 || node.dead) return {};
  const Node& master = nodes_[static_cast<std::size_t>(node.master)];
  const auto had = master.had_until.find({event.key, held(trace, event)});
  const bool long_gone = had != master.had_until.end() && had->second < node.restarted_at;
  return long_gone ? "its master has not had that since it died" : "";
}

/// Makes a replica the master. The others of its family follow it, except an old master that
/// remains one until it is informed.
void ReplicaRules::promoted(std::size_t node, std::int64_t at, bool old_remains) {
  const int old = nodes_[node].master;
  if (old < 0) return;  // already promoted: more clients are informed
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& other = nodes_[i];
    if (other.master != old && static_cast<int>(i) != old) continue;
    if (static_cast<int>(i) == old && old_remains) {
      other.heir = static_cast<int>(node);
      continue;
    }
    other.master = i == node ? -1 : static_cast<int>(node);
    other.restarted_at = -1;
    other.disturbed_at = at;
  }
}

std::string ReplicaRules::differs(std::int64_t now) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& replica = nodes_[i];
    if (replica.master < 0) continue;
    const Node& master = nodes_[static_cast<std::size_t>(replica.master)];
    if (replica.dead || master.dead || !replica.stops.empty() || !master.stops.empty()) continue;
    const std::int64_t disturbed_at = std::max(replica.disturbed_at, master.disturbed_at);
    if (now > disturbed_at + replica.lag && replica.keys != master.keys)
      return fmt::format("n{} has other keys than n{}", i + 1, replica.master + 1);
  }
  return {};
}

}  // namespace locklab::sim
