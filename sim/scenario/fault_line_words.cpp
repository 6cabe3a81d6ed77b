#include "sim/scenario/fault_line_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace locklab::sim {

using Words = std::vector<std::string>;

namespace {

/// Far more than a fault may have, so that its range is told and not its grammar: 317 years in us.
constexpr std::int64_t most_parts = 10'000'000'000'000'000;

}  // namespace

std::optional<std::uint32_t> whole_in(std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> parts_in(std::string_view digits, std::int64_t of_one) {
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  std::string_view fraction = digits.substr(std::min(point + 1, digits.size()));
  std::int64_t whole = 0;
  const char* const whole_end = digits.data() + point;
  const auto [end, error] = std::from_chars(digits.data(), whole_end, whole);
  if (error != std::errc{} || end != whole_end || digits.starts_with('-')) return std::nullopt;
  if (whole > most_parts / of_one) return std::nullopt;
  std::int64_t parts = whole * of_one;
  if (point < digits.size() && fraction.empty()) return std::nullopt;
  for (std::int64_t worth = of_one; !fraction.empty(); fraction.remove_prefix(1)) {
    const char digit = fraction.front();
    worth /= 10;
    if (digit < '0' || digit > '9' || (worth == 0 && digit != '0')) return std::nullopt;
    parts += (digit - '0') * worth;
  }
  return negative ? -parts : parts;
}

std::optional<Duration> time_in(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> units{
      {{"ms", 1'000}, {"us", 1}, {"s", 1'000'000}}};
  for (const auto& [unit, in_us] : units) {
    if (!word.ends_with(unit)) continue;
    const auto parts = parts_in(word.substr(0, word.size() - unit.size()), in_us);
    return parts ? std::optional(Duration(*parts)) : std::nullopt;
  }
  return std::nullopt;
}

namespace {

/// Adds a key=value pair: "ppm=10000" as "10000ppm", "for_ms=20" as "for" and "20ms",
/// "command=EVAL" as "EVAL".
void add_field(std::string_view key, std::string_view value, Words& words) {
  std::string text(value);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  if (key == "ms") return words.push_back(text + "ms");
  if (key == "ppm") return words.push_back(text + "ppm");
  if (key == "power" || key == "untold") {
    if (text == "true") words.emplace_back(key);
    return;
  }
  const bool in_ms = key.ends_with("_ms");
  if (in_ms) key.remove_suffix(3);
  static constexpr std::array<std::string_view, 6> alone{"count", "command", "direction",
                                                         "why",   "client",  "node"};
  if (std::find(alone.begin(), alone.end(), key) == alone.end()) words.emplace_back(key);
  words.push_back(in_ms ? text + "ms" : text);
}

}  // namespace

Words words_of_fault_line(std::string_view line) {
  Words words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      words.emplace_back(word);
    } else {
      add_field(word.substr(0, equals), word.substr(equals + 1), words);
    }
  }
}

}  // namespace locklab::sim
