// Reads a scenario's file into a Scenario, or finds what is wrong with it, where, and what to write
// instead. The whole file is checked, with all its variations, whichever of them is wanted.
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

/// A run's changes of its scenario: the part of the run's name after the scenario's. The file stays
/// as it is.
struct Changes {
  std::optional<std::uint64_t> seed;
  std::string strategy;  ///< id; empty: the scenario's
  std::string set;  ///< a measure (sim/scenario/measure.h) as TOML: "{ttl_ms=100}"; may be empty
  std::vector<std::string>
      faults;  ///< more faults, each as TOML: "{at_ms=61, crash={client=\"alice\"}}"
  bool operator==(const Changes&) const = default;
};

/// How problems name the text of a fault in Changes: "fault", or "fault 2" of several.
std::string name_of_added_fault(std::size_t index, std::size_t count);

/// Reads the scenario in `text`, or its variation `variation`. `file` is the origin of the text:
/// its last part without ".toml" is the scenario's name. With a strategy other than its own, the
/// scenario loses its expectations.
std::variant<Scenario, Problem> read_scenario(std::string_view text, std::string_view file,
                                              std::string_view variation = {},
                                              const Changes& changes = {});

/// The text of a file for the same scenario alone, with the variation and the changes written into
/// it, and without other variations. It expects of the properties what `expect` says, and tells
/// `story` (none: the scenario's own).
std::variant<std::string, Problem> scenario_as_file(std::string_view text, std::string_view file,
                                                    std::string_view variation,
                                                    const Changes& changes,
                                                    const Expectation& expect,
                                                    const std::optional<StoryText>& story = {});

/// The scenario's name from the name of its file: "F12_redlock_clock_jump" of
/// "assets/scenarios/F12_redlock_clock_jump.toml".
std::string scenario_name(std::string_view file);

/// The hash that stands for a text's content in the name of a run.
std::uint64_t content_hash(std::string_view text);

}  // namespace locklab::sim
