// Random bits from the kernel, fetched in blocks, because a system call for each token would be a
// considerable part of a lock's cost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace locklab::redis {

class RandomSource {
 public:
  /// Whether the kernel provides random bits; once it has, it always will.
  static bool works();

  /// 64 fresh random bits. Requires works().
  std::uint64_t bits();
  /// A number 0 .. below-1, uniform up to a bias of `below` in 2^64. `below` >= 1.
  std::uint64_t below(std::uint64_t below) { return bits() % below; }

 private:
  std::array<std::uint64_t, 32> store_{};
  std::size_t left_ = 0;
};

}  // namespace locklab::redis
