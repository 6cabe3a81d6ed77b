#include "app/words/display_text.h"

#include <algorithm>
#include <cstdint>

namespace locklab::app {

namespace {

struct Glyph {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The first character of `text`, which is not empty; one invalid byte if it is not UTF-8.
Glyph first_glyph(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
  char32_t code = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool valid = code >= least[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? Glyph{code, length, true} : Glyph{};
}

struct Range {
  char32_t first, last;
};

bool in(const Range* begin, const Range* end, char32_t code) {
  return std::any_of(begin, end, [&](Range r) { return code >= r.first && code <= r.last; });
}

/// Unicode's East Asian Width "wide" and "fullwidth", as far as terminal fonts support them.
constexpr Range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},
    {0xa960, 0xa97f},   {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},   {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};
constexpr Range no_width[] = {
    {0x0300, 0x036f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
};

/// Whether a character could control a terminal or change the direction of the text.
bool controls(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::size_t columns_of(const Glyph& glyph) {
  if (!glyph.valid) return 1;
  if (in(std::begin(no_width), std::end(no_width), glyph.code)) return 0;
  return in(std::begin(wide), std::end(wide), glyph.code) ? 2 : 1;
}

/// The number of leading bytes of `text` that fit into `columns`.
std::size_t fitting_bytes(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Glyph glyph = first_glyph(text.substr(at));
    if (used + columns_of(glyph) > columns) break;
    used += columns_of(glyph);
    at += glyph.bytes;
  }
  return at;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    if (!glyph.valid) return false;
    text.remove_prefix(glyph.bytes);
  }
  return true;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    width += columns_of(glyph);
    text.remove_prefix(glyph.bytes);
  }
  return width;
}

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    if (columns_of(glyph) == 0 && !result.empty()) {
      result.back() += text.substr(0, glyph.bytes);
    } else {
      result.emplace_back(text.substr(0, glyph.bytes));
    }
    text.remove_prefix(glyph.bytes);
  }
  return result;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Glyph glyph = first_glyph(text);
    if (!glyph.valid || controls(glyph.code)) {
      out += glyph.valid && glyph.code == '\n' ? ' ' : '?';
    } else {
      out += text.substr(0, glyph.bytes);
    }
    text.remove_prefix(glyph.bytes);
  }
  return out;
}

std::string fit(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  if (columns == 0) return {};
  return std::string(text.substr(0, fitting_bytes(text, columns - 1))) + "…";
}

std::string pad(std::string_view text, std::size_t columns) {
  const std::size_t width = display_width(text);
  std::string out(text);
  if (width < columns) out.append(columns - width, ' ');
  return out;
}

std::string lowered(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  columns = std::max<std::size_t>(columns, 2);  // any single character fits
  std::vector<std::string> lines;
  while (display_width(text) > columns) {
    const std::size_t most = fitting_bytes(text, columns);
    std::size_t end = most;
    if (text[most] != ' ') {
      const std::size_t space = text.substr(0, most).rfind(' ');
      if (space != std::string_view::npos && space > 0) end = space;
    }
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::string first = wrap(line, columns).front();
    out += first + '\n';
    line.remove_prefix(first.size());
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
    if (line.empty()) continue;
    for (const std::string& more : wrap(line, columns - indent))
      out += std::string(indent, ' ') + more + '\n';
  }
  return out;
}

}  // namespace locklab::app
