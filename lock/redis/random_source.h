// Random bits from the kernel, fetched some at a time: a system call for each token would be a part
// of what a lock costs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace locklab::redis {

class RandomSource {
 public:
  /// Whether the kernel gives any; once it has, it always does.
  static bool works();

  /// 64 bits that were given to nobody before. Only where it works().
  std::uint64_t bits();
  /// Evenly 0 .. below-1, but for less than `below` in 2^64. `below` >= 1.
  std::uint64_t below(std::uint64_t below) { return bits() % below; }

 private:
  std::array<std::uint64_t, 32> store_{};
  std::size_t left_ = 0;
};

}  // namespace locklab::redis
