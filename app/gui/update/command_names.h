// Names of commands, derived from the texts of buttons and tooltips.
#pragma once

#include <string>
#include <string_view>

namespace locklab::app {

/// Removes the key in brackets from a tooltip, "Start of the run (Home)", since the list has a
/// column for keys. Stores it in `key` if `key` is empty.
std::string without_key(std::string words, std::string& key);

/// Other names for the command with the text of `key`: that text in both languages with its
/// tooltip, and common synonyms.
std::string other_names(std::string_view key);

/// Whether every word of `typed` occurs in `words`.
bool matches(std::string_view words, std::string_view typed);
/// Whether every word of `typed` begins a word in `words`.
bool begins_words(std::string_view words, std::string_view typed);

/// The name with its first letter in upper case, if that is an ASCII letter.
std::string capital(std::string words);

}  // namespace locklab::app
