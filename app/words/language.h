// The languages of the program, and a sentence in each of them. Translations are keyed by their
// English text in assets/i18n/zh_*.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/words/sentence.h"

namespace locklab::app {

enum class Language : std::uint8_t { english, chinese };

/// All Chinese translations.
const Catalogue& chinese_catalogue();

std::string told(const Sentence& sentence, Language language);
/// A whole text such as a scenario's title. A text that is not in the catalogue (a teacher's own)
/// stays as it is.
std::string_view told(std::string_view text, Language language);

}  // namespace locklab::app
