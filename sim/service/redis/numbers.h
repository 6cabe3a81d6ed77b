// Redis's own rules for integers, and for comparing option names.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace locklab::sim {

/// Parses an integer as strictly as Redis: no blanks, no '+', no leading zeros, no "-0", at most 64
/// bits.
std::optional<std::int64_t> parse_integer(std::string_view text);

constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr char to_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

/// Whether `word` equals `lower` (in lower case), ignoring the case of ASCII letters.
constexpr bool same_word(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (to_lower(word[i]) != lower[i]) return false;
  return true;
}

/// Rounds down, also for a negative `a`. `b` > 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && a < 0 ? 1 : 0);
}

}  // namespace locklab::sim
