// Sentences with a count of one: "1 updates were lost" is not English.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/words/language.h"
#include "sim/trace/sentence.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

/// Words ending in s that may follow a gap without being counted: the gap is a name, or a unit
/// follows.
const std::set<std::string> not_counted{
    "is",       "was",      "has",         "does",     "as",      "us",      "its",     "ms",
    "waits",    "says",     "needs",       "takes",    "enters",  "gives",   "reads",   "writes",
    "answers",  "promises", "sends",       "uses",     "asks",    "runs",    "knows",   "goes",
    "acquires", "releases", "crashes",     "wakes",    "freezes", "loses",   "starts",  "rejects",
    "forgets",  "strikes",  "picks",       "refuses",  "sleeps",  "lacks",   "begins",  "ends",
    "evicts",   "becomes",  "holds",       "locks",    "lets",    "remains", "breaks",  "wants",
    "belongs",  "accepts",  "gets",        "comes",    "lasts",   "stands",  "changes", "stays",
    "follows",  "saves",    "returns",     "stops",    "meets",   "removes", "calls",   "hands",
    "deletes",  "expires",  "owes",        "sets",     "stores",  "works",   "besides", "unless",
    "unlocks",  "leaves",   "keeps",       "sees",     "finds",   "fails",   "dies",    "counts",
    "happens",  "always",   "this",        "less",     "means",   "leads",   "admits",  "grants",
    "tries",    "belongs",  "hears",       "believes", "learns",  "moves",   "serves",  "owns",
    "exits",    "access",   "contradicts", "measures", "shows",   "renews",  "misses",  "makes",
    "cares",    "drops",    "process",     "exists"};

/// The words ending in s that follow a 1, such as "updates" in "1 more updates".
std::vector<std::string> counted_by_one(std::string_view text) {
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  std::vector<std::string> found;
  for (std::size_t at = text.find("1 "); at != text.npos; at = text.find("1 ", at + 1)) {
    if (at > 0 && in_word(text[at - 1])) continue;
    std::string_view rest = text.substr(at + 2);
    for (const std::string_view between : {"more ", "other ", "open ", "different ", "whole "})
      if (rest.starts_with(between)) rest.remove_prefix(between.size());
    const std::size_t end =
        std::min(rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), rest.size());
    const std::string_view word = rest.substr(0, end);
    const char next = end < rest.size() ? rest[end] : ' ';
    if (word.size() > 1 && word.ends_with('s') && !in_word(next) && next != '\'')
      found.emplace_back(word);
  }
  return found;
}

TEST(CountedSentences, SpeakOfOneInTheSingular) {
  std::size_t walked = 0;
  for (const auto& [pattern, chinese] : chinese_catalogue()) {
    if (pattern.find("{}") == pattern.npos) continue;
    ++walked;
    const std::string told = say(pattern, 1, 1, 1, 1, 1, 1, 1, 1).english();
    for (const std::string& word : counted_by_one(told))
      EXPECT_TRUE(not_counted.contains(word)) << told;
    EXPECT_EQ(told.find("there are 1 "), told.npos) << told;
    EXPECT_EQ(told.find("there are only 1 "), told.npos) << told;
  }
  EXPECT_GT(walked, 500u);
}

TEST(CountedSentences, AgreeWithTheirVerb) {
  EXPECT_THAT((std::vector{say("{} updates were lost", 1), say("{} updates were lost", 2),
                           say("{} updates were lost", 11), say("there are only {} servers", 1),
                           say("BROKEN: {}", say("{} updates were lost", 1)),
                           say("all {} attempts failed", 1), say("{} more clients", 1),
                           say("{} entries", 1)}),
              test::IsGolden());
  EXPECT_EQ(say("{} holds {}", "1", "2").english(), "1 holds 2") << "a client may be called 1";
}

}  // namespace
}  // namespace locklab::app
