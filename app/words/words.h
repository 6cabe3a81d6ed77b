// The texts of the window in both languages, by key: assets/i18n/en.json and zh.json.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>

#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

class Words {
 public:
  /// The window's texts in a language.
  static const Words& in(Language language);

  /// The text for a key, or the key itself if it is missing (tests make sure that it is not).
  std::string_view operator()(std::string_view key) const;
  /// The text as a NUL-terminated string for ImGui.
  const char* c(std::string_view key) const { return (*this)(key).data(); }

  /// The text with each "{}" replaced, in order.
  template <class... Arguments>
  std::string fill(std::string_view key, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime((*this)(key)), arguments...);
  }

  /// A sentence, or a text such as a title, in this language.
  std::string tell(const Sentence& sentence) const { return told(sentence, language_); }
  std::string tell(std::string_view text) const { return std::string(told(text, language_)); }

  /// A lock's display name, or its id if the lab does not know it.
  std::string_view lock_name(std::string_view id) const;
  /// That name and the lock's title, which is left out if it says no more.
  std::string lock_name(std::string_view id, std::string_view title) const;

  const std::map<std::string, std::string, std::less<>>& all() const { return texts_; }

 private:
  Words(Language language, std::string_view json);

  Language language_;
  std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace locklab::app
