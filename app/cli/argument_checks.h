// Checks of values that CLI11 would accept, or would reject in its own words. Each check belongs to
// an option, and throws WrongValue if it rejects the value.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

/// Returns an empty string, which tells CLI11 that the value is valid.
using Check = std::function<std::string(const std::string&)>;

/// Accepts only one of `words`.
Check one_of(std::string option, std::vector<std::string_view> words);
/// Accepts a whole number from `least` to `most`. CLI11 alone would read -3 as a very large number,
/// and clamp a number that is too large.
Check whole_number(std::string option, std::uint64_t least = 0, std::uint64_t most = UINT64_MAX);
/// Accepts a shard: "2/8" is the second of eight parts.
Check shard_of(std::string option);
/// Accepts seconds from 0.1 to 1,000,000.
Check seconds_of(std::string option);

}  // namespace locklab::app
