// The random token of an acquisition, which distinguishes each hold from every other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace locklab {

/// 128 random bits as 32 lower-case hexadecimal digits, new for every attempt, and the attempt's
/// number.
struct Token {
  std::array<char, 32> hex{};
  /// Identifies this client's attempt, and the hold that it may become, in a trace: from 1, and
  /// rising. Never sent to a server.
  std::uint32_t acquisition = 0;

  std::string_view text() const { return {hex.data(), hex.size()}; }
  static Token from_bits(std::uint64_t high, std::uint64_t low, std::uint32_t acquisition);
};

}  // namespace locklab
