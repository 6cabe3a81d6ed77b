// Converts settings as written in the window: a name, a value and its unit.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gui/model/explore_form.h"
#include "app/words/words.h"
#include "lock/strategy.h"

namespace locklab::app {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// All names of settings in the window, with their keys; the longest names first.
std::vector<std::pair<std::string, std::string>> setting_names() {
  std::vector<std::string> keys{"latency_ms", "jitter_ms"};
  for (const Switch& one : common_switches()) keys.emplace_back(one.name);
  for (const Strategy& strategy : strategies())
    for (const Switch& one : strategy.switches) keys.emplace_back(one.name);
  std::vector<std::pair<std::string, std::string>> names;
  for (const Language language : {Language::english, Language::chinese}) {
    const Words& say = Words::in(language);
    names.emplace_back(say("explore.set.work"), "work_ms");
    for (const std::string& key : keys)
      if (const std::string label = "setup." + key; say(label) != label)
        names.emplace_back(say(label), key);
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return names;
}

/// "20 ms" and "0.02 s" become 20 for a key in milliseconds; other numbers and words are written as
/// in a scenario file.
std::string value_of(std::string_view key, std::string_view value) {
  const auto is = [&](std::string_view key_of_words) {
    return value == Words::in(Language::english)(key_of_words) ||
           value == Words::in(Language::chinese)(key_of_words);
  };
  if (is("tale.on")) return "true";
  if (is("tale.off")) return "false";
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc()) return fmt::format("\"{}\"", value);
  const std::string_view unit = trimmed(value.substr(static_cast<std::size_t>(end - value.data())));
  const bool in_seconds = unit == "s" || unit == "秒";
  const bool fits =
      unit.empty() || (key.ends_with("_ms") && (in_seconds || unit == "ms" || unit == "毫秒"));
  if (!fits) return fmt::format("\"{}\"", value);
  // World time is in whole microseconds.
  return fmt::format("{}", in_seconds ? std::round(number * 1e6) / 1e3 : number);
}

std::string setting_text(std::string_view piece) {
  piece = trimmed(piece);
  if (piece.find('=') != piece.npos) return std::string(piece);
  const auto ends_name = [](char c) { return c == ' ' || (c >= '0' && c <= '9'); };
  for (const auto& [name, key] : setting_names())
    if (piece.starts_with(name) && piece.size() > name.size() && ends_name(piece[name.size()]))
      return fmt::format("{}={}", key, value_of(key, trimmed(piece.substr(name.size()))));
  return std::string(piece);
}

}  // namespace

std::string settings_text(std::string_view set) {
  constexpr std::string_view chinese_comma = "，";
  std::string text;
  std::string piece;
  bool quoted = false;
  std::size_t depth = 0;
  const auto end_piece = [&] {
    if (!trimmed(piece).empty()) text += (text.empty() ? "" : ", ") + setting_text(piece);
    piece.clear();
  };
  for (std::size_t i = 0; i < set.size(); ++i) {
    const char c = set[i];
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == '}') && depth > 0) --depth;
    const bool chinese = set.substr(i).starts_with(chinese_comma);
    if (quoted || depth > 0 || (c != ',' && !chinese)) {
      piece += c;
      continue;
    }
    end_piece();
    if (chinese) i += chinese_comma.size() - 1;
  }
  end_piece();
  return text;
}

}  // namespace locklab::app
