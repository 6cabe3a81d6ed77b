// Numbers from a test's environment, such as a seed to repeat or the time for a search.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace locklab {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

}  // namespace locklab
