// The switches of a load's lock, by their names: as `--set` gives them, and the fields of the
// window.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "app/load/stress_work.h"
#include "lock/switch.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// Sets a switch to what is typed. A problem of `--set`: the lock does not have it, or it cannot be
/// that.
std::optional<sim::Problem> set_switch(StressWork& work, std::string_view name,
                                       const std::string& text);

/// The value of a switch in the unit of its name, for a file: milliseconds of a duration, the word
/// of a choice.
nlohmann::ordered_json setting_json(const Switch& one, std::int64_t value);
/// The value that such a file says; none: the switch cannot be that.
std::optional<std::int64_t> setting_in(const Switch& one, const nlohmann::ordered_json& json);

}  // namespace locklab::app
