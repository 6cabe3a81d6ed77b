// Reads JSON of a report that somebody names.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace locklab::app {

/// Parses JSON. Nothing: the text is not JSON, or is nested deeper than any report.
std::optional<nlohmann::ordered_json> parsed(const std::string& text);

}  // namespace locklab::app
