// The settings of a run that a user can change, and the run with the change: the same scenario with
// other settings, clients or nodes. A run is its name, so each change is one more branch, which can
// be undone, mailed and saved.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

enum class SettingKind : std::uint8_t { milliseconds, whole, yes_no, word };

/// A setting of the lock or of the world, with its name in scenario files.
struct Setting {
  std::string_view key;      ///< "ttl_ms"; its label is the text "setup.ttl_ms"
  std::string_view meaning;  ///< one line of English, which the catalogue translates
  SettingKind kind = SettingKind::milliseconds;
  double number = 0;                        ///< milliseconds or whole; yes_no: 0 or 1
  std::string_view word;                    ///< value, if kind is word
  std::span<const std::string_view> words;  ///< valid values, if kind is word
  bool changed = false;                     ///< differs from the scenario
};

/// The settings of the network and those that the run's strategy reads, the common ones first.
std::vector<Setting> settings_of(const ShownRun& run);

/// The settings that a user has changed, without those that changed as a consequence, as the drift
/// allowance does with the lease. If the user has set none of them, all that differ.
std::vector<Setting> chosen_settings(const ShownRun& run);

/// The name of the run with one setting changed. With the scenario's own lock, a value equal to the
/// scenario's is omitted from the name.
std::string with_setting(const ShownRun& run, const Setting& setting);
std::string with_clients(const ShownRun& run, const std::vector<sim::ClientSpec>& clients);
std::string with_nodes(const ShownRun& run, const std::vector<sim::NodeSpec>& nodes);
/// Nodes with better than default guarantees: their keys expire by a clock that cannot be set, or
/// every write is synced before it is acknowledged.
enum class BetterNodes : std::uint8_t { steady_clocks, synced };
Sentence words_of(BetterNodes better);
std::vector<sim::NodeSpec> with_better_nodes(std::vector<sim::NodeSpec> nodes, BetterNodes better);
/// The name of the run with such nodes; empty if its nodes are such already.
std::string with_better_nodes(const ShownRun& run, BetterNodes better);
std::string with_strategy(const ShownRun& run, std::string_view strategy);
std::string with_seed(const ShownRun& run, std::uint64_t seed);

/// The name of the run as the scenario defines it, without any changes or added faults.
std::string as_told(const ShownRun& run);
/// Whether the user has changed settings, clients or nodes, or added a fault.
bool changed_by_hand(const ShownRun& run);

/// The next client or node to add: like the last one, with a free name.
sim::ClientSpec next_client(const sim::Scenario& scenario);
sim::NodeSpec next_node(const sim::Scenario& scenario);

}  // namespace locklab::app
