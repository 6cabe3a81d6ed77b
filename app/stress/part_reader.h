// Reads fields of a report that may hold anything: each is checked before it is used, and the first
// that does not fit is remembered.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/trace/sentence.h"

namespace locklab::app {

/// The formats that this version writes and reads: of the report of a load, and of what only a part
/// has. The first ones had durations in microseconds under names in ms.
inline constexpr int load_format = 2;
inline constexpr int part_format = 2;

class PartReader {
 public:
  using Json = nlohmann::ordered_json;

  /// The first problem; none: all fields fit.
  const std::optional<Sentence>& problem() const { return problem_; }
  void wrong(const std::string& key);

  /// A member, or null.
  const Json& field(const Json& object, const char* key) const {
    static const Json null;
    if (!object.is_object()) return null;
    const auto found = object.find(key);
    return found == object.end() ? null : *found;
  }
  /// A count that can be added up.
  std::uint64_t count(const Json& object, const char* key, std::uint64_t most = largest) {
    const Json& value = field(object, key);
    return value_of(value, key, most);
  }
  std::uint64_t value_of(const Json& value, const char* key, std::uint64_t most = largest) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most)
      return value.get<std::uint64_t>();
    wrong(key);
    return 0;
  }
  /// A time in microseconds, which may be before the zero.
  std::int64_t time(const Json& value, const char* key) {
    if (value.is_number_integer() && value.get<double>() < 9e15 && value.get<double>() > -9e15)
      return value.get<std::int64_t>();
    wrong(key);
    return 0;
  }
  bool flag(const Json& object, const char* key) {
    const Json& value = field(object, key);
    if (value.is_boolean()) return value.get<bool>();
    wrong(key);
    return false;
  }
  std::string text(const Json& object, const char* key) {
    const Json& value = field(object, key);
    if (value.is_string()) return value.get<std::string>();
    wrong(key);
    return {};
  }
  /// A list, or an empty one.
  const Json& list(const Json& object, const char* key) {
    static const Json none = Json::array();
    const Json& value = field(object, key);
    if (value.is_array()) return value;
    wrong(key);
    return none;
  }

 private:
  static constexpr std::uint64_t largest = std::uint64_t{1} << 53;

  std::optional<Sentence> problem_;
};

}  // namespace locklab::app
