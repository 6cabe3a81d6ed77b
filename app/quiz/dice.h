// The random numbers of a quiz: the same seed gives the same quiz on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace locklab::app {

/// SplitMix64. Distributions of the standard library differ between its implementations.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  /// A number below `n`, which is at least 1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }

  template <class T>
  void shuffle(std::vector<T>& all) {
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(i)]);
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace locklab::app
