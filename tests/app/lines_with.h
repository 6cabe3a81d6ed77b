// Selects the relevant lines of long output, or of output that varies from run to run.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::test {

/// The lines of `text` that contain `part`.
inline std::vector<std::string> lines_with(std::string_view part, const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != line.npos) found.push_back(line);
  return found;
}

}  // namespace locklab::test
