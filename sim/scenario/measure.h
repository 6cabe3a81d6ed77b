// A measure is a table of settings that are switched: a variation's `set`, or what a run's name
// changes. Applied to a scenario's tree it gives the tree of another scenario, in which every value
// still knows where it stood.
//
//   set = { strategy = "redlock", nodes = 3 }     settings of the scenario
//   set.client.bob.start_ms = 40                  a field of one client, node or fault, by name
//   set.fault.pause = { crash = { client = "alice" } }   another action takes the place of the old
//   one set.drop_fault = ["pause"]                    that fault does not strike
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_value.h"

namespace locklab::sim {

inline constexpr std::int64_t most_clients = 1000;
inline constexpr std::int64_t most_nodes = 99;

/// `file` with each of `measures` applied in turn. In the result clients and nodes are lists of
/// tables with names, whether the file wrote them out or gave a number. `own` is the strategy that
/// the scenario was written for: its nodes stay when another one takes its place.
Value with_measures(const Value& file, std::span<const Value* const> measures, std::string_view own,
                    Complaints& complaints);

/// alice, bob, carol ...: what the client at `index` is called unless it has a name.
std::string default_client_name(std::size_t index);

}  // namespace locklab::sim
