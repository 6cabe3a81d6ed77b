// Formats times and shares for readers, the same in every language.
#pragma once

#include <cstdint>
#include <string>

#include "lock/time.h"

namespace locklab::sim {

/// Milliseconds with at most three decimals: "12.4".
std::string ms_number(std::int64_t us);
inline std::string ms_number(Duration time) { return ms_number(us(time)); }
/// Formats a time in ms: "12.4 ms".
std::string as_ms(std::int64_t us);
/// Formats a time briefly: in whole milliseconds, or tenths below one. Only 0 becomes "0 ms".
std::string about_ms(std::int64_t us);
/// Formats a duration: "12.4 ms", "61.5 s" from ten seconds on, "2 h" for whole hours.
std::string as_span(std::int64_t us);
/// The latest time that time_of_day() can format: the end of the year 9999.
inline constexpr std::int64_t latest_time_of_day_us = 253'402'300'799'999'999;
/// Formats microseconds since 1970: "2026-11-26 03:36:07.123 UTC".
std::string time_of_day(std::int64_t us_since_1970);
/// Formats 5000 ppm as "0.5 %".
std::string as_percent(std::int64_t ppm);

}  // namespace locklab::sim
