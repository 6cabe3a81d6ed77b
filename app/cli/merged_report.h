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
  std::string json;  ///< one object, in the format of explore
  /// The same as explore's: `exit_as_expected` if all parts are present, were searched to the end,
  /// and found nothing.
  int status = 0;
};

/// Merges the reports. The files are not trusted: each field is checked before use.
std::variant<MergedReport, sim::Problem> merge_reports(const std::vector<ReportFile>& files);

}  // namespace locklab::app
