#include "app/cli/argument_checks.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "app/cli/misuse.h"
#include "app/words/display_text.h"
#include "app/words/value_checks.h"
#include "sim/trace/sentence.h"

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

namespace {

/// Throws the problem that a check has found, if any.
std::string refuse_if(std::optional<sim::Problem> problem) {
  if (problem) throw WrongValue(std::move(*problem));
  return {};
}

}  // namespace

Check whole_number(std::string option, std::uint64_t least, std::uint64_t most) {
  return [option = std::move(option), least, most](const std::string& text) {
    return refuse_if(wrong_whole_number(option, text, least, most));
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

Check seconds_of(std::string option) {
  return [option = std::move(option)](const std::string& text) {
    return refuse_if(wrong_seconds(option, text));
  };
}

}  // namespace locklab::app
