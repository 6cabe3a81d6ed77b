#include "tests/support/mutations.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace locklab::test {

namespace {

/// A part of a text, by position and size.
struct Span {
  std::size_t from = 0;
  std::size_t size = 0;
};

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_of_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.'; }

/// The numbers that are not part of words, with their signs.
std::vector<Span> numbers_in(std::string_view text) {
  std::vector<Span> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = std::isdigit(static_cast<unsigned char>(text[i])) != 0 &&
                        (i == 0 || !is_of_word(text[i - 1]));
    if (!begins) continue;
    std::size_t from = i;
    if (from > 0 && text[from - 1] == '-') --from;
    while (i < text.size() && is_of_number(text[i])) ++i;
    found.push_back({from, i - from});
  }
  return found;
}

std::vector<Span> words_in(std::string_view text) {
  std::vector<Span> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t from = i;
    while (i < text.size() && is_of_word(text[i])) ++i;
    if (i > from) found.push_back({from, i - from});
  }
  return found;
}

/// The parts between quotes.
std::vector<Span> quoted_in(std::string_view text) {
  std::vector<Span> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '"') continue;
    const std::size_t end = text.find('"', i + 1);
    if (end == std::string_view::npos) break;
    found.push_back({i + 1, end - i - 1});
    i = end;
  }
  return found;
}

std::string_view part(std::string_view text, Span span) {
  return text.substr(span.from, span.size);
}

}  // namespace

void Mutations::rearrange(Pieces& pieces, const Pieces& other) {
  const auto place = [&](std::size_t i) { return pieces.begin() + static_cast<std::ptrdiff_t>(i); };
  if (pieces.empty()) pieces.emplace_back();
  const std::size_t i = any(pieces.size());
  const std::size_t k = any(pieces.size());
  switch (dice_.below(6)) {
    case 0:
      pieces.erase(place(i), place(std::min(i + 1 + any(3), pieces.size())));
      break;
    case 1:
      pieces.insert(place(k), std::string(pieces[i]));
      break;
    case 2:
      std::swap(pieces[i], pieces[k]);
      break;
    case 3: {
      std::string moved = std::move(pieces[i]);
      pieces.erase(place(i));
      pieces.insert(place(any(pieces.size() + 1)), std::move(moved));
      break;
    }
    default: {
      if (other.empty()) break;
      const auto from = other.begin() + static_cast<std::ptrdiff_t>(any(other.size()));
      const auto size =
          std::min<std::ptrdiff_t>(1 + static_cast<std::ptrdiff_t>(any(5)), other.end() - from);
      pieces.insert(place(k), from, from + size);
    }
  }
}

std::string Mutations::another_number(std::string_view number) {
  static constexpr std::string_view others[] = {"0",
                                                "-1",
                                                "1",
                                                "2",
                                                "0.001",
                                                "0.0004",
                                                "999999",
                                                "86400000",
                                                "1000000000000",
                                                "9223372036854775807",
                                                "-9223372036854775808",
                                                "18446744073709551616",
                                                "1e308",
                                                "nan",
                                                "0x10",
                                                "07"};
  const std::string old(number);
  switch (dice_.below(8)) {
    case 0:
      return old + "000";
    case 1:
      return "-" + old;
    case 2:
      return old + ".5";
    case 3:
      return old.substr(0, 1 + any(old.size()));
    case 4:
      return std::to_string(dice_.below(2000));
    default:
      return std::string(others[any(std::size(others))]);
  }
}

bool Mutations::change_number(std::string& piece) {
  const auto numbers = numbers_in(piece);
  if (numbers.empty()) return false;
  const Span at = numbers[any(numbers.size())];
  piece.replace(at.from, at.size, another_number(part(piece, at)));
  return true;
}

bool Mutations::change_quoted(std::string& piece, std::string_view other) {
  const auto texts = quoted_in(piece);
  const auto others = quoted_in(other);
  if (texts.empty()) return false;
  const Span at = texts[any(texts.size())];
  if (others.empty() || one_in(4)) {
    piece.replace(at.from, at.size, part(piece, at).substr(0, any(at.size + 1)));
  } else {
    piece.replace(at.from, at.size, part(other, others[any(others.size())]));
  }
  return true;
}

bool Mutations::change_word(std::string& piece, std::string_view other) {
  const std::string source(one_in(2) ? std::string_view(piece) : other);
  const auto words = words_in(piece);
  const auto others = words_in(source);
  if (words.empty() || others.empty()) return false;
  const Span at = words[any(words.size())];
  piece.replace(at.from, at.size, part(source, others[any(others.size())]));
  return true;
}

bool Mutations::change_unit(std::string& piece) {
  const std::size_t unit = piece.find("ms");
  if (unit == std::string::npos) return false;
  static constexpr std::string_view units[] = {"us", "s", "ppm", "MS", ""};
  piece.replace(unit, 2, units[any(std::size(units))]);
  return true;
}

void Mutations::cut(std::string& piece) {
  if (piece.empty()) return;
  const std::size_t from = any(piece.size());
  piece.erase(from, 1 + any(std::min<std::size_t>(piece.size() - from, 12)));
}

void Mutations::change_value(std::string& piece, std::string_view other) {
  switch (dice_.below(12)) {
    case 0:
      return cut(piece);
    case 1:
      if (change_unit(piece)) return;
      break;
    case 2:
    case 3:
    case 4:
      if (change_quoted(piece, other)) return;
      break;
    case 5:
    case 6:
      if (change_word(piece, other)) return;
      break;
    default:
      break;
  }
  if (!change_number(piece) && !change_quoted(piece, other)) cut(piece);
}

Pieces lines_of(std::string_view text) {
  Pieces lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string joined(const Pieces& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

}  // namespace locklab::test
