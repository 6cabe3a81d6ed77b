// Readers for the parts of a scenario's tree, each into a Scenario. read_scenario puts them
// together. The tree comes from with_measures, so clients and nodes are lists of tables with names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lock/strategy.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

// The largest offset or jump of a clock, and its largest drift.
inline constexpr TimeRange a_year{-365 * 24h, 365 * 24h};
inline constexpr std::int64_t most_drift_ppm = 500'000;

/// Reads the lock's key, the common switches, and those of `strategy`, which also provides the
/// defaults; it may be null.
void read_lock(TableReader& root, LockConfig& lock, const Strategy* strategy);
/// Reads the switches that only other strategies have: a variation may set one that only its own
/// strategy reads.
void read_other_switches(TableReader& root, LockConfig& lock, const Strategy* strategy);

// Call these in this order: later parts name earlier ones.
void read_clients(TableReader& root, Scenario& scenario);
void read_nodes(TableReader& root, Scenario& scenario);
void read_sentinels(TableReader& root, Scenario& scenario);
void read_links(TableReader& root, Scenario& scenario);
void read_faults(TableReader& root, Scenario& scenario);

Expectation read_expectation(const Value& table, const Scenario& scenario, Complaints& complaints);

/// Whether the key begins with "locklab:", is longer than that, and has at most 512 bytes. No
/// scenario may name other keys.
bool is_key_of_the_lab(std::string_view key);
/// Reads a key, and complains unless it belongs to the lab.
void read_key(TableReader& table, std::string_view field, std::string& into);

/// The list under a key; nullptr if the key is missing or, with a complaint, no list.
const Value* list_of_tables(TableReader& root, std::string_view key);

std::vector<std::string_view> client_names(const Scenario& scenario);
std::vector<std::string_view> node_names(const Scenario& scenario);

}  // namespace locklab::sim
