// Numbers that a test takes from its environment: a seed to repeat, how long to look.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace locklab {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

}  // namespace locklab
