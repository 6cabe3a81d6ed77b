// TOML text as a plain tree that remembers where each piece stood. The only door to the TOML
// parser: reading, overriding and printing work on this tree, so that an error in a variation
// points into the variation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/trace/problem.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

/// A place in one of several texts (a file, then what was changed on the command line).
struct TextPosition {
  std::uint32_t source = 0;  ///< which text
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;
  auto operator<=>(const TextPosition&) const = default;
};

struct Value {
  enum class Kind : std::uint8_t { boolean, integer, decimal, text, date, array, table };

  Kind kind = Kind::table;
  bool truth = false;
  std::int64_t integer = 0;
  std::string text;          ///< a text's bytes; a decimal as written, shortest: "0.5"
  std::vector<Value> items;  ///< of an array or a table, in the order of the text
  std::string key;           ///< inside a table: under which name
  TextPosition key_at;
  TextPosition at;

  bool is_table() const { return kind == Kind::table; }
  bool is_array() const { return kind == Kind::array; }
  bool is_text() const { return kind == Kind::text; }

  /// Of a table: null if it has no such key.
  const Value* find(std::string_view name) const;
  Value* find(std::string_view name);
  /// Of a table: `value` under its own key, instead of what was there.
  Value& put(Value value);
  void erase(std::string_view name);

  static Value of(std::string_view key, std::string_view text);
};

/// "a table", "a whole number" and so on, for messages.
Sentence kind_name(Value::Kind kind);

/// The table that `text` is. `file` is for the message, `source` for the positions. Never throws,
/// whatever the bytes are.
std::variant<Value, Problem> parse_toml(std::string_view text, std::string_view file,
                                        std::uint32_t source);

/// As one line of TOML: {at_ms=61, jump={node="n3", ms=50}}. Parsing it gives the same tree again.
std::string to_toml(const Value& value);

/// A table as a file that people read: a setting a line, then each table under a heading of its
/// own. Parsing it gives the same tree again, with the settings before the tables.
std::string to_toml_file(const Value& table);

}  // namespace locklab::sim
