// Parses a time typed by the user.
#pragma once

#include <optional>
#include <string_view>

namespace locklab::app {

/// Parses "12.4 ms", "1.2 s", "61ms", "250 us", or "12.4" (milliseconds), also with Chinese units,
/// as microseconds. nullopt if the text is not a time, or the time is negative.
std::optional<double> read_time(std::string_view words);

}  // namespace locklab::app
