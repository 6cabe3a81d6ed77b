// Numbers and durations in readable form.
#pragma once

#include <cstdint>
#include <string>

namespace locklab::app {

/// Formats a number with separators: "182,031".
std::string grouped(std::uint64_t number);
/// Formats a duration with at most three digits: "170 µs", "1.24 ms", "2.5 s". From 1,000 s on,
/// whole seconds.
std::string short_time(std::uint64_t us);

}  // namespace locklab::app
