#include "sim/scenario/table_reader.h"
#include "sim/trace/time_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <tuple>
#include <utility>

namespace locklab::sim {

namespace {

constexpr std::size_t most_keys_told = 24;
constexpr std::size_t some_keys = 16;  ///< shown of a longer list

/// Formats the value as TOML for a message, shortened if it is long.
std::string shown(const Value& value) {
  constexpr std::size_t most = 40;
  std::string text = to_toml(value);
  if (text.size() <= most) return text;
  std::size_t cut = most;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80)
    --cut;  // never in the middle of a character
  return text.substr(0, cut) + "...";
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::int64_t> whole(std::string_view digits) {
  std::int64_t value = 0;
  const auto [stopped, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || stopped != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

void Complaints::add(int rank, TextPosition at, Sentence& what, Sentence& instead) {
  if (first_ && std::tie(first_->rank, first_->at) <= std::tie(rank, at)) return;
  first_ = Complaint{rank, at, std::move(what), std::move(instead)};
}

Problem Complaints::problem() const {
  const Complaint& c = *first_;
  const std::string file = c.at.source < sources_.size() ? sources_[c.at.source] : std::string{};
  if (c.at.source != 0)
    return {file, 0, 0, c.what, c.instead};  // not as typed by the user, so columns mean nothing
  return {file, c.at.line, c.at.column, c.what, c.instead};
}

Sentence kind_of_name(std::string_view kind) {
  if (kind == "client") return say("client");
  if (kind == "node") return say("node");
  if (kind == "fault") return say("fault");
  if (kind == "strategy") return say("strategy");
  if (kind == "kind of semantics") return say("kind of semantics");
  return Sentence::name(kind);
}

TableReader::TableReader(const Value& table, Sentence where, Complaints& complaints)
    : table_(table), where_(std::move(where)), complaints_(complaints) {}

const Value* TableReader::field(std::string_view key) {
  known_.push_back(key);
  return table_.find(key);
}

const Value* TableReader::field(std::string_view key, Value::Kind kind) {
  const Value* value = field(key);
  if (!value || value->kind == kind) return value;
  complaints_.wrong(value->at, say("'{}' must be {}, not {}", key, kind_name(kind), shown(*value)));
  return nullptr;
}

void TableReader::text(std::string_view key, std::string& into) {
  if (const Value* value = field(key, Value::Kind::text)) into = value->text;
}

void TableReader::flag(std::string_view key, bool& into) {
  if (const Value* value = field(key, Value::Kind::boolean)) into = value->truth;
}

std::optional<std::int64_t> TableReader::integer_in(std::string_view key, std::int64_t least,
                                                    std::int64_t most) {
  const Value* value = field(key, Value::Kind::integer);
  if (!value) return std::nullopt;
  if (value->integer >= least && value->integer <= most) return value->integer;
  complaints_.wrong(value->at, say("'{}' is {}", key, value->integer),
                    say("it must be {} .. {}", least, most));
  return std::nullopt;
}

std::optional<Duration> TableReader::time_in(std::string_view key, TimeRange range) {
  const Value* value = field(key);
  if (!value) return std::nullopt;
  std::optional<Duration> time;
  if (value->kind == Value::Kind::decimal) time = decimal_ms(value->text);
  if (value->kind == Value::Kind::integer) time = decimal_ms(fmt::format("{}", value->integer));
  const bool number = value->kind == Value::Kind::decimal || value->kind == Value::Kind::integer;
  if (!number) {
    complaints_.wrong(value->at,
                      say("'{}' must be a number of milliseconds, not {}", key, shown(*value)));
    return std::nullopt;
  }
  if (time && *time >= range.least && *time <= range.most) return time;
  const bool above_limit = time && *time > range.most && !range.limit.empty();
  complaints_.wrong(
      value->at, say("'{}' is {}", key, shown(*value)),
      above_limit ? say("it must be at most {}, which is {} ms", range.limit, ms_number(range.most))
                  : say("it must be {} .. {} ms", ms_number(range.least), ms_number(range.most)));
  return std::nullopt;
}

std::optional<std::size_t> TableReader::word_in(std::string_view key,
                                                std::span<const std::string_view> words) {
  const Value* value = field(key, Value::Kind::text);
  if (!value) return std::nullopt;
  const auto found = std::find(words.begin(), words.end(), value->text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  complaints_.wrong(value->at, say("'{}' cannot be '{}'", key, value->text),
                    use_instead(value->text, words));
  return std::nullopt;
}

std::optional<std::size_t> TableReader::named(std::string_view key, std::string_view kind,
                                              std::span<const std::string_view> names) {
  const Value* value = field(key, Value::Kind::text);
  if (!value) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), value->text);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  complaints_.wrong(value->at, say("unknown {} '{}'", kind_of_name(kind), value->text),
                    use_instead(value->text, names));
  return std::nullopt;
}

void TableReader::finish() {
  for (const Value& item : table_.items) {
    if (std::find(known_.begin(), known_.end(), item.key) != known_.end()) continue;
    complaints_.unknown(item.key_at, say("unknown key '{}' in {}", item.key, where_),
                        instead_of(item.key));
  }
}

Sentence TableReader::instead_of(std::string_view key) const {
  std::vector<std::string_view> known;
  for (const std::string_view one : known_)
    if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(one);
  if (known.size() <= most_keys_told || nearest(key, known)) return use_instead(key, known);
  return say("use for example {}; assets/scenarios/README.md names all {} keys",
             listed(std::span(known).first(some_keys)), known.size());
}

std::optional<Duration> decimal_ms(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view front = text.substr(0, point);
  const std::string_view behind =
      point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (front.empty() || front.size() > 15 || !all_digits(front)) return std::nullopt;
  if (!all_digits(behind)) return std::nullopt;
  const std::string padded = std::string(behind.substr(0, 4)) + "0000";
  std::int64_t us = *whole(front) * 1000 + *whole(padded.substr(0, 3));
  if (padded[3] >= '5') ++us;
  return Duration(negative ? -us : us);
}

}  // namespace locklab::sim
