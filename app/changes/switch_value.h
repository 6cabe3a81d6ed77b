// The value of a lock's switch as a person types it into a field: checked by the switch's own
// declaration, as `--set` is.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "lock/switch.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// A word of a choice, "true" or "false" of a flag, a whole number, or milliseconds of a duration,
/// as Switch::set takes it.
std::variant<std::int64_t, sim::Problem> switch_value(const Switch& one, const std::string& text);
/// The text that gives this value.
std::string switch_text(const Switch& one, std::int64_t value);

}  // namespace locklab::app
