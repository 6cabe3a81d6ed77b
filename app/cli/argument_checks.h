// What an argument must be, where CLI11 would take more than that. Each gives what is wrong with
// `text`; empty: nothing.
#pragma once

#include <string>

namespace locklab::app {

/// 0 and more. CLI11 itself would take -3 for a very large number, and the largest for one that is
/// too large.
std::string whole_number(const std::string& text);
/// "2/8": the second of eight parts.
std::string shard_of(const std::string& text);
/// 0.1 to 1,000,000; also no "nan", which lies in every range.
std::string seconds_of(const std::string& text);

}  // namespace locklab::app
