#include "sim/service/redis/numbers.h"

#include <limits>

namespace locklab::sim {

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.empty() || text.size() > 20) return std::nullopt;
  if (text == "0") return 0;
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.front() < '1' || text.front() > '9') return std::nullopt;

  std::uint64_t value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    // Only the last of twenty digits can cause an overflow.
    if (value >= std::numeric_limits<std::uint64_t>::max() / 10 &&
        value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10)
      return std::nullopt;
    value = value * 10 + digit;
  }
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  if (value > largest + (negative ? 1 : 0)) return std::nullopt;
  return negative ? static_cast<std::int64_t>(0 - value) : static_cast<std::int64_t>(value);
}

}  // namespace locklab::sim
