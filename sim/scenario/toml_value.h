// TOML text as a plain tree that remembers the position of each piece. Only toml_value.cpp uses the
// TOML parser. Reading, overriding and printing work on this tree, so an error in a variation
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

/// A position in one of several texts: a file, then the changes from the command line.
struct TextPosition {
  std::uint32_t source = 0;  ///< number of the text
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;
  auto operator<=>(const TextPosition&) const = default;
};

struct Value {
  enum class Kind : std::uint8_t { boolean, integer, decimal, text, date, array, table };

  Kind kind = Kind::table;
  bool truth = false;
  std::int64_t integer = 0;
  std::string text;          ///< a text's bytes; a date; a decimal in its shortest form: "0.5"
  std::vector<Value> items;  ///< of an array or a table, in the order of the text
  std::string key;           ///< its key inside a table
  TextPosition key_at;
  TextPosition at;

  bool is_table() const { return kind == Kind::table; }
  bool is_array() const { return kind == Kind::array; }
  bool is_text() const { return kind == Kind::text; }

  /// The value under a key of a table, or null.
  const Value* find(std::string_view name) const;
  Value* find(std::string_view name);
  /// Puts `value` into a table under its own key, replacing the old value.
  Value& put(Value value);
  void erase(std::string_view name);

  static Value of(std::string_view key, std::string_view text);
};

/// The kind in words, for messages: "a table", "a whole number" and so on.
Sentence kind_name(Value::Kind kind);

/// Parses `text` into a table. `file` is for messages, `source` for positions. Never throws,
/// whatever the bytes.
std::variant<Value, Problem> parse_toml(std::string_view text, std::string_view file,
                                        std::uint32_t source);

/// Formats the value as one line of TOML: {at_ms=61, jump={node="n3", ms=50}}. Parsing it gives the
/// same tree.
std::string to_toml(const Value& value);

/// Formats a table as a readable file: one setting per line, then each table under its own heading.
/// Parsing it gives the same tree, with the settings before the tables.
std::string to_toml_file(const Value& table);

}  // namespace locklab::sim
