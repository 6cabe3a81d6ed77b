// Reads a scenario's file into a Scenario, or reports what is wrong with it, where, and what to
// write instead. The whole file is always checked, with all its variations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

/// The largest size of a scenario's file, in bytes.
inline constexpr std::uint64_t largest_scenario_file = std::uint64_t{1} << 20;

/// A run's changes to its scenario: the part of the run's name after the scenario. The file is not
/// modified.
struct Changes {
  std::optional<std::uint64_t> seed;
  std::string strategy;  ///< id; empty for the scenario's own
  std::string set;  ///< an override (sim/scenario/measure.h) as TOML: "{ttl_ms=100}"; may be empty
  std::vector<std::string>
      faults;  ///< more faults, each as TOML: "{at_ms=61, crash={client=\"alice\"}}"
  bool operator==(const Changes&) const = default;
};

/// How problems refer to the text of a fault in Changes: "fault", or "fault 2" if there are
/// several.
std::string name_of_added_fault(std::size_t index, std::size_t count);

/// Reads the scenario in `text`, or its variation `variation`. `file` is the origin of the text:
/// its last part without ".toml" is the scenario's name. With another strategy than its own, the
/// scenario loses its expectations.
std::variant<Scenario, Problem> read_scenario(std::string_view text, std::string_view file,
                                              std::string_view variation = {},
                                              const Changes& changes = {});

/// The text of a file with the same scenario alone: the variation and the changes are written into
/// it, and other variations are omitted. It expects the verdicts of `expect`, and its texts are
/// `story` (nullopt for the scenario's own).
std::variant<std::string, Problem> scenario_as_file(std::string_view text, std::string_view file,
                                                    std::string_view variation,
                                                    const Changes& changes,
                                                    const Expectation& expect,
                                                    const std::optional<StoryText>& story = {});

/// The scenario's name from the name of its file: "F12_redlock_clock_jump" for
/// "assets/scenarios/F12_redlock_clock_jump.toml".
std::string scenario_name(std::string_view file);

/// The hash of a scenario's text. A run's name contains its low 32 bits.
std::uint64_t content_hash(std::string_view text);

}  // namespace locklab::sim
