#include "sim/scenario/scenario.h"

#include <algorithm>
#include <set>

namespace locklab::sim {

Duration Scenario::bound_time() const {
  if (bound) return *bound;
  const auto nodes_asked = static_cast<std::int64_t>(lock.nodes.size());
  return lock.ttl + 3 * (lock.retry_delay + lock.retry_jitter + nodes_asked * lock.node_timeout);
}

bool Scenario::has_replicas() const {
  return std::any_of(nodes.begin(), nodes.end(),
                     [](const NodeSpec& node) { return !node.replica_of.empty(); });
}

LinkSpec Scenario::link_between(std::string_view client_name, std::string_view node) const {
  LinkSpec found{.latency = latency, .jitter = jitter};
  for (const LinkSpec& link : links)
    if ((link.client.empty() || link.client == client_name) &&
        (link.node.empty() || link.node == node))
      found = link;
  return found;
}

Duration Scenario::wait_time(const ClientSpec& client) const {
  return client.wait ? *client.wait : lock.lease.value_or(lock.ttl) + 2 * bound_time();
}

std::vector<std::string> locks_of(const Scenario& scenario) {
  std::set<std::string> locks;
  scenario.lock.each_key([&](const std::string& key) { locks.insert(key); });
  for (const ClientSpec& client : scenario.clients) {
    if (!client.lock.empty()) locks.insert(client.lock);
    for (const Step& step : client.program) locks.insert(step.keys.begin(), step.keys.end());
  }
  return {locks.begin(), locks.end()};
}

}  // namespace locklab::sim
