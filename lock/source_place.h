// A place in the source: the file and line of the caller, as a default argument. An alias of
// std::source_location if the compiler has it; clang 14 does not.
#pragma once

#include <cstdint>
#include <source_location>

namespace locklab {

#ifdef __cpp_lib_source_location
using SourcePlace = std::source_location;
#else
class SourcePlace {
 public:
  static constexpr SourcePlace current(const char* file = __builtin_FILE(),
                                       std::uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
  const char* file_name() const { return file_; }
  std::uint32_t line() const { return line_; }

 private:
  constexpr SourcePlace(const char* file, std::uint32_t line) : file_(file), line_(line) {}

  const char* file_;
  std::uint32_t line_;
};
#endif

}  // namespace locklab
