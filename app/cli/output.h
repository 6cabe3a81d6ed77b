// Standard output, written so that nothing is lost unnoticed: a reader that has seen enough (`|
// head`) ends the program quietly, a full disk is said.
#pragma once

#include <string_view>

#include "app/words/language.h"

namespace locklab::app {

/// Writes all of it. False: nobody reads any more, or it cannot be written; then go on to no
/// purpose.
bool print(std::string_view text);

/// A line on standard error, with the program's name before it.
void complain(std::string_view text);
void complain(const Sentence& sentence, Language language);

/// `status`, unless something could not be written that somebody wanted to read.
int after_output(int status);

}  // namespace locklab::app
