#include "app/cli/report_json.h"

#include <nlohmann/json.hpp>

#include "sim/trace/json_text.h"

namespace locklab::app {

std::optional<nlohmann::ordered_json> parsed(const std::string& text) {
  auto json = read_json(text, 16);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

}  // namespace locklab::app
