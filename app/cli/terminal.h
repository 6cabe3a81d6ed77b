// The terminal on the other side: whether there is one, how wide it is, and a password typed into
// it unseen.
#pragma once

#include <string>
#include <variant>

#include "app/timeline/text_timeline.h"

namespace locklab::app {

/// Colours if standard output is a terminal that knows them and NO_COLOR is unset (no-color.org);
/// its width, within what a timeline can use, and 100 columns where there is none.
TextOptions terminal_options();

/// Whether a person may be watching standard error.
bool error_is_terminal();

enum class NoPassword {
  no_terminal,
  not_typed,  ///< the line was ended without one: Ctrl-D, or the terminal was closed
};

/// Asks on the controlling terminal, without showing what is typed.
std::variant<std::string, NoPassword> ask_password(const std::string& prompt);

}  // namespace locklab::app
