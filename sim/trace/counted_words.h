// English words behind a number: "1 update was lost" of a pattern "{} updates were lost".
#pragma once

#include <string>
#include <string_view>

namespace locklab::sim {

/// Adds what a pattern has behind a gap to `told`, which ends with the number 1 of that gap. What
/// it counts comes in the singular, and if it is the sentence's subject, so does its verb.
void add_after_one(std::string& told, std::string_view piece, bool is_subject);

}  // namespace locklab::sim
