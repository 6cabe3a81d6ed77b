// A run's name: one line that gives another person the same run.
//
//   F12_redlock_clock_jump/saved#1a2b3c4d seed=7 strategy=redlock set={ttl_ms=100} fault={at_ms=61,
//   ...}
//
// The parts after the scenario's are written in this order, but read in any; all of them are
// optional, and fault= may be repeated. `set` is an override (sim/scenario/measure.h), `fault` one
// more [[fault]], both as TOML on one line. A scenario's name with spaces, a '#', a quote or a
// backslash is put in double quotes, with a backslash before each quote and backslash in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/library.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

/// The columns of a name, from 1, where its changes begin, for messages. Ignored in comparisons;
/// unset in a name that nobody typed.
struct ChangePlaces {
  std::uint32_t set = 0;              ///< 0 if unknown
  std::vector<std::uint32_t> faults;  ///< in order
  bool operator==(const ChangePlaces&) const { return true; }
};

struct RunName {
  std::string scenario;               ///< name, or path of a file
  std::string variation;              ///< empty for the base
  std::optional<std::uint32_t> hash;  ///< of the scenario's text when the name was made
  Changes changes;
  ChangePlaces places;
  bool operator==(const RunName&) const = default;
};

std::variant<RunName, Problem> parse_run_name(std::string_view line);

/// Formats the name. Parsing the text gives the same RunName, if its changes are as parse_run_name
/// returns them.
std::string to_string(const RunName& run);

/// A scenario ready to run, with its full name.
struct OpenedRun {
  Scenario scenario;
  RunName name;                    ///< with hash, seed and the scenario's full name
  std::vector<Sentence> warnings;  ///< for the user, such as a changed file
};

std::variant<OpenedRun, Problem> open_run(const Library& library, const RunName& run);

/// The text of a scenario file that gives the same run (see scenario_as_file).
std::variant<std::string, Problem> run_as_file(const Library& library, const RunName& run,
                                               const Expectation& expect,
                                               const std::optional<StoryText>& story = {});

}  // namespace locklab::sim
