// Times and shares for people, the same in every language.
#pragma once

#include <cstdint>
#include <string>

#include "lock/time.h"

namespace locklab::sim {

/// Milliseconds with at most three decimals: "12.4".
std::string ms_number(std::int64_t us);
inline std::string ms_number(Duration time) { return ms_number(us(time)); }
/// "12.4 ms"
std::string as_ms(std::int64_t us);
/// The same for a sentence that is read once: whole milliseconds, and tenths below one.
std::string about_ms(std::int64_t us);
/// How long something takes: "12.4 ms", from ten seconds on "61.5 s", and "2 h" of whole hours.
std::string as_span(std::int64_t us);
/// "0.5 %" of 5000 millionths.
std::string as_percent(std::int64_t ppm);

}  // namespace locklab::sim
