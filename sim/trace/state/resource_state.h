// The state of the protected resource, as its accepted accesses have shown it so far.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/trace/event.h"

namespace locklab::sim {

struct ResourceState {
  bool touched = false;
  std::int64_t value = 0;
  ClientId writer = no_client;      ///< client of the last accepted write
  std::int64_t highest_token = -1;  ///< highest fencing token of an access; -1 if none had one

  /// Processes an accepted read or write of the resource at resource_node. Other events, such as
  /// accesses to a resource that is a node's key, have no effect.
  void on(const Event& event) {
    const bool wrote = event.kind == EventKind::resource_wrote;
    if (event.node != resource_node || (event.kind != EventKind::resource_read && !wrote)) return;
    touched = true;
    value = event.value;
    highest_token = std::max(highest_token, event.extra);
    if (wrote) writer = event.client;
  }
  bool operator==(const ResourceState&) const = default;
};

}  // namespace locklab::sim
