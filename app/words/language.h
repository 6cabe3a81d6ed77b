// The languages of the program, and a sentence in each of them. Translations are keyed by their
// English text in assets/i18n/zh_*.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::app {

enum class Language : std::uint8_t { english, chinese };

/// The language of a locale's name: Chinese for zh_CN.UTF-8 and the like, otherwise English.
Language language_of_locale(std::string_view name);
/// The language of this user's messages: of LC_ALL, LC_MESSAGES or LANG, the first that is set
/// (POSIX.1-2017, 8.2).
Language language_of_user();

/// All Chinese translations.
const Catalogue& chinese_catalogue();

std::string told(const Sentence& sentence, Language language);
/// A whole text such as a scenario's title. A text that is not in the catalogue (a teacher's own)
/// stays as it is.
std::string_view told(std::string_view text, Language language);

}  // namespace locklab::app
