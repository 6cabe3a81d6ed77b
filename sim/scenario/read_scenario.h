// From the text of a scenario's file to a Scenario, or to what is wrong with it, where, and what to
// write instead. A whole file is checked, with every variation of it, whichever of them is asked
// for.
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

/// In bytes.
inline constexpr std::uint64_t largest_scenario_file = std::uint64_t{1} << 20;

/// What a run changes of its scenario, without touching the file: what its name says after the
/// scenario's.
struct Changes {
  std::optional<std::uint64_t> seed;
  std::string strategy;  ///< id; empty: the scenario's
  std::string set;  ///< a measure (sim/scenario/measure.h) as TOML: "{ttl_ms=100}"; may be empty
  std::vector<std::string>
      faults;  ///< more faults, each as TOML: "{at_ms=61, crash={client=\"alice\"}}"
  bool operator==(const Changes&) const = default;
};

/// The scenario in `text`; with `variation` that one of it. `file` is where the text comes from:
/// its last part without ".toml" is the scenario's name. Another strategy than its own takes its
/// expectations away.
std::variant<Scenario, Problem> read_scenario(std::string_view text, std::string_view file,
                                              std::string_view variation = {},
                                              const Changes& changes = {});

/// The same scenario as the text of a file of its own, without its other variations: what the
/// variation and the changes say is written into it, and it expects what `expect` says of the
/// properties.
std::variant<std::string, Problem> scenario_as_file(std::string_view text, std::string_view file,
                                                    std::string_view variation,
                                                    const Changes& changes,
                                                    const Expectation& expect);

/// "F12_redlock_clock_jump" of "assets/scenarios/F12_redlock_clock_jump.toml".
std::string scenario_name(std::string_view file);

/// What stands for a text's content in the name of a run.
std::uint64_t content_hash(std::string_view text);

}  // namespace locklab::sim
