// A sentence that can be told in several languages. As with gettext its English pattern is its key:
// whoever says something writes English, and a catalogue gives the pattern in another language.
// What stands in the gaps may be a sentence itself, or a name or number, which all languages share.
//
//   say("{} entered while {} was inside", "bob", "alice")
//
// is in Chinese whatever a catalogue holds for that pattern: "{1}尚在临界区内时，{0}进入".
#pragma once

#include <concepts>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace locklab {

/// Translations by their English pattern. Gaps are "{}" in the English, in order, and "{0}", "{1}"
/// ... in the translation, whose words may need another order.
using Catalogue = std::map<std::string, std::string, std::less<>>;

class Sentence {
 public:
  Sentence() = default;

  bool operator==(const Sentence&) const = default;
  bool empty() const { return text_.empty(); }
  std::string english() const;
  /// With the catalogue's patterns; English where it has none. Where a Chinese character and a
  /// Latin letter or digit meet at the edge of a gap, a space comes between.
  std::string in(const Catalogue& catalogue) const;
  /// The patterns in it that the catalogue does not have.
  std::vector<std::string> untranslated(const Catalogue& catalogue) const;

  /// A name, a number, a time "12.4 ms": the same in every language.
  static Sentence name(std::string_view text);
  /// A whole sentence that somebody else wrote down in English: a strategy's reason, a title.
  static Sentence text(std::string_view text);

 private:
  template <class... Parts>
  friend Sentence say(std::string_view pattern, Parts&&... parts);

  static const Sentence& part(const Sentence& sentence) { return sentence; }
  static Sentence part(std::string_view text) { return name(text); }
  static Sentence part(std::integral auto number) { return name(std::to_string(number)); }

  std::string text_;  ///< the English pattern; `same_`: what stands in all languages
  bool same_ = false;
  std::vector<Sentence> parts_;
};

/// The sentence with that English pattern. The pattern is a literal in the source, so that a test
/// can see to it that each has its translation.
template <class... Parts>
Sentence say(std::string_view pattern, Parts&&... parts) {
  Sentence sentence = Sentence::text(pattern);
  (sentence.parts_.push_back(Sentence::part(parts)), ...);
  return sentence;
}

/// The translation of a whole text; the text itself where the catalogue has none.
std::string_view translated(const Catalogue& catalogue, std::string_view text);

}  // namespace locklab
