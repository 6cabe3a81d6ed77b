// The user's terminal: whether there is one, its width, and a password prompt without echo.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/timeline/text/text_timeline.h"

namespace locklab::app {

/// Options for standard output. Colours if it is a terminal, TERM is set and not "dumb", and
/// NO_COLOR is unset or empty (no-color.org). The width is that of the terminal, or of a pipe's
/// reader (COLUMNS, or the terminal of standard error), from 30 to 160 columns; otherwise 100.
TextOptions terminal_options();

/// The width of standard error, found in the same way; nullopt if it is unknown, for a file or a
/// program that looks for whole lines.
std::optional<std::size_t> error_columns();

/// Whether a person may be watching standard error.
bool error_is_terminal();

enum class NoPassword {
  no_terminal,
  not_typed,  ///< the input ended first: Ctrl-D, or the terminal was closed
};

/// Prompts on the controlling terminal, without echo.
std::variant<std::string, NoPassword> ask_password(const std::string& prompt);

}  // namespace locklab::app
