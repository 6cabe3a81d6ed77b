// Where scenarios come from: a file that somebody names, a folder that a teacher may edit, or the
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

/// For lists.
struct ScenarioEntry {
  std::string name;
  std::string title;
  std::string failure;
  std::string strategy;
  std::vector<VariationName> variations;
  std::optional<Problem> problem;  ///< its file is wrong; then only `name` is set
};

class Library {
 public:
  /// `assets` is the folder in which a folder "scenarios" lies; empty: none. Its scenarios come
  /// before the embedded ones of the same name.
  explicit Library(std::string assets = {});

  /// By the path of a file (it ends with ".toml"), a name, or the beginning of a name if only one
  /// begins so.
  std::variant<ScenarioText, Problem> find(std::string_view name) const;

  /// All of the folder and the embedded ones, in order of their names.
  std::vector<ScenarioEntry> list() const;

 private:
  std::vector<std::string> names() const;
  std::variant<ScenarioText, Problem> open(const std::string& name) const;

  std::string folder_;
};

}  // namespace locklab::sim
