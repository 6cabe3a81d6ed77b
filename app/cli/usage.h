// How the program is called: its help, and what to say where it is called otherwise.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace locklab::app {

/// Examples, exit statuses and environment variables, and for each command an example of its own.
void add_help(CLI::App& program);

/// Complaints that CLI11 could not make as well. Nothing: the arguments may be right.
std::optional<int> misused(int argc, const char* const* argv);

/// Says what is wrong with the arguments, and which words are right; the exit status.
int complain_of(const CLI::App& program, const CLI::ParseError& error, int argc,
                const char* const* argv);

}  // namespace locklab::app
