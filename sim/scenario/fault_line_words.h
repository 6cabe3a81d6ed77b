// Splits a fault line (fault_line.h) into words, and parses the numbers and times among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/time.h"

namespace locklab::sim {

/// The words of the line. A key=value pair, as in a scenario's file, becomes the words that mean
/// the same in a line.
std::vector<std::string> words_of_fault_line(std::string_view line);

/// Parses a time: "500ms", "3s", "1.5s", "250us", "-5s". nullopt if the word is not a time.
std::optional<Duration> time_in(std::string_view word);

/// Parses a decimal number and multiplies it by `of_one`: "1.5" by 1000 is 1500. nullopt if this is
/// not a number, the product is not a whole number, or it is too large.
std::optional<std::int64_t> parts_in(std::string_view digits, std::int64_t of_one);

/// Parses a whole number without a sign; nullopt if this is no such number, or above 2^32 - 1.
std::optional<std::uint32_t> whole_in(std::string_view digits);

}  // namespace locklab::sim
