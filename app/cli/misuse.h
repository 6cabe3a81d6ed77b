// Messages about wrong arguments, in the program's own words and in the requested language: CLI11's
// messages are for programmers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// A value that an option does not accept, thrown by checks of values.
class WrongValue : public CLI::ParseError {
 public:
  explicit WrongValue(sim::Problem problem)
      : ParseError("WrongValue", sim::to_string(problem), CLI::ExitCodes::ValidationError),
        problem_(std::move(problem)) {}
  const sim::Problem& problem() const { return problem_; }

 private:
  sim::Problem problem_;
};

/// Whether the word is a command, or probably means one.
bool resembles_command(std::string_view word);

/// Reports mistakes that are found before the arguments are parsed. Returns the exit status, or
/// nullopt if there are none.
std::optional<int> misused(int argc, const char* const* argv);

/// The problem of a --set whose key is an option of the command instead of a setting; nullopt if
/// there is none.
std::optional<sim::Problem> option_as_setting(const CLI::App& command,
                                              const std::vector<std::string>& settings);

/// Reports what is wrong with the arguments and what to write instead. Returns the exit status.
int complain_of(const CLI::App& program, const CLI::ParseError& error, int argc,
                const char* const* argv);

}  // namespace locklab::app
