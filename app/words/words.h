// Every text of the window, in both languages: assets/i18n/en.json and zh.json, by key.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "app/words/language.h"

namespace locklab::app {

class Words {
 public:
  /// The program's own texts in that language.
  static const Words& in(Language language);

  /// The text; the key itself where there is none (tests see to it that there is).
  std::string_view operator()(std::string_view key) const;
  /// For ImGui, which wants a text that ends with NUL.
  const char* c(std::string_view key) const { return (*this)(key).data(); }

  /// The text with its "{}" filled in, in their order.
  template <class... Arguments>
  std::string fill(std::string_view key, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime((*this)(key)), arguments...);
  }

  /// A sentence, or a text such as a title, in this language.
  std::string tell(const Sentence& sentence) const { return told(sentence, language_); }
  std::string tell(std::string_view text) const { return std::string(told(text, language_)); }

  const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

 private:
  Words(Language language, std::string_view json);

  Language language_;
  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace locklab::app
