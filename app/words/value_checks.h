// Checks of values entered on the command line or in a field of the window, with messages that
// state the valid range. Each returns the problem of a wrong value, which names the option
// ("--clients"), or nullopt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/trace/problem.h"

namespace locklab::app {

/// Accepts a whole number from `least` to `most`.
std::optional<sim::Problem> wrong_whole_number(std::string_view option, std::string_view text,
                                               std::uint64_t least, std::uint64_t most);
/// Accepts seconds from 0.1 to 1,000,000.
std::optional<sim::Problem> wrong_seconds(std::string_view option, std::string_view text);
/// Accepts milliseconds from 0.001 to 86,400,000.
std::optional<sim::Problem> wrong_milliseconds(std::string_view option, std::string_view text);

}  // namespace locklab::app
