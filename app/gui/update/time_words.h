// A moment of a run as a person writes it.
#pragma once

#include <optional>
#include <string_view>

namespace locklab::app {

/// Microseconds of "12.4 ms", "1.2 s", "61ms", "250 us" or, in milliseconds, "12.4"; the units in
/// Chinese too. Nothing: it is no time, or lies before the run.
std::optional<double> read_time(std::string_view words);

}  // namespace locklab::app
