#include "sim/trace/json_text.h"

#include <nlohmann/json.hpp>

namespace locklab {

template <class Json>
Json read_json(std::string_view text) {
  return Json::parse(text, nullptr, false);
}
template nlohmann::json read_json(std::string_view text);
template nlohmann::ordered_json read_json(std::string_view text);

nlohmann::ordered_json read_json(std::string_view text, int deepest) {
  using Json = nlohmann::ordered_json;
  bool too_deep = false;
  const auto look = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > deepest;
    return !too_deep;
  };
  Json json = Json::parse(text, look, false);
  return too_deep ? Json(Json::value_t::discarded) : json;
}

std::string json_text(const nlohmann::json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace locklab
