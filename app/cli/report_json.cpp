#include "app/cli/report_json.h"

#include <nlohmann/json.hpp>

namespace locklab::app {

std::optional<nlohmann::ordered_json> parsed(const std::string& text) {
  using Json = nlohmann::ordered_json;
  constexpr int deepest = 16;
  bool too_deep = false;
  const auto look = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > deepest;
    return !too_deep;
  };
  Json json = Json::parse(text, look, false);
  if (json.is_discarded() || too_deep) return std::nullopt;
  return json;
}

}  // namespace locklab::app
