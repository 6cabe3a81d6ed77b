// The value of a lock's switch as typed into a field, checked by the switch's own declaration, as
// `--set` is.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "lock/switch.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// Parses a word of a choice, "true" or "false" for a flag, a whole number, or milliseconds for a
/// duration, for Switch::set.
std::variant<std::int64_t, sim::Problem> switch_value(const Switch& one, const std::string& text);
/// Formats a value as switch_value() parses it.
std::string switch_text(const Switch& one, std::int64_t value);

}  // namespace locklab::app
