#include "lock/token.h"

namespace locklab {

Token Token::from_bits(std::uint64_t high, std::uint64_t low, std::uint32_t acquisition) {
  static constexpr char digits[] = "0123456789abcdef";
  Token token;
  token.acquisition = acquisition;
  for (std::size_t i = 0; i < 16; ++i) {
    token.hex[15 - i] = digits[(high >> (4 * i)) & 15];
    token.hex[31 - i] = digits[(low >> (4 * i)) & 15];
  }
  return token;
}

}  // namespace locklab
