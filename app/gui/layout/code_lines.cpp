#include "app/gui/layout/code_lines.h"

#include <algorithm>

namespace locklab::app {

namespace {

constexpr std::size_t deeper = 4;  ///< indent of a continuation line

std::string_view trimmed(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The start of a comment after code; npos if there is none. A mark within a string, as in
/// "redis://n1", begins none.
std::size_t comment_in(std::string_view line, std::size_t indent) {
  bool in_string = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') in_string = !in_string;
    if (in_string || at <= indent) continue;
    for (const std::string_view mark : {"/*", "//", "-- "})
      if (line.substr(at).starts_with(mark)) return at;
  }
  return line.npos;
}

/// Adds a line, broken at spaces if it is too long.
void add_broken(std::string& code, std::string_view line, std::size_t indent, std::size_t columns) {
  std::string now(indent, ' ');
  std::string_view rest = line.substr(indent);
  const std::string next = rest.starts_with("// ") ? std::string(indent, ' ') + "// "
                                                   : std::string(indent + deeper, ' ');
  bool empty = true;
  while (!rest.empty()) {
    const std::size_t space = std::min(rest.find(' ', 1), rest.size());
    const std::string_view word = rest.substr(0, space);
    rest.remove_prefix(space);
    if (!empty && columns_of(now) + columns_of(word) > columns) {
      code += now + "\n";
      now = next + std::string(word.substr(word.front() == ' '));
    } else {
      now += word;
    }
    empty = false;
  }
  code += now + "\n";
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) columns += byte >= 0xe0 ? 2 : 1;
  }
  return columns;
}

std::string code_in_columns(std::string_view code, std::size_t columns) {
  std::string lines;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find('\n'), code.size());
    const std::string_view line = trimmed(code.substr(0, end));
    code.remove_prefix(std::min(end + 1, code.size()));
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t comment = comment_in(line, indent);
    if (columns_of(line) > columns && comment != line.npos) {
      add_broken(lines, std::string(indent, ' ') + std::string(line.substr(comment)), indent,
                 columns);
      add_broken(lines, trimmed(line.substr(0, comment)), indent, columns);
    } else {
      add_broken(lines, line, indent, columns);
    }
  }
  if (lines.ends_with('\n')) lines.pop_back();
  return lines;
}

}  // namespace locklab::app
