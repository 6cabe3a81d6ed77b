// The program's help, and its messages about wrong arguments.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace locklab::app {

/// Adds examples, exit statuses and environment variables, and an example to each command.
void add_help(CLI::App& program);

/// Reports mistakes for which CLI11's messages would be poor. Returns nothing if it found none.
std::optional<int> misused(int argc, const char* const* argv);

/// Reports what is wrong with the arguments and which words are right. Returns the exit status.
int complain_of(const CLI::App& program, const CLI::ParseError& error, int argc,
                const char* const* argv);

}  // namespace locklab::app
