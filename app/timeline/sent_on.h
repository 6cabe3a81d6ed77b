// Where a node of a Redis Cluster has sent a command on: what its MOVED means to whoever knows the
// run's nodes by their names.
#pragma once

#include <optional>
#include <string_view>

#include "lock/ids.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The node that an error of that text names. None: it names no node of this run.
std::optional<NodeId> sent_on_to(const sim::Trace& trace, std::string_view error);

}  // namespace locklab::app
