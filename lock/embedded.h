// Files of the project that are part of the program's own text, embedded at build time by
// assets/embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace locklab::embedded {

struct File {
  std::string_view path;  ///< relative to the project's folder
  std::string_view sha1;  ///< of its bytes, 40 lower-case hexadecimal digits
  std::string_view text;
};

std::span<const File> lua();         ///< assets/lua/*.lua
std::span<const File> scenarios();   ///< assets/scenarios/*.toml (in locklab::sim)
std::span<const File> i18n();        ///< assets/i18n/*.json (in the program)
std::span<const File> lessons();     ///< assets/lessons/{en,zh}/*.md (in the program)
std::span<const File> challenges();  ///< assets/challenges/*.toml (in the program)
std::span<const File> page();        ///< assets/page/*: an exported page's frame, style and script
std::span<const File> sources();     ///< the strategies' own C++ (in the program)

}  // namespace locklab::embedded
