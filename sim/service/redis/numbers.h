// Redis's own idea of what an integer is, and of when two words are the same option.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace locklab::sim {

/// Strict, as Redis reads integers: no blanks, no '+', no leading zeros, no "-0", and 64 bits at
/// most.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// Whether `word` is `lower` (given in lower case) when case does not count. Only ASCII letters
/// have case.
bool same_word(std::string_view word, std::string_view lower);

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

/// Rounds towards the past, also before the epoch.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}

}  // namespace locklab::sim
