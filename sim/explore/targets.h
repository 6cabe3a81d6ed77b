// What each kind of fault strikes: clients, nodes, or the messages between them.
#pragma once

#include "sim/explore/budget.h"

namespace locklab::sim {

/// Whether clients read their wall clocks, so that it matters if one of those jumps.
bool reads_wall_clock(const Scenario& scenario);

bool strikes_clients(StrikeKind kind, const Scenario& scenario);
bool strikes_nodes(StrikeKind kind);
/// Whether it strikes a master together with a replica, which takes its place.
bool strikes_masters(StrikeKind kind);
bool strikes_clocks(StrikeKind kind);
/// Whether a node dies of it.
bool ends_nodes(StrikeKind kind);
/// Whether it strikes messages, or the links that they take.
bool strikes_links(StrikeKind kind);

}  // namespace locklab::sim
