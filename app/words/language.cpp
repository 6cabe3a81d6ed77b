#include "app/words/language.h"

#include <nlohmann/json.hpp>

#include "app/words/embedded.h"
#include "app/words/sentence.h"

namespace locklab::app {

namespace {

Catalogue read_catalogue() {
  Catalogue all;
  for (const embedded::File& file : embedded::i18n()) {
    if (!file.path.starts_with("assets/i18n/zh_")) continue;
    const auto read = nlohmann::json::parse(file.text);
    for (const auto& [english, chinese] : read.items()) all[english] = chinese.get<std::string>();
  }
  return all;
}

}  // namespace

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
