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

/// Replaces the quoted keys of a file in a problem's text with the window's labels: "'ttl_ms'"
/// becomes "lease", "'stop'" becomes "freeze".
std::string with_labels(std::string text, const Words& say);

}  // namespace locklab::app
