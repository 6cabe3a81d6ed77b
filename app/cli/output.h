// Standard output, written so that nothing is lost unnoticed: a reader that has seen enough (`|
// head`) ends the program quietly, a full disk is said.
#pragma once

#include <string>
#include <string_view>

#include "app/words/language.h"

namespace locklab::app {

/// Writes all of it. False: nobody reads any more, or it cannot be written; then go on to no
/// purpose.
bool print(std::string_view text);

/// A line on standard error, with the program's name before it. What a stranger wrote (a path, a
/// host, a server's words) cannot command the terminal there.
void complain(std::string_view text);
void complain(const Sentence& sentence, Language language);

/// One word of a shell's line, whatever characters it has.
std::string shell_quoted(std::string_view text);

/// `status`, unless something could not be written that somebody wanted to read.
int after_output(int status);

}  // namespace locklab::app
