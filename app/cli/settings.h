// What --set takes: "ttl_ms=100", or several settings as TOML writes them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"

namespace locklab::app {

/// The settings as TOML without braces: "ttl_ms=100, order=\"parallel\"". A value that is neither a
/// number nor a flag nor TOML already is a text. `before`: what is set already, in braces or empty.
std::variant<std::string, sim::Problem> settings_as_toml(const std::vector<std::string>& settings,
                                                         const std::string& before);

}  // namespace locklab::app
