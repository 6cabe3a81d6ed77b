// A Choice that rolls dice: the same seed gives the same picks on every machine.
#pragma once

#include <cstdint>

#include "sim/wire/choice.h"

namespace locklab::sim {

/// A splitmix64 stream (Steele, Lea, Flood 2014): small, fast and the same everywhere.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// The generator's state, which determines all later numbers.
  std::uint64_t state() const { return state_; }

  /// Uniform in 0 .. below-1 (multiply-shift; the bias is below 2^-32 for the ranges used here).
  std::uint64_t below(std::uint64_t below) {
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * below) >> 64);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  std::uint64_t state_;
};

class Dice : public Choice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}
  unsigned pick(unsigned options, const char*) override {
    return static_cast<unsigned>(bits_.below(options));
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t, const char*) override {
    return bits_.below(most + 1);
  }

 private:
  RandomBits bits_;
};

}  // namespace locklab::sim
