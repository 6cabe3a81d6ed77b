// What a user can set of a run by hand, and the run that comes of it: the same scenario with its
// settings, clients or nodes changed. A run is its name, so each change is one more branch, which
// can be undone, mailed and saved.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

enum class SettingKind : std::uint8_t { milliseconds, whole, yes_no, word };

/// One setting of the lock or of the world, as a scenario file calls it.
struct Setting {
  std::string_view key;      ///< "ttl_ms"; its label is the text "setup.ttl_ms"
  std::string_view meaning;  ///< in one line of English, which has its Chinese
  SettingKind kind = SettingKind::milliseconds;
  double number = 0;                        ///< milliseconds, whole; yes_no: 0 or 1
  std::string_view word;                    ///< kind word
  std::span<const std::string_view> words;  ///< kind word: what it may be
  bool changed = false;                     ///< it is not as the story tells it
};

/// Those that the strategy of the run reads, the common ones first.
std::vector<Setting> settings_of(const ShownRun& run);

/// The name of the run with one setting changed. What is as the story tells it is no change.
std::string with_setting(const ShownRun& run, const Setting& setting);
std::string with_clients(const ShownRun& run, const std::vector<sim::ClientSpec>& clients);
std::string with_nodes(const ShownRun& run, const std::vector<sim::NodeSpec>& nodes);
std::string with_strategy(const ShownRun& run, std::string_view strategy);
std::string with_seed(const ShownRun& run, std::uint64_t seed);

/// The name of the run as the story tells it: nothing set, nothing broken.
std::string as_told(const ShownRun& run);
/// Something was set or broken by hand.
bool changed_by_hand(const ShownRun& run);

/// Whoever joins next: like the last one, with a name that is free.
sim::ClientSpec next_client(const sim::Scenario& scenario);
sim::NodeSpec next_node(const sim::Scenario& scenario);

}  // namespace locklab::app
