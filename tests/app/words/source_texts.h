// The string literals of the project's sources, for tests of every text that it can show.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::test {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Calls see(path, text) for every .cpp and .h file in these folders.
template <class See>
void for_every_source(std::initializer_list<const char*> folders, See see) {
  namespace fs = std::filesystem;
  for (const char* folder : folders)
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(LOCKLAB_SOURCE_DIR) / folder))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        see(entry.path().string(), text_of(entry.path()));
}

/// The string literals right after each `call`, adjacent ones joined. Skips matches that continue a
/// word or follow "." or "->".
inline std::vector<std::string> literals_after(std::string_view call, std::string_view code) {
  std::vector<std::string> found;
  for (std::size_t at = code.find(call); at != code.npos; at = code.find(call, at)) {
    const char before = at == 0 ? ' ' : code[at - 1];
    const bool other = std::isalnum(static_cast<unsigned char>(before)) || before == '_' ||
                       before == '.' || before == '>';
    at += call.size();
    std::string literals;
    while ((at = std::min(code.find_first_not_of(" \n", at), code.size())) < code.size() &&
           code[at] == '"') {
      std::size_t end = at + 1;
      while (code[end] != '"') end += code[end] == '\\' ? 2 : 1;
      literals += nlohmann::json::parse(code.substr(at, end + 1 - at)).get<std::string>();
      at = end + 1;
    }
    if (!other && !literals.empty()) found.push_back(literals);
  }
  return found;
}

}  // namespace locklab::test
