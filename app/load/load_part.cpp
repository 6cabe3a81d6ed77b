#include "app/load/load_part.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::int64_t us_of_a_second = 1'000'000;
/// Latest time in seconds; in microseconds it fits in 64 bits.
constexpr double latest_s = 4e12;

std::optional<double> decimal_in(std::string_view text) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || !(number >= 0) || number > latest_s) return std::nullopt;
  return number;
}

/// Consumes a number of exactly `digits` digits.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  unsigned number = 0;  // "-0" is none
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, number);
  if (error != std::errc{} || end != text.data() + digits) return std::nullopt;
  text.remove_prefix(digits);
  return static_cast<int>(number);
}

bool take(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

/// Offset from UTC in seconds, as written at the end of a time: "Z", "+01:00".
std::optional<int> zone_in(std::string_view text) {
  if (text == "Z" || text == "z") return 0;
  const bool west = text.starts_with('-');
  if (!take(text, "+-")) return std::nullopt;
  const auto hours = take_digits(text, 2);
  if (!hours || !take(text, ":")) return std::nullopt;
  const auto minutes = take_digits(text, 2);
  if (!minutes || !text.empty() || *hours > 23 || *minutes > 59) return std::nullopt;
  const int seconds = *hours * 3'600 + *minutes * 60;
  return west ? -seconds : seconds;
}

std::optional<std::int64_t> rfc3339_in(std::string_view text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, "-")) return std::nullopt;
  const auto month = take_digits(text, 2);
  if (!month || !take(text, "-")) return std::nullopt;
  const auto day = take_digits(text, 2);
  if (!day || !take(text, "Tt ")) return std::nullopt;
  const auto hour = take_digits(text, 2);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_digits(text, 2);
  if (!minute || !take(text, ":")) return std::nullopt;
  const auto second = take_digits(text, 2);
  if (!second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  double fraction = 0;
  if (text.starts_with('.')) {
    const std::size_t end = text.find_first_not_of("0123456789", 1);
    const auto number = decimal_in("0" + std::string(text.substr(0, end)));
    if (!number || end == 1 || end == std::string_view::npos) return std::nullopt;
    fraction = *number;
    text.remove_prefix(end);
  }
  const auto zone = zone_in(text);
  if (!zone) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t seconds = ((days * 24 + *hour) * 60 + *minute) * 60 + *second - *zone;
  return seconds * us_of_a_second + std::llround(fraction * 1e6);
}

/// Parses a start relative to now: "+5s", "+1.5s", "+500ms".
std::optional<std::int64_t> from_now_in(std::string_view text) {
  if (!take(text, "+")) return std::nullopt;
  const bool milliseconds = text.ends_with("ms");
  if (!text.ends_with("s")) return std::nullopt;
  const auto number = decimal_in(text.substr(0, text.size() - (milliseconds ? 2 : 1)));
  if (!number) return std::nullopt;
  return std::llround(*number * (milliseconds ? 1e3 : 1e6));
}

}  // namespace

std::variant<StartTime, sim::Problem> parse_start(std::string_view text) {
  if (const auto later = from_now_in(text)) return StartTime{*later, true};
  if (const auto seconds = decimal_in(text)) return StartTime{std::llround(*seconds * 1e6), false};
  if (const auto time = rfc3339_in(text)) return StartTime{*time, false};
  return sim::Problem{
      "--start-at", 0, 0, say("'{}' is not a time", printable(text)),
      say("write for example: {}", "2026-11-25T10:00:00Z, 1795600800 (date +%s), +10s")};
}

std::string rfc3339(std::int64_t unix_us) {
  const std::chrono::sys_time<std::chrono::microseconds> time{std::chrono::microseconds(unix_us)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::int64_t ms = (time - day).count() / 1'000;
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     ms / 3'600'000, ms / 60'000 % 60, ms / 1'000 % 60, ms % 1'000);
}

}  // namespace locklab::app
