// What each kind of fault strikes: clients, nodes, or what is under way between them.
#pragma once

#include "sim/explore/budget.h"

namespace locklab::sim {

/// Whether clients read their wall clocks, so that it matters if one of those jumps.
bool reads_wall_clock(const Scenario& scenario);

bool strikes_clients(StrikeKind kind, const Scenario& scenario);
bool strikes_nodes(StrikeKind kind);
/// Nodes, which die of it.
bool ends_nodes(StrikeKind kind);
/// Messages, and the links that they go by.
bool strikes_links(StrikeKind kind);

}  // namespace locklab::sim
