// The window's replacements for sentences about the command line (an option, a command, an
// environment variable), which do not apply there.
#pragma once

#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The sentence as worded in the window.
Sentence in_window(const Sentence& sentence);

/// Whether a text refers to the command line.
bool speaks_of_command_line(std::string_view text);

/// The text of a problem with the window's names of fields and tools in place of a file's keys:
/// "lease" for "'ttl_ms'", "freeze" for "'stop'".
std::string with_labels(std::string text, const Words& say);

}  // namespace locklab::app
