#include "sim/scenario/scenario.h"

namespace locklab::sim {

Duration Scenario::bound_time() const {
  if (bound) return *bound;
  const auto nodes_asked = static_cast<std::int64_t>(lock.nodes.size());
  return lock.ttl + 3 * (lock.retry_delay + lock.retry_jitter + nodes_asked * lock.node_timeout);
}

Duration Scenario::wait_time(const ClientSpec& client) const {
  return client.wait ? *client.wait : lock.ttl + 2 * bound_time();
}

}  // namespace locklab::sim
