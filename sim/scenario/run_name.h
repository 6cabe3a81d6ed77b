// A run's name: one line that another person can paste, and gets the same run.
//
//   F12_redlock_clock_jump/saved#1a2b3c4d seed=7 strategy=redlock set={ttl_ms=100} fault={at_ms=61,
//   ...}
//
// In this order, everything after the scenario optional; several fault= may follow. `set` is a
// measure (sim/scenario/measure.h), `fault` one more [[fault]], both as TOML on one line. A
// scenario whose name has spaces, a '#', a quote or a backslash stands in double quotes, with a
// backslash before each quote and backslash in it.
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

struct RunName {
  std::string scenario;               ///< name, or path of a file
  std::string variation;              ///< empty: the base
  std::optional<std::uint32_t> hash;  ///< of the scenario's text when the name was made
  Changes changes;
  bool operator==(const RunName&) const = default;
};

std::variant<RunName, Problem> parse_run_name(std::string_view line);

/// Parsing it gives the same RunName again, if its changes are as parse_run_name gives them.
std::string to_string(const RunName& run);

/// A scenario that is ready to run, and its full name.
struct OpenedRun {
  Scenario scenario;
  RunName name;                    ///< with hash and seed, the scenario's name written out
  std::vector<Sentence> warnings;  ///< what the user should know: the file is not what it was
};

std::variant<OpenedRun, Problem> open_run(const Library& library, const RunName& run);

/// The text of a scenario file that runs the same (see scenario_as_file).
std::variant<std::string, Problem> run_as_file(const Library& library, const RunName& run,
                                               const Expectation& expect);

}  // namespace locklab::sim
