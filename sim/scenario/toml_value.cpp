#include "sim/scenario/toml_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>

// The parser asserts that a table's header begins with a key, which "[.]" violates, although it
// reports that properly a few lines later. With NDEBUG it lets the compiler assume it instead.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

namespace locklab::sim {

namespace {

/// Upper limit of dots in one line. Each dot of a key nests one more table, and trees are walked
/// recursively.
constexpr std::ptrdiff_t most_dots_in_a_line = 64;

std::optional<TextPosition> too_many_dots(std::string_view text, std::uint32_t source) {
  TextPosition line{source, 1, 1};
  for (std::size_t begin = 0; begin < text.size(); ++line.line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view one = text.substr(begin, end - begin);
    if (std::count(one.begin(), one.end(), '.') > most_dots_in_a_line) return line;
    begin = end + 1;
  }
  return std::nullopt;
}

TextPosition position(const toml::source_position& at, std::uint32_t source) {
  return {source, static_cast<std::uint32_t>(at.line), static_cast<std::uint32_t>(at.column)};
}

template <class T>
std::string as_written(const T& date) {
  std::ostringstream out;
  out << date;
  return out.str();
}

/// Adds the digits that TOML requires before an exponent: 1.e+308 is not valid.
std::string with_digits_before_exponent(std::string decimal) {
  const std::size_t bare = decimal.find(".e");
  return bare == std::string::npos ? decimal : decimal.insert(bare + 1, 1, '0');
}

/// Whether the description of a parser's error suggests an unquoted text.
bool without_quotes(std::string_view description) {
  return description.find("could not determine value type") != std::string_view::npos;
}

/// The key that the parser met a second time, if that is what it complains about.
std::optional<std::string_view> set_twice(std::string_view description) {
  static constexpr std::string_view again = "cannot redefine existing ";
  const std::size_t at = description.find(again);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t begin = description.find('\'', at);
  const std::size_t end = description.rfind('\'');
  if (begin == std::string_view::npos || end == begin) return std::nullopt;
  return description.substr(begin + 1, end - begin - 1);
}

Value convert(const toml::node& node, std::uint32_t source);

void convert_fields(const toml::table& table, std::uint32_t source, Value& value) {
  for (const auto& [key, child] : table) {
    Value field = convert(child, source);
    field.key = std::string(key.str());
    field.key_at = position(key.source().begin, source);
    value.items.push_back(std::move(field));
  }
  // The parser sorts by name, but users expect the order of the file.
  std::stable_sort(value.items.begin(), value.items.end(),
                   [](const Value& a, const Value& b) { return a.key_at < b.key_at; });
}

Value convert(const toml::node& node, std::uint32_t source) {
  Value value;
  value.at = position(node.source().begin, source);
  if (const toml::table* table = node.as_table()) {
    convert_fields(*table, source, value);
  } else if (const toml::array* array = node.as_array()) {
    value.kind = Value::Kind::array;
    for (const toml::node& item : *array) value.items.push_back(convert(item, source));
  } else if (const auto* flag = node.as_boolean()) {
    value.kind = Value::Kind::boolean;
    value.truth = flag->get();
  } else if (const auto* number = node.as_integer()) {
    value.kind = Value::Kind::integer;
    value.integer = number->get();
  } else if (const auto* decimal = node.as_floating_point()) {
    // The shortest text that reads back as the same number is the decimal that was written.
    value.kind = Value::Kind::decimal;
    value.text = with_digits_before_exponent(fmt::format("{:#}", decimal->get()));
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::text;
    value.text = text->get();
  } else {
    value.kind = Value::Kind::date;
    if (const auto* date = node.as_date()) value.text = as_written(date->get());
    if (const auto* time = node.as_time()) value.text = as_written(time->get());
    if (const auto* both = node.as_date_time()) value.text = as_written(both->get());
  }
  return value;
}

std::string toml_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\u{:04X}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string key_as_written(std::string_view key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? std::string(key) : toml_quoted(key);
}

}  // namespace

const Value* Value::find(std::string_view name) const {
  for (const Value& item : items)
    if (is_table() && item.key == name) return &item;
  return nullptr;
}

Value* Value::find(std::string_view name) {
  return const_cast<Value*>(static_cast<const Value*>(this)->find(name));
}

Value& Value::put(Value value) {
  if (Value* old = find(value.key)) return *old = std::move(value);
  return items.emplace_back(std::move(value));
}

void Value::erase(std::string_view name) {
  std::erase_if(items, [&](const Value& item) { return item.key == name; });
}

Value Value::of(std::string_view key, std::string_view text) {
  Value value;
  value.kind = Kind::text;
  value.key = key;
  value.text = text;
  return value;
}

Sentence kind_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::boolean:
      return say("true or false");
    case Value::Kind::integer:
      return say("a whole number");
    case Value::Kind::decimal:
      return say("a decimal number");
    case Value::Kind::text:
      return say("a text");
    case Value::Kind::date:
      return say("a date or time");
    case Value::Kind::array:
      return say("a list");
    case Value::Kind::table:
      return say("a table");
  }
  return {};
}

std::variant<Value, Problem> parse_toml(std::string_view text, std::string_view file,
                                        std::uint32_t source) {
  if (const auto line = too_many_dots(text, source))
    return Problem{std::string(file), line->line, line->column, say("a line with very many dots"),
                   say("use at most {}", most_dots_in_a_line)};
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    const toml::parse_error& error = result.error();
    const TextPosition at = position(error.source().begin, source);
    if (const auto key = set_twice(error.description()))
      return Problem{std::string(file), at.line, at.column, say("'{}' is set twice", *key),
                     say("set it once")};
    return Problem{std::string(file), at.line, at.column,
                   say("this is not TOML: {}", error.description()),
                   without_quotes(error.description())
                       ? say("put a text in quotes, for example \"set_px_lua\"")
                       : Sentence{}};
  }
  return convert(result.table(), source);
}

std::string to_toml(const Value& value) {
  switch (value.kind) {
    case Value::Kind::boolean:
      return value.truth ? "true" : "false";
    case Value::Kind::integer:
      return fmt::format("{}", value.integer);
    case Value::Kind::text:
      return toml_quoted(value.text);
    case Value::Kind::decimal:
    case Value::Kind::date:
      return value.text;
    case Value::Kind::array:
    case Value::Kind::table:
      break;
  }
  std::string out(1, value.is_table() ? '{' : '[');
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i > 0) out += ", ";
    if (value.is_table()) out += key_as_written(value.items[i].key) + "=";
    out += to_toml(value.items[i]);
  }
  return out + (value.is_table() ? '}' : ']');
}

namespace {

/// Formats a text for a file. A multi-line text keeps its lines.
std::string text_in_file(const Value& value) {
  if (!value.is_text() || value.text.find('\n') == std::string::npos) return to_toml(value);
  std::string out = "\"\"\"\n";
  std::size_t begin = 0;
  for (std::size_t end; begin < value.text.size(); begin = end + 1) {
    end = std::min(value.text.find('\n', begin), value.text.size());
    const std::string line = toml_quoted(std::string_view(value.text).substr(begin, end - begin));
    out += line.substr(1, line.size() - 2);
    if (end < value.text.size()) out += '\n';
  }
  return out + "\"\"\"";
}

bool is_list_of_tables(const Value& value) {
  return value.is_array() && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(),
                     [](const Value& item) { return item.is_table(); });
}

std::string settings_of(const Value& table) {
  std::string out;
  for (const Value& item : table.items)
    out += fmt::format("{} = {}\n", key_as_written(item.key), text_in_file(item));
  return out;
}

}  // namespace

std::string to_toml_file(const Value& table) {
  std::string settings;
  std::string tables;
  for (const Value& item : table.items) {
    const std::string key = key_as_written(item.key);
    if (item.is_table()) {
      tables += fmt::format("\n[{}]\n{}", key, settings_of(item));
    } else if (is_list_of_tables(item)) {
      for (const Value& one : item.items)
        tables += fmt::format("\n[[{}]]\n{}", key, settings_of(one));
    } else {
      settings += fmt::format("{} = {}\n", key, text_in_file(item));
    }
  }
  return settings + tables;
}

}  // namespace locklab::sim
