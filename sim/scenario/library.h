// The sources of scenarios: a file named by the user, a folder that a teacher may edit, or the
// program itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/scenario/read_scenario.h"

namespace locklab::sim {

/// A scenario's text, found by name.
struct ScenarioText {
  std::string name;  ///< "F12_redlock_clock_jump", or the path of a file as it was given
  std::string file;  ///< path, for messages
  std::string text;
};

/// A scenario in a list.
struct ScenarioEntry {
  std::string name;
  std::string title;
  std::string failure;
  std::string strategy;
  std::vector<VariationName> variations;
  std::optional<Problem> problem;  ///< set if its file is invalid; then only `name` is set besides
};

class Library {
 public:
  /// `assets` is a folder that contains a folder "scenarios", or empty. Its scenarios replace
  /// embedded ones of the same name.
  explicit Library(std::string assets = {});

  /// Finds a scenario by the path of its file (ending in ".toml"), by its name, or by a unique
  /// prefix of its name.
  std::variant<ScenarioText, Problem> find(std::string_view name) const;

  /// All scenarios, from the folder and embedded, sorted by name.
  std::vector<ScenarioEntry> list() const;

 private:
  std::vector<std::string> names() const;
  std::variant<ScenarioText, Problem> open(const std::string& name) const;

  std::string folder_;
};

}  // namespace locklab::sim
