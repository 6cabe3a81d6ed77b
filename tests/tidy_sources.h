// The project's sources as lines of text, for the tidy tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace tidy {

struct Source {
  std::string path;  ///< relative to the project's folder
  std::vector<std::string> lines;
};

inline std::vector<Source> read_sources(const std::vector<std::string>& folders,
                                        const std::set<std::string>& extensions) {
  std::vector<Source> all;
  const std::filesystem::path root = LOCKLAB_SOURCE_DIR;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (!extensions.contains(entry.path().extension())) continue;
      Source source{std::filesystem::relative(entry.path(), root).string(), {}};
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) source.lines.push_back(line);
      all.push_back(std::move(source));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Source& a, const Source& b) { return a.path < b.path; });
  return all;
}

/// All C++ sources of the project.
inline const std::vector<Source>& sources() {
  static const std::vector<Source> all =
      read_sources({"app", "lock", "sim", "tests"}, {".cpp", ".h"});
  return all;
}

inline bool under(const Source& source, const std::string& folder) {
  return source.path.starts_with(folder + "/");
}

/// "lock/env.h:12: the line": the place of a finding.
inline std::string where(const Source& source, std::size_t line) {
  return source.path + ":" + std::to_string(line + 1) + ": " + source.lines[line];
}

/// The line without its comment and without the text of its string literals.
inline std::string code_of(std::string line) {
  static const std::regex literal(R"("(\\.|[^"\\])*")");
  line = std::regex_replace(line, literal, "\"\"");
  return line.substr(0, line.find("//"));
}

/// The project header that a line includes, such as "lock/env.h"; empty if there is none. A quoted
/// path outside the layers, such as "../env.h", counts too.
inline std::string included(const std::string& line) {
  static const std::regex include(
      R"re(^\s*#\s*include\s*(?:"([^"]+)"|<((?:lock|sim|app|tests)/[^>]+)>))re");
  std::smatch match;
  if (!std::regex_search(line, match, include)) return "";
  return match[1].matched ? match[1].str() : match[2].str();
}

}  // namespace tidy
