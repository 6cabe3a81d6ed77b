// The sources of scenarios: a file that a user names, a folder that a teacher may edit, or the
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
  std::string file;  ///< for messages
  std::string text;
};

/// A scenario in a list.
struct ScenarioEntry {
  std::string name;
  std::string title;
  std::string failure;
  std::string strategy;
  std::vector<VariationName> variations;
  std::optional<Problem> problem;  ///< set if its file is wrong; then only `name` is set too
};

class Library {
 public:
  /// `assets` is a folder with a folder "scenarios" in it, or empty. Its scenarios replace embedded
  /// ones of the same name.
  explicit Library(std::string assets = {});

  /// Finds a scenario by the path of its file (which ends with ".toml"), by its name, or by a
  /// prefix of its name that no other has.
  std::variant<ScenarioText, Problem> find(std::string_view name) const;

  /// All scenarios of the folder and the embedded ones, by name.
  std::vector<ScenarioEntry> list() const;

 private:
  std::vector<std::string> names() const;
  std::variant<ScenarioText, Problem> open(const std::string& name) const;

  std::string folder_;
};

}  // namespace locklab::sim
