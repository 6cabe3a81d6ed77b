// The possible values of a key, and the operations on all of them. To support another Redis type,
// add it to the variant; the compiler then shows where it must be handled.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// Strings are all that the locks need today.
using KeyValue = std::variant<std::string>;

/// Bytes that count towards maxmemory.
inline std::size_t size_of(const KeyValue& value) {
  return std::visit([](const std::string& text) { return text.size(); }, value);
}

/// The value's type, as the TYPE command returns it.
inline std::string_view type_of(const KeyValue& value) {
  return std::visit([](const std::string&) { return std::string_view("string"); }, value);
}

/// The value as shown in a trace: a string's own text.
inline std::string_view shown(const KeyValue& value) {
  return std::visit([](const std::string& text) { return std::string_view(text); }, value);
}

/// The text of a string; null for another type.
inline const std::string* text_in(const KeyValue& value) {
  return std::get_if<std::string>(&value);
}

inline void add(Fingerprint& print, const KeyValue& value) {
  print.add(std::uint64_t{value.index()});
  std::visit([&](const std::string& text) { print.add(std::string_view(text)); }, value);
}

}  // namespace locklab::sim
