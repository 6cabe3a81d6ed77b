// What the window says in place of sentences that speak of the command line: an option, a command,
// an environment variable. Somebody who looks at a window has none of them.
#pragma once

#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The sentence as the window says it.
Sentence in_window(const Sentence& sentence);

/// Whether a text has words of the command line.
bool speaks_of_command_line(std::string_view text);

/// The text of a problem with the window's names of fields and tools in the place of a file's keys:
/// "lease" for "'ttl_ms'", "freeze" for "'stop'".
std::string with_labels(std::string text, const Words& say);

}  // namespace locklab::app
