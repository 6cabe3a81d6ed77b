// JSON as text. Compiling nlohmann's parser and printer takes seconds in each source file that uses
// them, so most files use these functions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace locklab {

/// Parses JSON. The result is_discarded() if the text is not JSON.
template <class Json>
Json read_json(std::string_view text);
extern template nlohmann::json read_json(std::string_view text);
extern template nlohmann::ordered_json read_json(std::string_view text);

/// Parses JSON. The result is also discarded if it has values nested deeper than `deepest` levels.
nlohmann::ordered_json read_json(std::string_view text, int deepest);

/// Prints JSON. `indent`: spaces per level, -1 for one line. Bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::json& json, int indent = -1);
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace locklab
