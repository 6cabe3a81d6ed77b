// The target of a redirection in a Redis Cluster: maps the address in the error to a node of the
// run.
#pragma once

#include <optional>
#include <string_view>

#include "lock/ids.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The node that a redirection error names; nullopt if it names no node of this run.
std::optional<NodeId> sent_on_to(const sim::Trace& trace, std::string_view error);

}  // namespace locklab::app
