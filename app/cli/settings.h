// The values of --set: "ttl_ms=100", or several settings in TOML.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// The settings as TOML without braces: "ttl_ms=100, order=\"parallel\"". A value that is not a
/// number, a flag or TOML is treated as text. `before` holds the earlier settings, in braces, or is
/// empty. A key set there must not be set again, and neither must the keys that other options set
/// (`options`), such as "strategy" by --strategy.
std::variant<std::string, sim::Problem> settings_as_toml(
    const std::vector<std::string>& settings, const std::string& before,
    const std::vector<std::string_view>& options = {});

/// The keys that a value of --set sets.
std::vector<std::string> keys_of(std::string_view settings);

/// Attributes a problem in a run's settings to the option --set, if that option was given
/// (`settings` holds its values).
sim::Problem said_of_option(sim::Problem problem, const std::vector<std::string>& settings);

}  // namespace locklab::app
