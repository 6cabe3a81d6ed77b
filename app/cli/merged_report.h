// The parts of a search, put together as if one machine had made it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// A file with reports as `explore --format json` prints them: one, or one a line.
struct ReportFile {
  std::string name;
  std::string text;
};

struct MergedReport {
  std::string json;   ///< one object, as explore prints it
  bool held = false;  ///< all parts are there, were searched to their end, and found nothing
};

/// Nothing is believed of the files: each field is looked at before it is used.
std::variant<MergedReport, sim::Problem> merge_reports(const std::vector<ReportFile>& files);

}  // namespace locklab::app
