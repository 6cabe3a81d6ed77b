// Checks of arguments that CLI11 would accept. Each returns what is wrong with `text`, or an empty
// string.
#pragma once

#include <string>

namespace locklab::app {

/// A whole number from 0. CLI11 alone would read -3 as a very large number, and clamp a number that
/// is too large.
std::string whole_number(const std::string& text);
/// A shard: "2/8" is the second of eight parts.
std::string shard_of(const std::string& text);
/// Seconds from 0.1 to 1,000,000; rejects "nan", which passes every range check.
std::string seconds_of(const std::string& text);

}  // namespace locklab::app
