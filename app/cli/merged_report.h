// Merges the reports of a sharded search into one.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// A file with reports as printed by `explore --format json`: one, or one per line.
struct ReportFile {
  std::string name;
  std::string text;
};

/// Parses a report's JSON; nullopt if the text is not JSON, or is nested deeper than any report.
std::optional<nlohmann::ordered_json> parsed(const std::string& text);

struct MergedReport {
  std::string json;  ///< one object, much as explore prints it, with the reports of its parts
  /// The exit status, by the rules of explore: `exit_as_expected` if all parts are present and were
  /// searched to the end, nothing is broken, and some fault struck while a client acquired, held or
  /// released (or no fault was allowed).
  int status = 0;
};

/// Merges the reports. The files are not trusted: each field is checked before use.
std::variant<MergedReport, sim::Problem> merge_reports(const std::vector<ReportFile>& files);

}  // namespace locklab::app
