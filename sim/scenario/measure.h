// An override ("measure"): a table of settings, from a variation's `set` or a run's name. Applied
// to a scenario's tree, it gives the tree of another scenario, in which every value still knows its
// position in the text.
//
//   set = { strategy = "redlock", nodes = 3 }             settings of the scenario
//   set.client.bob.start_ms = 40                          a field of one client, node or fault
//   set.fault.pause = { crash = { client = "alice" } }    another action replaces the old one
//   set.drop_fault = ["pause"]                            removes that fault
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_value.h"

namespace locklab::sim {

inline constexpr std::int64_t most_clients = 1000;
inline constexpr std::int64_t most_nodes = 99;

/// Applies `measures` to `file` in order. In the result, clients and nodes are lists of tables with
/// names, even if the file gives a number. `own` is the strategy that the scenario was written for:
/// its nodes stay when another strategy replaces it.
Value with_measures(const Value& file, std::span<const Value* const> measures, std::string_view own,
                    Complaints& complaints);

/// Parses an override. `set` must be a valid TOML table on one line, or empty.
Value settings_table(const std::string& set);

/// Both overrides as one, as parse_run_name returns it; where they differ, `later` counts. Empty if
/// neither sets anything. If `earlier` lists players and `later` changes one of them by name, the
/// result has the key twice, which a reader refuses.
std::string merged_settings(const std::string& earlier, const std::string& later);

/// The name of the client at `index` if the file gives it none: alice, bob, carol ...
std::string default_client_name(std::size_t index);

}  // namespace locklab::sim
