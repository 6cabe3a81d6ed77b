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

/// The text with sentences that were wrapped for a terminal, and go on indented by four spaces, on
/// one line again.
inline std::string unwrapped(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); all += '\n') {
    if (line.starts_with("    ") && line.find_first_not_of(' ') == 4 && !all.empty()) {
      all.pop_back();
      const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
      line.replace(0, 4, is_ascii(all.back()) || is_ascii(line[4]) ? " " : "");
    }
    all += line;
  }
  return all;
}

}  // namespace locklab::test
