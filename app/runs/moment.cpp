#include "app/runs/moment.h"

#include <algorithm>
#include <cctype>

namespace locklab::app {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether the '@' at `at` begins a moment rather than being part of the name.
bool begins_moment(std::string_view line, std::size_t at) {
  const std::string_view rest = line.substr(at);
  if (rest.find('/') != rest.npos || rest.find(".toml") != rest.npos)
    return false;  // a path continues
  if (at > 0 && line[at - 1] == ' ') return true;
  const bool path = line.front() == '/' || line.front() == '.';
  return at > 0 && !path && rest.size() > 1 && is_digit(rest[1]);
}

/// Whether a quoted name may begin at `at`: elsewhere a quote is an ordinary character, as in a
/// path.
bool may_be_quoted(std::string_view line, std::size_t at, int depth) {
  return depth > 0 || line.find_first_not_of(' ') == at;
}

}  // namespace

NameAndMoment split_moment(std::string_view line) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
    } else if ((c == '"' || c == '\'') && may_be_quoted(line, i, depth)) {
      quote = c;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}') {
      depth = std::max(depth - 1, 0);
    } else if (c == '@' && depth == 0 && begins_moment(line, i)) {
      std::string_view name = line.substr(0, i);
      while (name.ends_with(' ')) name.remove_suffix(1);
      if (name.empty()) break;
      return {std::string(name), std::string(line.substr(i))};
    }
  }
  return {std::string(line), {}};
}

}  // namespace locklab::app
