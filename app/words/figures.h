// Numbers and times as people read them, in three digits or in groups of three.
#pragma once

#include <cstdint>
#include <string>

namespace locklab::app {

/// "182,031"
std::string grouped(std::uint64_t number);
/// "170 µs", "1.24 ms", "2.5 s"
std::string short_time(std::uint64_t us);

}  // namespace locklab::app
