// Switches of a load's lock by name, as set by `--set` and the fields of the window.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "app/load/stress_work.h"
#include "lock/switch.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// Sets a switch from text. Returns a problem of `--set` if the lock has no such switch or the
/// value is invalid.
std::optional<sim::Problem> set_switch(StressWork& work, std::string_view name,
                                       const std::string& text);

/// Value of a switch as JSON: milliseconds for a duration, the word for a choice, a boolean for a
/// flag, the number for a count.
nlohmann::ordered_json setting_json(const Switch& one, std::int64_t value);
/// Inverse of setting_json(); nullopt if the value is not valid for the switch.
std::optional<std::int64_t> setting_in(const Switch& one, const nlohmann::ordered_json& json);

}  // namespace locklab::app
