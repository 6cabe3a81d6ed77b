// An acquisition's random token: what makes one hold different from every other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace locklab {

/// 128 random bits as 32 lower-case hexadecimal digits, new for every attempt, and the attempt's
/// number.
struct Token {
  std::array<char, 32> hex{};
  /// This client's attempts counted from 1: the name of the hold in a trace. Not sent to anyone.
  std::uint32_t acquisition = 0;

  std::string_view text() const { return {hex.data(), hex.size()}; }
  static Token from_bits(std::uint64_t high, std::uint64_t low, std::uint32_t acquisition);
};

}  // namespace locklab
