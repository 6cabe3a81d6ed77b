#include "sim/trace/sentence.h"

#include <charconv>

#include "sim/trace/counted_words.h"

namespace locklab::sim {

namespace {

bool is_latin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '%';
}

/// Whether the text begins with a letter, a digit or a signed number.
bool begins_latin(std::string_view text) {
  const bool sign = text.size() > 1 && (text.front() == '-' || text.front() == '+');
  return is_latin(text[sign ? 1 : 0]);
}

/// Whether three bytes of UTF-8 are a character from U+3400 to U+9FFF. Chinese punctuation is not:
/// it brings its own space.
bool is_ideograph(std::string_view three) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(three[i]); };
  return three.size() == 3 && (byte(0) > 0xe3 || (byte(0) == 0xe3 && byte(1) >= 0x90)) &&
         byte(0) <= 0xe9;
}

bool need_space(std::string_view before, std::string_view after) {
  if (before.empty() || after.empty()) return false;
  const bool ends = before.size() >= 3 && is_ideograph(before.substr(before.size() - 3));
  const bool begins = is_ideograph(after.substr(0, 3));
  return (ends && begins_latin(after)) || (begins && is_latin(before.back()));
}

/// Calls piece(text) for each text between gaps and gap(number) for each gap, in order. A gap
/// without a number follows the gap before it.
template <class OnPiece, class OnGap>
void take_apart(std::string_view pattern, OnPiece piece, OnGap gap) {
  std::size_t next = 0;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    const std::size_t close = pattern.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view inside = pattern.substr(open + 1, close - open - 1);
    std::size_t number = next;
    const auto [end, error] = std::from_chars(inside.data(), inside.data() + inside.size(), number);
    const bool is_gap =
        inside.empty() || (error == std::errc{} && end == inside.data() + inside.size());
    piece(pattern.substr(0, is_gap ? open : close + 1));
    if (is_gap) {
      gap(number, pattern.substr(open, close + 1 - open));
      next = number + 1;
    }
    pattern.remove_prefix(close + 1);
  }
  piece(pattern);
}

}  // namespace

Sentence Sentence::name(std::string_view text) {
  Sentence sentence;
  sentence.text_ = text;
  sentence.same_ = true;
  return sentence;
}

Sentence Sentence::text(std::string_view text) {
  Sentence sentence;
  sentence.text_ = text;
  return sentence;
}

std::string Sentence::english() const {
  if (same_ || parts_.empty()) return text_;
  std::string told;
  std::size_t one = parts_.size();  // the gap before, if there is one thing of what follows
  take_apart(
      text_,
      [&](std::string_view piece) {
        one < parts_.size() ? add_after_one(told, piece, one == 0) : void(told += piece);
      },
      [&](std::size_t number, std::string_view gap) {
        const std::string part =
            number < parts_.size() ? parts_[number].english() : std::string(gap);
        one = part == "1" ? number : parts_.size();
        told += part;
      });
  return told;
}

std::string Sentence::in(const Catalogue& catalogue) const {
  if (same_) return text_;
  const std::string_view pattern = translated(catalogue, text_);
  if (parts_.empty()) return std::string(pattern);
  std::string told;
  const auto add = [&](std::string_view piece) {
    if (need_space(told, piece)) told += ' ';
    told += piece;
  };
  take_apart(pattern, add, [&](std::size_t number, std::string_view gap) {
    add(number < parts_.size() ? parts_[number].in(catalogue) : std::string(gap));
  });
  return told;
}

Sentence Sentence::with(const Catalogue& others) const {
  Sentence sentence = *this;
  if (!same_) sentence.text_ = translated(others, text_);
  for (Sentence& part : sentence.parts_) part = part.with(others);
  return sentence;
}

std::vector<std::string> Sentence::untranslated(const Catalogue& catalogue) const {
  std::vector<std::string> missing;
  if (!same_ && !text_.empty() && !catalogue.contains(text_)) missing.push_back(text_);
  for (const Sentence& part : parts_)
    for (std::string& pattern : part.untranslated(catalogue)) missing.push_back(std::move(pattern));
  return missing;
}

std::string_view translated(const Catalogue& catalogue, std::string_view text) {
  const auto found = catalogue.find(text);
  return found == catalogue.end() ? text : std::string_view(found->second);
}

Sentence listed(std::span<const std::string_view> names) {
  Sentence list;
  for (const std::string_view name : names)
    list = list.empty() ? Sentence::name(name) : say("{}, {}", list, name);
  return list;
}

}  // namespace locklab::sim
