#include "app/words/words.h"

#include <nlohmann/json.hpp>

#include "app/words/embedded.h"
#include "sim/trace/json_text.h"

namespace locklab::app {

namespace {

std::string_view text_of(std::string_view file) {
  for (const embedded::File& f : embedded::i18n())
    if (std::string_view(f.path) == file) return f.text;
  return "{}";
}

}  // namespace

Words::Words(Language language, std::string_view json) : language_(language) {
  const auto read = read_json<nlohmann::json>(json);
  for (const auto& [key, text] : read.items()) texts_[key] = text.get<std::string>();
}

const Words& Words::in(Language language) {
  static const Words english(Language::english, text_of("assets/i18n/en.json"));
  static const Words chinese(Language::chinese, text_of("assets/i18n/zh.json"));
  return language == Language::chinese ? chinese : english;
}

std::string_view Words::operator()(std::string_view key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() ? key : std::string_view(found->second);
}

std::string_view Words::lock_name(std::string_view id) const {
  const auto known = texts_.find(fmt::format("lock.{}", id));
  return known == texts_.end() ? id : std::string_view(known->second);
}

std::string Words::lock_name(std::string_view id, std::string_view title) const {
  const std::string_view name = lock_name(id), more = told(title, language_);
  return name == more ? std::string(name) : fmt::format("{}   {}", name, more);
}

}  // namespace locklab::app
