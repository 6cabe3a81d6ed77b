#include "app/words/language.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/words/embedded.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

Catalogue read_catalogue() {
  Catalogue all;
  for (const embedded::File& file : embedded::i18n()) {
    if (!file.path.starts_with("assets/i18n/zh_")) continue;
    const auto read = read_json<nlohmann::json>(file.text);
    for (const auto& [english, chinese] : read.items()) all[english] = chinese.get<std::string>();
  }
  return all;
}

}  // namespace

Language language_of_locale(std::string_view name) {
  const bool chinese = name.starts_with("zh") &&
                       (name.size() == 2 || name[2] == '_' || name[2] == '.' || name[2] == '@');
  return chinese ? Language::chinese : Language::english;
}

Language language_of_user() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* const name = std::getenv(variable); name && *name)
      return language_of_locale(name);
  return Language::english;
}

const Catalogue& chinese_catalogue() {
  static const Catalogue all = read_catalogue();
  return all;
}

std::string told(const Sentence& sentence, Language language) {
  return language == Language::chinese ? sentence.in(chinese_catalogue()) : sentence.english();
}

std::string_view told(std::string_view text, Language language) {
  return language == Language::chinese ? translated(chinese_catalogue(), text) : text;
}

}  // namespace locklab::app
