// The words of a line that tells a fault (fault_line.h), and the numbers and times among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/time.h"

namespace locklab::sim {

/// The words, with those that a file writes as key=value told as a line tells them.
std::vector<std::string> words_of_fault_line(std::string_view line);

/// "500ms", "3s", "1.5s", "250us", "-5s".
std::optional<Duration> time_in(std::string_view word);

/// A decimal number as so many parts of one: "1.5" of 1000 is 1500. None: this is not a number, or
/// has more digits than that, or is too large.
std::optional<std::int64_t> parts_in(std::string_view digits, std::int64_t of_one);

/// A whole number without a sign.
std::optional<std::uint32_t> whole_in(std::string_view digits);

}  // namespace locklab::sim
