// The text of a file in /proc. The rest is missing if its process ends meanwhile.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace locklab::test {

inline std::string proc_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string text(64 * 1024, '\0');
  // Unlike iterators over its buffer, read() throws nothing.
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace locklab::test
