#include "lock/token.h"

#include <bit>
#include <cstring>

namespace locklab {

namespace {

/// Turns four bytes into eight hexadecimal digits without a loop: spreads the nibbles to a byte
/// each, then adds the offset of a digit or a letter.
std::uint64_t spread(std::uint32_t half) {
  std::uint64_t x = half;
  x = (x | x << 16) & 0x0000ffff0000ffffu;
  x = (x | x << 8) & 0x00ff00ff00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
  const std::uint64_t letters = ((x + 0x0606060606060606u) >> 4) & 0x0101010101010101u;
  return x + 0x3030303030303030u + letters * ('a' - '0' - 10);
}

/// Writes the digits, the most significant first.
void put(char* to, std::uint64_t digits) {
  if constexpr (std::endian::native == std::endian::little) digits = __builtin_bswap64(digits);
  std::memcpy(to, &digits, sizeof digits);
}

}  // namespace

Token Token::from_bits(std::uint64_t high, std::uint64_t low, std::uint32_t acquisition) {
  Token token;
  token.acquisition = acquisition;
  put(token.hex.data(), spread(static_cast<std::uint32_t>(high >> 32)));
  put(token.hex.data() + 8, spread(static_cast<std::uint32_t>(high)));
  put(token.hex.data() + 16, spread(static_cast<std::uint32_t>(low >> 32)));
  put(token.hex.data() + 24, spread(static_cast<std::uint32_t>(low)));
  return token;
}

}  // namespace locklab
