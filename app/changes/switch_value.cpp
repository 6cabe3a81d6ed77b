#include "app/changes/switch_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/words/display_text.h"
#include "app/words/value_checks.h"
#include "sim/scenario/table_reader.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

using sim::Problem;
using Value = std::variant<std::int64_t, Problem>;

constexpr std::string_view truths[] = {"false", "true"};

Value word_in(std::span<const std::string_view> words, const std::string& text) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found != words.end()) return std::int64_t{found - words.begin()};
  return Problem{"--set", 0, 0, say("'{}' is not possible here", printable(text)),
                 sim::use_instead(text, words)};
}

Value time_in(const Switch& one, const std::string& text) {
  const auto time = sim::decimal_ms(text);
  const auto wrong = [&](Sentence instead) {
    return Problem{"--set", 0, 0, say("'{}' is not a valid time", printable(text)),
                   std::move(instead)};
  };
  if (time && us(*time) == 0 && one.least > 0 && !one.instead.empty())
    return wrong(Sentence::text(one.instead));
  if (!time || us(*time) < one.least || us(*time) > one.most)
    return wrong(
        say("it must be {} .. {} ms", sim::ms_number(one.least), sim::ms_number(one.most)));
  if (one.whole_ms && *time % 1ms != 0us)
    return wrong(say("Redis counts it in whole milliseconds"));
  return us(*time);
}

Value count_in(const Switch& one, const std::string& text) {
  if (auto problem = wrong_whole_number("--set", text, static_cast<std::uint64_t>(one.least),
                                        static_cast<std::uint64_t>(one.most)))
    return std::move(*problem);
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

Value switch_value(const Switch& one, const std::string& text) {
  switch (one.type) {
    case SwitchType::choice:
      return word_in(one.words, text);
    case SwitchType::flag:
      return word_in(truths, text);
    case SwitchType::duration:
      return time_in(one, text);
    case SwitchType::count:
      break;
  }
  return count_in(one, text);
}

std::string switch_text(const Switch& one, std::int64_t value) {
  switch (one.type) {
    case SwitchType::choice:
      return std::string(one.words[static_cast<std::size_t>(value)]);
    case SwitchType::flag:
      return std::string(truths[value != 0]);
    case SwitchType::duration:
      return sim::ms_number(value);
    case SwitchType::count:
      break;
  }
  return fmt::to_string(value);
}

}  // namespace locklab::app
