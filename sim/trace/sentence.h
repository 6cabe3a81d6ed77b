// A sentence that can be translated. As with gettext, its English pattern is its key, and a
// catalogue has the pattern in another language. The gaps hold other sentences, or names and
// numbers that are the same in all languages.
//
//   say("{} entered while {} was inside", "bob", "alice")
//
// is in Chinese whatever a catalogue has for that pattern: "{1}尚在临界区内时，{0}进入".
#pragma once

#include <concepts>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::sim {

/// Translations by English pattern. Gaps are "{}" in the English, in order, and "{0}", "{1}" ... in
/// the translation, which may reorder them.
using Catalogue = std::map<std::string, std::string, std::less<>>;

class Sentence {
 public:
  Sentence() = default;

  bool operator==(const Sentence&) const = default;
  bool empty() const { return text_.empty(); }
  std::string english() const;
  /// The sentence with the catalogue's patterns, or English ones where it has none. A space
  /// separates a Chinese character from a Latin letter or digit at the edge of a gap.
  std::string in(const Catalogue& catalogue) const;
  /// The sentence with other English patterns: each that is a key of `others` by its value, which
  /// has the same gaps.
  Sentence with(const Catalogue& others) const;
  /// The patterns in it that the catalogue lacks.
  std::vector<std::string> untranslated(const Catalogue& catalogue) const;

  /// A name, a number or a time "12.4 ms", which is the same in every language.
  static Sentence name(std::string_view text);
  /// A whole English sentence from elsewhere: a strategy's reason, a title.
  static Sentence text(std::string_view text);

 private:
  template <class... Parts>
  friend Sentence say(std::string_view pattern, Parts&&... parts);

  static const Sentence& part(const Sentence& sentence) { return sentence; }
  static Sentence part(std::string_view text) { return name(text); }
  static Sentence part(std::integral auto number) { return name(std::to_string(number)); }

  std::string text_;  ///< the English pattern, or if `same_` the text in all languages
  bool same_ = false;
  std::vector<Sentence> parts_;
};

/// The sentence with an English pattern. The pattern is a literal in the source, so that a test can
/// make sure that each has a translation.
template <class... Parts>
Sentence say(std::string_view pattern, Parts&&... parts) {
  Sentence sentence = Sentence::text(pattern);
  (sentence.parts_.push_back(Sentence::part(parts)), ...);
  return sentence;
}

/// The names in one list: "a, b, c".
Sentence listed(std::span<const std::string_view> names);

/// The translation of a whole text, or the text itself if the catalogue lacks it.
std::string_view translated(const Catalogue& catalogue, std::string_view text);

}  // namespace locklab::sim
