// The targets of each kind of fault: clients, nodes, or the links and messages between them.
#pragma once

#include "sim/explore/budget.h"

namespace locklab::sim {

/// Whether clients read their wall clocks, so that jumps of these matter.
bool reads_wall_clock(const Scenario& scenario);

bool strikes_clients(StrikeKind kind, const Scenario& scenario);
bool strikes_nodes(StrikeKind kind);
/// Whether a fault of this kind targets a master together with the replica that takes its place.
bool strikes_masters(StrikeKind kind);
bool strikes_clocks(StrikeKind kind);
/// Whether a fault of this kind kills a node.
bool ends_nodes(StrikeKind kind);
/// Whether a fault of this kind targets messages or links.
bool strikes_links(StrikeKind kind);

}  // namespace locklab::sim
