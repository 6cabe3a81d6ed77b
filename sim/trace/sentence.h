// A sentence that can be translated. As with gettext, its English pattern is its key, and a
// catalogue has the pattern in another language. The gaps hold other sentences, or names and
// numbers that are the same in all languages.
//
//   say("{} entered while {} was inside", "bob", "alice")
//
// becomes, in Chinese, the catalogue's entry for that pattern: "{1}尚在临界区内时，{0}进入".
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Not in locklab::sim: the whole project uses sentences.
namespace locklab {

/// Translations by English pattern. Gaps are "{}" in the English, in order, and "{0}", "{1}" ... in
/// the translation, which may reorder them.
using Catalogue = std::map<std::string, std::string, std::less<>>;

class Sentence {
 public:
  // Out of line: inline, their code would be repeated in a thousand places.
  Sentence();
  Sentence(const Sentence& other);
  Sentence(Sentence&& other) noexcept;
  Sentence& operator=(const Sentence& other);
  Sentence& operator=(Sentence&& other) noexcept;
  ~Sentence();

  bool operator==(const Sentence& other) const;
  bool empty() const { return text_.empty(); }
  std::string english() const;
  /// Translates the sentence with the catalogue's patterns, or English ones if it lacks them. A
  /// space separates a Chinese character from a Latin letter, number or percent sign at the edge of
  /// a gap.
  std::string in(const Catalogue& catalogue) const;
  /// A copy with each English pattern that is a key of `others` replaced by its value, which must
  /// have the same gaps.
  Sentence with(const Catalogue& others) const;
  /// A copy with each name that is longer than `most` characters cut to as many, and "…".
  Sentence with_names_cut(std::size_t most) const;
  /// The patterns in the sentence that the catalogue lacks.
  std::vector<std::string> untranslated(const Catalogue& catalogue) const;

  /// A name, a number or a time "12.4 ms", which is the same in every language.
  static Sentence name(std::string_view text);
  /// A whole English sentence from elsewhere: a strategy's reason, a title.
  static Sentence text(std::string_view text);

  /// An argument for a gap: a sentence, a name or a whole number. Refers to the sentence or name
  /// that it was made from.
  class Part {
   public:
    Part(const Sentence& sentence) : sentence_(&sentence) {}
    Part(std::string_view name) : name_(name) {}
    Part(const std::string& name) : name_(name) {}
    Part(const char* name) : name_(name) {}
    Part(std::integral auto number)
        : is_number_(true), is_negative_(number < 0), number_(static_cast<std::uint64_t>(number)) {}

   private:
    friend class Sentence;
    Sentence sentence() const;

    const Sentence* sentence_ = nullptr;
    std::string_view name_;
    bool is_number_ = false;
    bool is_negative_ = false;
    std::uint64_t number_ = 0;
  };
  static Sentence of_parts(std::string_view pattern, std::initializer_list<Part> parts);

 private:
  std::string text_;  ///< the English pattern; with `same_`, the text in every language
  bool same_ = false;
  std::vector<Sentence> parts_;
};

/// Makes a sentence from an English pattern. The pattern is a literal in the source, so that a test
/// can check that each has a translation.
template <class... Parts>
Sentence say(std::string_view pattern, const Parts&... parts) {
  return Sentence::of_parts(pattern, {Sentence::Part(parts)...});
}

/// The names in one list: "a, b, c".
Sentence listed(std::span<const std::string_view> names);

/// The translation of a whole text, or the text itself if the catalogue lacks it.
std::string_view translated(const Catalogue& catalogue, std::string_view text);

}  // namespace locklab
