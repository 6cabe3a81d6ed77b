// Numbers and times in readable form, with three digits or in groups of three.
#pragma once

#include <cstdint>
#include <string>

namespace locklab::app {

/// Formats "182,031".
std::string grouped(std::uint64_t number);
/// Formats "170 µs", "1.24 ms", "2.5 s".
std::string short_time(std::uint64_t us);

}  // namespace locklab::app
