// Reads one table of a scenario key by key, and reports what is wrong with it. Every key that a
// reader asks for is known. Other keys are mistakes, and the message names the nearest known key.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lock/time.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

/// Collects mistakes and keeps the most helpful complaint: one about an unknown key, or else a
/// wrong value, or else something missing, which a misspelt key may explain. Of several alike, it
/// keeps the first in the text.
class Complaints {
 public:
  /// `sources`: the names of the texts, for messages.
  explicit Complaints(std::vector<std::string> sources) : sources_(std::move(sources)) {}

  void unknown(TextPosition at, Sentence what, Sentence instead) { add(0, at, what, instead); }
  void wrong(TextPosition at, Sentence what, Sentence instead = {}) { add(1, at, what, instead); }
  void missing(TextPosition at, Sentence what, Sentence instead) { add(2, at, what, instead); }

  bool any() const { return first_.has_value(); }
  Problem problem() const;

 private:
  struct Complaint {
    int rank;
    TextPosition at;
    Sentence what, instead;
  };
  void add(int rank, TextPosition at, Sentence& what, Sentence& instead);

  std::vector<std::string> sources_;
  std::optional<Complaint> first_;
};

struct TimeRange {
  Duration least{0};
  Duration most = 24h;
  std::string_view limit = {};  ///< the key whose value is the maximum; empty if none
};

/// The word for the kind of a name, such as "client" or "strategy".
Sentence kind_of_name(std::string_view kind);

class TableReader {
 public:
  /// `where` names the table in messages: "[[client]]".
  TableReader(const Value& table, Sentence where, Complaints& complaints);
  TableReader(const Value& table, std::string_view where, Complaints& complaints)
      : TableReader(table, Sentence::name(where), complaints) {}
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;

  /// The value of a key, which is known from now on; nullptr if it is missing.
  const Value* field(std::string_view key);
  /// The value of a key; nullptr if it is missing or, with a complaint, of another kind.
  const Value* field(std::string_view key, Value::Kind kind);

  void text(std::string_view key, std::string& into);
  void flag(std::string_view key, bool& into);

  template <std::integral T>
  void integer(std::string_view key, T& into, std::int64_t least, std::int64_t most) {
    if (const auto number = integer_in(key, least, most)) into = static_cast<T>(*number);
  }

  /// Reads milliseconds, integer or decimal, to the nearest microsecond. `Into` is Duration or
  /// std::optional<Duration>.
  template <class Into>
  void time(std::string_view key, Into& into, TimeRange range = {}) {
    if (const auto duration = time_in(key, range)) into = *duration;
  }

  /// Reads one of `words`, as its index.
  template <class Enum>
  void word(std::string_view key, Enum& into, std::span<const std::string_view> words) {
    if (const auto index = word_in(key, words)) into = static_cast<Enum>(*index);
  }

  /// Reads one of `names`, such as the scenario's clients, as its index. nullopt if the key is
  /// missing or, with a complaint that names the `kind`, if the name is unknown.
  std::optional<std::size_t> named(std::string_view key, std::string_view kind,
                                   std::span<const std::string_view> names);

  /// Complains about unknown keys (those that no reader has asked for), and suggests known ones.
  void finish();

  TextPosition at() const { return table_.at; }
  const Sentence& where() const { return where_; }
  Complaints& complaints() { return complaints_; }

 private:
  std::optional<std::int64_t> integer_in(std::string_view key, std::int64_t least,
                                         std::int64_t most);
  std::optional<Duration> time_in(std::string_view key, TimeRange range);
  Sentence instead_of(std::string_view key) const;
  std::optional<std::size_t> word_in(std::string_view key, std::span<const std::string_view> words);

  const Value& table_;
  Sentence where_;
  Complaints& complaints_;
  std::vector<std::string_view> known_;
};

/// Parses a decimal number of milliseconds such as "-12.3456", without an exponent, to the nearest
/// microsecond, halves away from zero. nullopt for any other text, and for an absurdly long one.
std::optional<Duration> decimal_ms(std::string_view text);

}  // namespace locklab::sim
