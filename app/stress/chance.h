// Random choice of the lock that a client acquires next. A seed gives each client the same sequence
// of locks in every run.
#pragma once

#include <cstdint>

#include "app/load/stress_work.h"

namespace locklab::app {

class Chance {
 public:
  Chance(std::uint64_t seed, std::uint32_t client) : state_(seed * 0x9e3779b97f4a7c15u + client) {}

  /// Uniform 64 bits (splitmix64: Steele, Lea and Flood 2014).
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, 1).
  double part() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

class KeyPicker {
 public:
  KeyPicker(KeyChoice choice, std::uint64_t keys);
  /// Number of the client's next lock, from 0.
  std::uint64_t pick(std::uint32_t client, Chance& chance) const;
  std::uint64_t keys() const { return keys_; }

 private:
  std::uint64_t zipf(Chance& chance) const;

  KeyChoice choice_;
  std::uint64_t keys_;
  double first_ = 0;  ///< for zipf: bounds of the logarithms drawn, and the shortcut's threshold
  double last_ = 0;
  double close_ = 0;
};

}  // namespace locklab::app
