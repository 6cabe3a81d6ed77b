// A run that the command line names, with the changes that options make to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/scenario/run_name.h"

namespace locklab::app {

/// What --strategy, --seed and --set change.
struct RunChanges {
  std::optional<std::string> strategy;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> set;  ///< "key=value"

  bool any() const { return strategy || seed || !set.empty(); }
};

/// The run that `line` names (file_or_name(), with or without a moment), with these changes.
std::variant<sim::RunName, sim::Problem> named_run(const std::string& line,
                                                   const RunChanges& changes);

}  // namespace locklab::app
