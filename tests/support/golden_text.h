// The sentences that tests expect, for all tests in one file a language: tests/golden/sentences_en
// and sentences_zh. A test asserts codes, events and numbers itself, and of a sentence only that it
// reads as before:
//
//   EXPECT_THAT(problem, IsGolden());
//
// An entry is named after its test; a test that asks more than once has numbered entries, in the
// order in which it asks, or names them: IsGolden("the second try"). `tests/run --rewrite` writes
// both files anew from what the tests find, and the difference is reviewed as any other.
#pragma once

#include <gmock/gmock.h>

#include <concepts>
#include <string>
#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::test {

/// A text as the catalogues have it. `chinese` is empty for what is English alone, and `english`
/// for what is Chinese.
struct GoldenText {
  std::string english, chinese;

  void add_line(const GoldenText& line);
};

GoldenText golden_text(const Sentence& sentence);
GoldenText golden_text(std::string_view text);

/// A value of JSON: of a string its text.
template <class Json>
requires requires(const Json& value) { value.is_string(); }
GoldenText golden_text(const Json& value) {
  return golden_text(
      std::string_view(value.is_string() ? value.template get<std::string>() : value.dump()));
}

/// Rows of a text, each a line.
template <class Rows>
requires(!std::convertible_to<Rows, std::string_view> && !requires(const Rows& rows) {
  rows.is_string();
}) GoldenText golden_text(const Rows& rows) {
  GoldenText all;
  for (const auto& row : rows) all.add_line(golden_text(row));
  return all;
}

/// The full name of the present test's next entry.
std::string next_golden_name(std::string_view name);

/// Whether the entry reads so. Otherwise `why` has what it says.
bool reads_as_golden(const std::string& entry, const GoldenText& text, std::ostream* why);

MATCHER_P(ReadsAs, entry, "reads as " + entry + " in tests/golden/sentences_*") {
  return reads_as_golden(entry, golden_text(arg), result_listener->stream());
}

/// Matches a sentence, a text, or rows of them that read as the next entry of this test.
inline auto IsGolden(std::string_view name = {}) { return ReadsAs(next_golden_name(name)); }

}  // namespace locklab::test
