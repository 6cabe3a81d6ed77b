#include "app/words/time_words.h"

#include <charconv>
#include <cmath>

namespace locklab::app {

namespace {

constexpr struct {
  std::string_view unit;
  double us;
} units[] = {{"", 1e3},   {"ms", 1e3},   {"毫秒", 1e3}, {"s", 1e6},
             {"秒", 1e6}, {"us", 1},     {"µs", 1},     {"μs", 1},  // micro sign, Greek mu
             {"微秒", 1}, {"min", 60e6}, {"分钟", 60e6}};

std::string_view trimmed(std::string_view words) {
  while (!words.empty() && words.front() == ' ') words.remove_prefix(1);
  while (!words.empty() && words.back() == ' ') words.remove_suffix(1);
  return words;
}

}  // namespace

std::optional<double> read_time(std::string_view words) {
  words = trimmed(words);
  double number = 0;
  const auto [end, error] =
      std::from_chars(words.data(), words.data() + words.size(), number, std::chars_format::fixed);
  if (error != std::errc{} || !std::isfinite(number) || number < 0 || std::signbit(number))
    return std::nullopt;
  words.remove_prefix(static_cast<std::size_t>(end - words.data()));
  words = trimmed(words);
  for (const auto& [unit, us] : units)
    if (words == unit) return number * us;
  return std::nullopt;
}

}  // namespace locklab::app
