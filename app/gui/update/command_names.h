// Names of commands made from the texts of buttons and tooltips.
#pragma once

#include <string>

namespace locklab::app {

/// Takes the key in brackets off the end of a tooltip, "Start of the run (Home)", and puts it into
/// `key` if that is empty: the list has a column for keys.
std::string without_key(std::string words, std::string& key);

/// A name of a command begins with a capital, where its letters have some.
std::string capital(std::string words);

}  // namespace locklab::app
