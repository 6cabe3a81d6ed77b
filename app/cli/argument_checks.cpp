#include "app/cli/argument_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <sstream>
#include <system_error>

#include "app/words/display_text.h"

namespace locklab::app {

std::string whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range)
    return fmt::format("'{}' is too large: it must be 0 .. {}", printable(text), UINT64_MAX);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? "" : fmt::format("'{}' is not a valid whole number", printable(text));
}

std::string shard_of(const std::string& text) {
  unsigned part = 0;
  unsigned parts = 0;
  char slash = 0;
  char more = 0;
  std::istringstream in(text);
  in >> part >> slash >> parts;
  const bool whole = in && !(in >> more) && slash == '/' && part >= 1 && part <= parts;
  return whole ? "" : fmt::format("'{}' is not a valid part; write --shard 2/8", printable(text));
}

std::string seconds_of(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  return number && seconds >= 0.1 && seconds <= 1e6
             ? ""
             : fmt::format("'{}' is not a valid time; write seconds, 0.1 to 1000000",
                           printable(text));
}

}  // namespace locklab::app
