#include "app/cli/argument_checks.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <system_error>

#include "app/cli/misuse.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

[[noreturn]] void refuse_value(const std::string& option, Sentence what, Sentence instead) {
  throw WrongValue({option, 0, 0, std::move(what), std::move(instead)});
}

}  // namespace

Check one_of(std::string option, std::vector<std::string_view> words) {
  return [option = std::move(option), words = std::move(words)](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) == words.end())
      refuse_value(option, say("'{}' is not possible here", printable(text)),
                   sim::use_instead(text, words));
    return std::string();
  };
}

Check whole_number(std::string option, std::uint64_t least, std::uint64_t most) {
  return [option = std::move(option), least, most](const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const Sentence range = say("write a whole number from {} to {}", least, most);
    const bool whole = end == text.data() + text.size() && !text.empty();
    if (error == std::errc::result_out_of_range || (whole && number > most))
      refuse_value(option, say("'{}' is too large", printable(text)), range);
    if (error != std::errc{} || !whole)
      refuse_value(option, say("'{}' is not a valid whole number", printable(text)), range);
    if (number < least) refuse_value(option, say("'{}' is too small", printable(text)), range);
    return std::string();
  };
}

Check shard_of(std::string option) {
  return [option = std::move(option)](const std::string& text) {
    unsigned part = 0;
    unsigned parts = 0;
    char slash = 0;
    char more = 0;
    std::istringstream in(text);
    in >> part >> slash >> parts;
    if (!in || in >> more || slash != '/' || part < 1 || part > parts)
      refuse_value(option, say("'{}' is not a valid part", printable(text)),
                   say("write for example: {}", "--shard 2/8"));
    return std::string();
  };
}

namespace {

/// A time from `least` to `most`; refuses "nan", which passes every range check.
Check time_of(std::string option, double least, double most, Sentence range) {
  return [=, option = std::move(option), range = std::move(range)](const std::string& text) {
    double time = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), time);
    const bool number = error == std::errc{} && end == text.data() + text.size();
    if (!number || !(time >= least) || !(time <= most))
      refuse_value(option, say("'{}' is not a valid time", printable(text)), range);
    return std::string();
  };
}

}  // namespace

Check seconds_of(std::string option) {
  return time_of(std::move(option), 0.1, 1e6, say("write seconds, 0.1 to 1000000"));
}

Check milliseconds_of(std::string option) {
  return time_of(std::move(option), 0.001, 86'400'000,
                 say("write milliseconds, 0.001 to 86400000"));
}

}  // namespace locklab::app
