// The terminal on the other side: whether there is one, how wide it is, and a password typed into
// it unseen.
#pragma once

#include <optional>
#include <string>

#include "app/timeline/text_timeline.h"

namespace locklab::app {

/// Colours if standard output is a terminal that knows them and NO_COLOR is unset (no-color.org);
/// its width, within what a timeline can use, and 100 columns where there is none.
TextOptions terminal_options();

/// Whether a person may be watching standard error.
bool error_is_terminal();

/// Asks on the controlling terminal, without showing what is typed. Nothing: there is no terminal.
std::optional<std::string> ask_password(const std::string& prompt);

}  // namespace locklab::app
