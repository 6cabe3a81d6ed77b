// Project files inside the program: assets/embed.cmake embeds them at build time.
#pragma once

#include <span>
#include <string_view>

namespace locklab::embedded {

struct File {
  std::string_view path;  ///< relative to the project's folder
  std::string_view sha1;  ///< of its bytes, 40 lower-case hexadecimal digits
  std::string_view text;
};

std::span<const File> scenarios();  ///< assets/scenarios/*.toml

}  // namespace locklab::embedded
