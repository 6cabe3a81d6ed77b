#include "sim/scenario/schedule.h"

#include <fmt/format.h>

#include <charconv>

namespace locklab::sim {

namespace {

/// Takes a number and the character after it (0: the end) from the front of `text`.
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

}  // namespace

std::string to_string(const Schedule& schedule) {
  std::string text;
  for (const Deviation& one : schedule)
    text += fmt::format("{}{}:{}/{}", text.empty() ? "" : " ", one.decision, one.way + 1, one.ways);
  return text;
}

std::optional<Schedule> schedule_from(std::string_view text) {
  Schedule schedule;
  while (!text.empty()) {
    if (!schedule.empty()) {
      if (text.front() != ' ') return std::nullopt;
      text.remove_prefix(1);
    }
    const auto decision = take(text, ':');
    const auto way = decision ? take(text, '/') : std::nullopt;
    const auto ways = way ? take(text, 0) : std::nullopt;
    if (!ways || *way < 2 || *way > *ways) return std::nullopt;
    if (!schedule.empty() && schedule.back().decision >= *decision) return std::nullopt;
    schedule.push_back({*decision, *way - 1, *ways});
  }
  return schedule;
}

}  // namespace locklab::sim
