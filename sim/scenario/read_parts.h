// The parts of a scenario's tree, each read by a function of its own into a Scenario. read_scenario
// puts them together; the tree comes from with_measures, so clients and nodes are lists of tables
// with names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lock/strategy.h"
#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace locklab::sim {

// How far a clock may be set wrong, or jump, and how wrong it may run.
inline constexpr TimeRange a_year{-365 * 24h, 365 * 24h};
inline constexpr std::int64_t most_drift_ppm = 500'000;

/// Everything in LockConfig but its nodes. Defaults that hang on the strategy come from `strategy`
/// (may be null).
void read_lock(TableReader& root, LockConfig& lock, const Strategy* strategy);

// In this order: later parts name earlier ones.
void read_clients(TableReader& root, Scenario& scenario);
void read_nodes(TableReader& root, Scenario& scenario);
void read_links(TableReader& root, Scenario& scenario);
void read_faults(TableReader& root, Scenario& scenario);

Expectation read_expectation(const Value& table, const Scenario& scenario, Complaints& complaints);

/// Whether that may be a key in Redis: it begins with "locklab:", so that the lab never touches
/// anybody else's.
bool is_key_of_the_lab(std::string_view key);
/// A key that is one of the lab's.
void read_key(TableReader& table, std::string_view field, std::string& into);

std::vector<std::string_view> client_names(const Scenario& scenario);
std::vector<std::string_view> node_names(const Scenario& scenario);

}  // namespace locklab::sim
