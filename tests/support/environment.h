// Environment variables for random tests: a seed to repeat, other seeds, or more cases.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace locklab {

inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// Consecutive seeds.
struct RandomCases {
  std::uint64_t first, count;
  bool repeats;  ///< a single seed, named by the user
};

/// The cases of one of `blocks` tests that share `usual` cases. LOCKLAB_TIMES=n multiplies them by
/// n, LOCKLAB_FIRST_SEED=n begins there instead of at 1, LOCKLAB_SEED=n selects that case alone.
inline RandomCases random_cases(std::uint64_t usual, std::uint64_t block = 0,
                                std::uint64_t blocks = 1) {
  if (std::getenv("LOCKLAB_SEED")) return {from_environment("LOCKLAB_SEED", 1), 1, true};
  const std::uint64_t count = usual * from_environment("LOCKLAB_TIMES", 1) / blocks;
  return {from_environment("LOCKLAB_FIRST_SEED", 1) + count * block, count, false};
}

}  // namespace locklab
