// Names of commands made from the texts of buttons and tooltips.
#pragma once

#include <string>
#include <string_view>

namespace locklab::app {

/// Takes the key in brackets off the end of a tooltip, "Start of the run (Home)", and puts it into
/// `key` if that is empty: the list has a column for keys.
std::string without_key(std::string words, std::string& key);

/// Other names under which somebody may look for the command with the text of `key`: that text in
/// both languages with its tooltip, and words that people use for the same.
std::string other_names(std::string_view key);

/// Whether every word of `typed` occurs in `words`.
bool matches(std::string_view words, std::string_view typed);
/// Whether each of them begins a word there.
bool begins_words(std::string_view words, std::string_view typed);

/// A name of a command begins with a capital, where its letters have some.
std::string capital(std::string words);

}  // namespace locklab::app
