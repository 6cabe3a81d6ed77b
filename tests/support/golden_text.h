// The sentences that tests expect, in one file per language: tests/golden/sentences_en and
// sentences_zh. A test asserts codes, events and numbers itself, and of a sentence only that it is
// unchanged:
//
//   EXPECT_THAT(problem, IsGolden());
//
// An entry is named after its test; a test with several entries has them numbered in the order of
// its checks, or names them: IsGolden("the second try"). `tests/run --rewrite` writes both files
// anew from what the tests produce; the difference is reviewed like any other.
#pragma once

#include <gmock/gmock.h>

#include <concepts>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::test {

/// A text in both languages. `chinese` is empty for text in English only, `english` for text in
/// Chinese only.
struct GoldenText {
  std::string english, chinese;

  void add_line(const GoldenText& line);
};

GoldenText golden_text(const Sentence& sentence);
GoldenText golden_text(std::string_view text);

/// The text of a JSON value; of a string without quotes.
template <class Json>
requires requires(const Json& value) { value.is_string(); }
GoldenText golden_text(const Json& value) {
  return golden_text(
      std::string_view(value.is_string() ? value.template get<std::string>() : value.dump()));
}

/// Rows as the lines of one text.
template <class Rows>
requires(!std::convertible_to<Rows, std::string_view> && !requires(const Rows& rows) {
  rows.is_string();
}) GoldenText golden_text(const Rows& rows) {
  GoldenText all;
  for (const auto& row : rows) all.add_line(golden_text(row));
  return all;
}

/// The full name of the current test's next entry.
std::string next_golden_name(std::string_view name);

/// True if the entry has this text. Otherwise the difference is written to `why`, if given.
bool reads_as_golden(const std::string& entry, const GoldenText& text, std::ostream* why);

MATCHER_P(ReadsAs, entry, "reads as " + entry + " in tests/golden/sentences_*") {
  return reads_as_golden(entry, golden_text(arg), result_listener->stream());
}

/// Matches a sentence, a text, or rows of them that read as the next entry of this test.
inline auto IsGolden(std::string_view name = {}) { return ReadsAs(next_golden_name(name)); }

}  // namespace locklab::test
