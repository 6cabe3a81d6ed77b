// The program's help, and examples for it and for messages about wrong arguments.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace locklab::app {

/// Adds examples, exit statuses and environment variables to the program's help, and examples to
/// that of most commands.
void add_help(CLI::App& program);

/// A command line to copy: "locklab merge part1.json part2.json". Empty if the command has no
/// example.
std::string example_of(std::string_view command);

/// An example of a command's option with a value: "--seed 7". Empty if the option has none.
std::string example_of_option(std::string_view command, std::string_view option);

}  // namespace locklab::app
