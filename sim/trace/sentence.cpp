#include "sim/trace/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace locklab {

namespace {

bool is_latin(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '%';
}

/// Whether the text begins with a Latin letter, a digit or a percent sign, possibly after a sign.
bool begins_latin(std::string_view text) {
  const bool sign = text.size() > 1 && (text.front() == '-' || text.front() == '+');
  return is_latin(text[sign ? 1 : 0]);
}

/// Whether three bytes of UTF-8 are a character from U+3400 to U+9FFF. Chinese punctuation is
/// excluded, since its glyphs include space.
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

/// Splits a pattern: calls piece(text) for the text between gaps and gap(number, text) for each
/// gap, in order. A gap without a number has the number after that of the previous gap, or 0.
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

/// Nouns that become singular after the number 1. Other words stay unchanged, since a "1" before
/// them may be a client's name.
constexpr std::array<std::string_view, 52> plurals{
    "accesses",   "acquisitions", "admissions", "attempts",  "bytes",    "cells",
    "characters", "choices",      "clients",    "columns",   "commands", "connections",
    "counters",   "days",         "decisions",  "entries",   "events",   "failures",
    "faults",     "files",        "generators", "keys",      "kinds",    "loads",
    "masters",    "messages",     "nodes",      "others",    "overlaps", "parts",
    "permits",    "processes",    "questions",  "quotas",    "refusals", "replicas",
    "rounds",     "rows",         "scenarios",  "schedules", "seconds",  "servers",
    "states",     "steps",        "threads",    "times",     "tokens",   "transitions",
    "updates",    "violations",   "processors", "Sentinels"};

constexpr std::array<std::string_view, 7> adjectives{"more",  "other",  "open",   "different",
                                                     "whole", "failed", "missing"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> verbs{{{"were", "was"},
                                                                              {"are", "is"},
                                                                              {"have", "has"},
                                                                              {"run", "runs"},
                                                                              {"do", "does"},
                                                                              {"stand", "stands"},
                                                                              {"leave", "leaves"}}};

std::string_view word_of(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.substr(0, static_cast<std::size_t>(
                            std::find_if_not(text.begin(), text.end(), letter) - text.begin()));
}

std::string singular(std::string_view plural) {
  if (plural.ends_with("ies")) return std::string(plural.substr(0, plural.size() - 3)) + "y";
  if (plural.ends_with("sses")) plural.remove_suffix(1);
  plural.remove_suffix(1);
  return std::string(plural);
}

/// Replaces the end of `told` with `by`, if it is `end`. Returns whether it did.
bool replace_end(std::string& told, std::string_view end, std::string_view by) {
  if (!told.ends_with(end)) return false;
  told.replace(told.size() - end.size(), end.size(), by);
  return true;
}

/// Appends the piece of a pattern after a gap with the number 1 to `told`: "1 update was lost" from
/// "{} updates were lost". The counted noun becomes singular, and if it is the sentence's subject,
/// so does its verb.
void add_after_one(std::string& told, std::string_view piece, bool is_subject) {
  if (!piece.starts_with(' ')) return void(told += piece);
  std::string_view rest = piece.substr(1);
  std::string_view word = word_of(rest);
  std::string_view adjective;
  if (std::find(adjectives.begin(), adjectives.end(), word) != adjectives.end() &&
      rest.substr(word.size()).starts_with(' ')) {
    adjective = rest.substr(0, word.size() + 1);
    rest.remove_prefix(adjective.size());
    word = word_of(rest);
  }
  if (std::find(plurals.begin(), plurals.end(), word) == plurals.end()) return void(told += piece);
  const bool of_all = replace_end(told, "all 1", "the only");
  if (!of_all && !replace_end(told, "there are only 1", "there is only 1"))
    replace_end(told, "there are 1", "there is 1");
  told.append(" ").append(adjective).append(singular(word));
  rest.remove_prefix(word.size());
  if (is_subject && rest.starts_with(' ')) {
    const std::string_view verb = word_of(rest.substr(1));
    for (const auto& [of_many, of_one] : verbs) {
      if (verb != of_many) continue;
      told.append(" ").append(of_one);
      rest.remove_prefix(1 + verb.size());
      break;
    }
  }
  told += rest;
}

}  // namespace

Sentence::Sentence() = default;
Sentence::Sentence(const Sentence& other) = default;
Sentence::Sentence(Sentence&& other) noexcept = default;
Sentence& Sentence::operator=(const Sentence& other) = default;
Sentence& Sentence::operator=(Sentence&& other) noexcept = default;
Sentence::~Sentence() = default;

bool Sentence::operator==(const Sentence& other) const {
  return same_ == other.same_ && text_ == other.text_ && parts_ == other.parts_;
}

Sentence Sentence::Part::sentence() const {
  if (sentence_) return *sentence_;
  if (!is_number_) return name(name_);
  return name(is_negative_ ? std::to_string(static_cast<std::int64_t>(number_))
                           : std::to_string(number_));
}

Sentence Sentence::of_parts(std::string_view pattern, std::initializer_list<Part> parts) {
  Sentence sentence = text(pattern);
  sentence.parts_.reserve(parts.size());
  for (const Part& part : parts) sentence.parts_.push_back(part.sentence());
  return sentence;
}

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
  std::size_t one = parts_.size();  // number of the preceding gap if its argument is 1, otherwise
                                    // parts_.size()
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

Sentence Sentence::with_names_cut(std::size_t most) const {
  Sentence sentence = *this;
  std::size_t characters = 0;
  const auto begins_too_many = [&](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) != 0x80 && ++characters > most;
  };
  const auto cut = std::find_if(text_.begin(), text_.end(), begins_too_many);
  if (same_ && cut != text_.end()) sentence.text_ = std::string(text_.begin(), cut) + "…";
  for (Sentence& part : sentence.parts_) part = part.with_names_cut(most);
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

}  // namespace locklab
