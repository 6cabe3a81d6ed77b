#include "sim/scenario/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

/// Removes a number and the character `then` after it (0 for none) from the front of `text`.
/// nullopt if `text` does not begin with them.
std::optional<std::uint32_t> take(std::string_view& text, char then) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (then == 0) return number;
  if (text.empty() || text.front() != then) return std::nullopt;
  text.remove_prefix(1);
  return number;
}

/// Parses "17:2/3"; returns false for anything else.
bool take_order(std::string_view& text, Schedule& schedule) {
  const auto decision = take(text, ':');
  const auto way = decision ? take(text, '/') : std::nullopt;
  const auto ways = way ? take(text, 0) : std::nullopt;
  if (!ways || *way < 2 || *way > *ways) return false;
  std::vector<Deviation>& orders = schedule.orders;
  if (!schedule.draws.empty() || (!orders.empty() && orders.back().decision >= *decision))
    return false;
  orders.push_back({*decision, *way - 1, *ways});
  return true;
}

/// Parses milliseconds with at most three decimals, as us.
std::optional<std::uint64_t> take_ms(std::string_view& text) {
  const auto whole = take(text, 0);
  if (!whole) return std::nullopt;
  std::uint64_t amount = std::uint64_t{*whole} * 1000;
  if (text.empty() || text.front() != '.') return amount;
  text.remove_prefix(1);
  const std::size_t digits = std::min(text.find(' '), text.size());
  constexpr std::uint64_t scale[] = {0, 100, 10, 1};
  const auto part = digits >= 1 && digits <= 3 ? take(text, 0) : std::nullopt;
  if (!part) return std::nullopt;
  return amount + *part * scale[digits];
}

/// Parses "3=9.5"; returns false for anything else.
bool take_draw(std::string_view& text, Schedule& schedule) {
  const auto number = take(text, '=');
  const auto amount = number ? take_ms(text) : std::nullopt;
  if (!amount) return false;
  std::vector<Draw>& draws = schedule.draws;
  if (!draws.empty() && draws.back().number >= *number) return false;
  draws.push_back({*number, *amount});
  return true;
}

}  // namespace

std::string to_string(const Schedule& schedule) {
  std::string text;
  for (const Deviation& one : schedule.orders)
    text += fmt::format("{}{}:{}/{}", text.empty() ? "" : " ", one.decision, one.way + 1, one.ways);
  for (const Draw& one : schedule.draws)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", one.number,
                        ms_number(static_cast<std::int64_t>(one.amount)));
  return text;
}

std::optional<Schedule> schedule_from(std::string_view text) {
  Schedule schedule;
  while (!text.empty()) {
    if (!schedule.empty()) {
      if (text.front() != ' ') return std::nullopt;
      text.remove_prefix(1);
    }
    const bool draw = text.substr(0, text.find(' ')).find('=') != std::string_view::npos;
    if (!(draw ? take_draw(text, schedule) : take_order(text, schedule))) return std::nullopt;
  }
  return schedule;
}

}  // namespace locklab::sim
