// Checks of values that CLI11 would accept, or would reject in its own words. Each belongs to an
// option, and throws WrongValue.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

/// Returns an empty string, so that CLI11 accepts the value.
using Check = std::function<std::string(const std::string&)>;

/// Accepts one of `words`.
Check one_of(std::string option, std::vector<std::string_view> words);
/// A whole number from `least` to `most`. CLI11 alone would read -3 as a very large number, and
/// clamp a number that is too large.
Check whole_number(std::string option, std::uint64_t least = 0, std::uint64_t most = UINT64_MAX);
/// A shard: "2/8" is the second of eight parts.
Check shard_of(std::string option);
/// Seconds from 0.1 to 1,000,000.
Check seconds_of(std::string option);

}  // namespace locklab::app
