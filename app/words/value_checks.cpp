#include "app/words/value_checks.h"

#include <charconv>
#include <system_error>
#include <utility>

#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

/// Accepts a time from `least` to `most`. Both comparisons are false for "nan", which is rejected.
std::optional<sim::Problem> wrong_time(std::string_view option, std::string_view text, double least,
                                       double most, Sentence range) {
  double time = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  if (number && time >= least && time <= most) return std::nullopt;
  return sim::Problem{std::string(option), 0, 0, say("'{}' is not a valid time", printable(text)),
                      std::move(range)};
}

}  // namespace

std::optional<sim::Problem> wrong_whole_number(std::string_view option, std::string_view text,
                                               std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto refused = [&](Sentence what) {
    return sim::Problem{std::string(option), 0, 0, std::move(what),
                        say("write a whole number from {} to {}", least, most)};
  };
  const bool whole = end == text.data() + text.size() && !text.empty();
  if (error == std::errc::result_out_of_range || (whole && number > most))
    return refused(say("'{}' is too large", printable(text)));
  if (error != std::errc{} || !whole)
    return refused(say("'{}' is not a valid whole number", printable(text)));
  if (number < least) return refused(say("'{}' is too small", printable(text)));
  return std::nullopt;
}

std::optional<sim::Problem> wrong_seconds(std::string_view option, std::string_view text) {
  return wrong_time(option, text, 0.1, 1e6, say("write seconds, 0.1 to 1000000"));
}

std::optional<sim::Problem> wrong_milliseconds(std::string_view option, std::string_view text) {
  return wrong_time(option, text, 0.001, 86'400'000, say("write milliseconds, 0.001 to 86400000"));
}

}  // namespace locklab::app
