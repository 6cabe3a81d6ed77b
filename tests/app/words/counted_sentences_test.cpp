// Sentences that count, of one thing: "1 updates were lost" is no English.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "app/words/language.h"
#include "sim/trace/sentence.h"

namespace locklab::app {
namespace {

/// Words behind a gap that end with an s and count nothing: the gap is a name, or a unit follows.
const std::set<std::string> not_counted{
    "is",       "was",         "has",      "does",    "as",      "us",      "its",    "ms",
    "waits",    "says",        "needs",    "takes",   "enters",  "gives",   "reads",  "writes",
    "answers",  "promises",    "sends",    "uses",    "asks",    "runs",    "knows",  "goes",
    "acquires", "releases",    "crashes",  "wakes",   "freezes", "loses",   "starts", "rejects",
    "forgets",  "strikes",     "picks",    "refuses", "sleeps",  "lacks",   "begins", "ends",
    "becomes",  "holds",       "locks",    "lets",    "remains", "breaks",  "wants",  "belongs",
    "accepts",  "gets",        "comes",    "lasts",   "stands",  "changes", "stays",  "follows",
    "saves",    "returns",     "stops",    "meets",   "removes", "calls",   "hands",  "deletes",
    "expires",  "owes",        "sets",     "stores",  "works",   "besides", "unless", "unlocks",
    "leaves",   "keeps",       "sees",     "finds",   "fails",   "dies",    "counts", "happens",
    "always",   "this",        "less",     "means",   "leads",   "admits",  "grants", "tries",
    "belongs",  "hears",       "believes", "learns",  "moves",   "serves",  "owns",   "exits",
    "access",   "contradicts", "measures", "shows",   "renews",  "misses",  "makes",  "cares",
    "drops",    "process"};

TEST(CountedSentences, SpeakOfOneInTheSingular) {
  const std::regex counts(R"(\b1 (?:(?:more|other|open|different|whole) )?([a-z]+s)\b(?!'))");
  std::size_t walked = 0;
  for (const auto& [pattern, chinese] : chinese_catalogue()) {
    if (pattern.find("{}") == pattern.npos) continue;
    ++walked;
    const std::string told = say(pattern, 1, 1, 1, 1, 1, 1, 1, 1).english();
    for (std::sregex_iterator at(told.begin(), told.end(), counts), end; at != end; ++at)
      EXPECT_TRUE(not_counted.contains((*at)[1].str())) << told;
    EXPECT_EQ(told.find("there are 1 "), told.npos) << told;
    EXPECT_EQ(told.find("there are only 1 "), told.npos) << told;
  }
  EXPECT_GT(walked, 500u);
}

TEST(CountedSentences, AgreeWithTheirVerb) {
  EXPECT_EQ(say("{} updates were lost", 1).english(), "1 update was lost");
  EXPECT_EQ(say("{} updates were lost", 2).english(), "2 updates were lost");
  EXPECT_EQ(say("{} updates were lost", 11).english(), "11 updates were lost");
  EXPECT_EQ(say("there are only {} servers", 1).english(), "there is only 1 server");
  EXPECT_EQ(say("BROKEN: {}", say("{} updates were lost", 1)).english(),
            "BROKEN: 1 update was lost");
  EXPECT_EQ(say("all {} attempts failed", 1).english(), "the only attempt failed");
  EXPECT_EQ(say("{} more clients", 1).english(), "1 more client");
  EXPECT_EQ(say("{} entries", 1).english(), "1 entry");
  EXPECT_EQ(say("{} holds {}", "1", "2").english(), "1 holds 2") << "a client may be called 1";
}

}  // namespace
}  // namespace locklab::app
