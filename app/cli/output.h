// Writes standard output without ignoring errors: when a reader closes the pipe (`| head`), the
// rest is skipped without a message, and a full disk is reported.
#pragma once

#include <string>
#include <string_view>

#include "app/words/language.h"
#include "sim/trace/problem.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// Writes `text` to standard output. Returns false if the reader is gone or writing failed, so that
/// further output is pointless.
bool print(std::string_view text);

/// Writes optional output to standard error; a missing reader is no error.
void print_aside(std::string_view text);

/// Prints a line on standard error, prefixed with the program's name. Control characters are
/// replaced: a path, a host or a server's words may be untrusted.
void complain(std::string_view text);
void complain(const Sentence& sentence, Language language);
/// Reports bad input and returns its exit status.
int refuse(const sim::Problem& problem, Language language);

/// Quotes any text as one word of a shell command.
std::string shell_quoted(std::string_view text);

/// The command line, beginning with "locklab", as text that a shell reads as the same words. A word
/// with special characters is put in quotes.
std::string as_typed(int argc, const char* const* argv);

/// Returns `status`, or exit_missing after reporting that standard output could not be written. A
/// closed pipe is no error.
int after_output(int status);

}  // namespace locklab::app
