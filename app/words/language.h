// The languages of the program, and a sentence in each of them. Translations are keyed by their
// English text in assets/i18n/zh_*.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::app {

enum class Language : std::uint8_t { english, chinese };

/// The language of a locale name: Chinese for "zh" with or without a territory, a codeset or a
/// modifier (zh_CN.UTF-8), otherwise English.
Language language_of_locale(std::string_view name);
/// The language of this user's messages, from LC_ALL, LC_MESSAGES or LANG, whichever is set first
/// (POSIX.1-2017, 8.2).
Language language_of_user();

/// All Chinese translations.
const Catalogue& chinese_catalogue();

std::string told(const Sentence& sentence, Language language);
/// Translates a whole text such as a scenario's title. A text that is not in the catalogue (a
/// teacher's own) is returned unchanged.
std::string_view told(std::string_view text, Language language);

}  // namespace locklab::app
