#include "sim/trace/time_words.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

namespace locklab::sim {

namespace {

/// Removes trailing zeros from the decimals.
std::string without_zeros(std::string digits) {
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

}  // namespace

std::string ms_number(std::int64_t us) {
  const bool negative = us < 0;
  const std::uint64_t size =
      negative ? 0 - static_cast<std::uint64_t>(us) : static_cast<std::uint64_t>(us);
  const std::string sign = negative ? "-" : "";
  return sign + without_zeros(fmt::format("{}.{:03}", size / 1000, size % 1000));
}

std::string as_ms(std::int64_t us) { return ms_number(us) + " ms"; }

std::string about_ms(std::int64_t us) {
  const std::int64_t step = us != 0 && us > -1000 && us < 1000 ? 100 : 1000;
  const std::int64_t steps = (us + (us < 0 ? -step : step) / 2) / step;
  return as_ms(steps == 0 && us != 0 ? (us < 0 ? -step : step) : steps * step);
}

std::string as_span(std::int64_t us) {
  constexpr std::int64_t second = 1'000'000, hour = 3600 * second;
  if (us >= hour && us % hour == 0) return fmt::format("{} h", us / hour);
  if (us < 10 * second) return as_ms(us);
  return without_zeros(fmt::format("{}.{:02}", us / second, us / 10'000 % 100)) + " s";
}

std::string time_of_day(std::int64_t us_since_1970) {
  const auto seconds = static_cast<std::time_t>(us_since_1970 / 1'000'000);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}.{:03} UTC", fmt::gmtime(seconds),
                     us_since_1970 / 1'000 % 1'000);
}

std::string as_percent(std::int64_t ppm) {
  return without_zeros(fmt::format("{}.{:04}", ppm / 10'000, ppm % 10'000)) + " %";
}

}  // namespace locklab::sim
