// The languages that the program speaks, and how a sentence is told in each: the translations are
// assets/i18n/zh_sentences.json and zh_scenarios.json, by their English text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::app {

enum class Language : std::uint8_t { english, chinese };

/// All translations into Chinese.
const Catalogue& chinese_catalogue();

std::string told(const Sentence& sentence, Language language);
/// A whole text that is written down in English, such as a scenario's title. One that is not in the
/// catalogue (a teacher's own) stays as it is.
std::string_view told(std::string_view text, Language language);

}  // namespace locklab::app
