#include "sim/trace/record_layout.h"

#include <algorithm>
#include <cstddef>

namespace locklab::sim {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json record_layout() {
  const auto field = [](const char* name, std::size_t offset, const char* type) {
    return Json{{"name", name}, {"offset", offset}, {"type", type}};
  };
  return Json{
      {"size", sizeof(Event)},
      {"fields",
       {field("at", offsetof(Event, at), "i64"), field("value", offsetof(Event, value), "i64"),
        field("extra", offsetof(Event, extra), "i64"),
        field("message", offsetof(Event, message), "u32"),
        field("acquisition", offsetof(Event, acquisition), "u32"),
        field("text", offsetof(Event, text), "u32"),
        field("since_us", offsetof(Event, since_us), "u32"),
        field("client", offsetof(Event, client), "u16"),
        field("node", offsetof(Event, node), "u16"), field("key", offsetof(Event, key), "u16"),
        field("place", offsetof(Event, place), "u16"), field("kind", offsetof(Event, kind), "u8"),
        field("purpose", offsetof(Event, purpose), "u8"),
        field("detail", offsetof(Event, detail), "u8"),
        field("standing", offsetof(Event, standing), "u8"),
        field("fault", offsetof(Event, fault), "u16"),
        field("reason", offsetof(Event, reason), "u8"),
        field("unused", offsetof(Event, unused), "u8")}}};
}

bool is_readable(const nlohmann::ordered_json& layout) {
  Json without_reasons = record_layout();
  Json& fields = without_reasons["fields"];
  fields.erase(fields.size() - 1);
  fields.back() = {{"name", "unused"}, {"offset", offsetof(Event, reason)}, {"type", "u8[2]"}};
  return layout == record_layout() || layout == without_reasons;
}

namespace {

template <class Code>
ReasonCode named(std::string_view words) {
  for (unsigned i = 1; i < static_cast<unsigned>(Code::count_); ++i)
    if (name(static_cast<Code>(i)) == words) return reason_of(static_cast<Code>(i));
  return ReasonCode::unknown;
}

}  // namespace

ReasonCode reason_in_words(EventKind kind, std::string_view words) {
  if (kind == EventKind::refused) return named<Refusal>(words);
  if (kind == EventKind::timed_out) return named<Silence>(words);
  return kind == EventKind::message_lost ? named<Loss>(words) : ReasonCode::unknown;
}

nlohmann::ordered_json kind_names() {
  Json names = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(EventKind::count_); ++i)
    names.push_back(std::string(name(static_cast<EventKind>(i))));
  return names;
}

std::optional<std::vector<EventKind>> kinds_named(const std::vector<std::string>& names) {
  const Json known = kind_names();
  std::vector<EventKind> kinds;
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) return std::nullopt;
    kinds.push_back(static_cast<EventKind>(found - known.begin()));
  }
  return kinds;
}

}  // namespace locklab::sim
