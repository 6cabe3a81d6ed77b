// Checks the English texts: un-native phrases, each listed with a better one, must not come back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "tests/tidy_sources.h"

namespace tidy {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

struct Phrase {
  const char* pattern;  ///< for text in lower case; ^ and $ are the ends of the whole text
  const char* better;
};

constexpr Phrase wrong_phrases[] = {
    {"nothing is called so", "No matching command"},
    {R"(is no time\b)", "Not a valid time"},
    {R"(is no length\b)", "is not a duration"},
    {R"(^not so\b)", "Not quite."},
    {"it shall strike", "click a target"},
    {R"(\(esc: not\))", "(Esc cancels)"},
    {"^take (this|the|a) (fault|branch)( away)?$", "Remove fault, delete branch"},
    {"^show me$", "Reset this step"},
    {"go on where you were", "Continue"},
    {"in (no|a) file yet", "has not been saved"},
    {"^world time per real time", "Playback speed"},
    {"run is on its way", "Running…"},
    {"set up otherwise", "settings changed"},
    {R"(\bfaults? less\b)", "fault removed"},
    {"that it came of", "its parent"},
    {R"((smaller|larger|bigger) letters)", "a smaller scale"},
    {"^(.* )?has the key$", "alice's key, 124 ms left"},
    {"as high as its lease|is long still", "its height is the lease left"},
    {"^of which property", "Property shown"},
    {R"(\bhas it;|\blacks it\b|^has it$)", "yes, no"},
    {"none to strike", "n/a"},
    {"bring both in", "Get both clients inside."},
    {"mends by itself", "bob's pause ends"},
};

std::string lower(std::string text) {
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

/// A better phrase for an un-native one in this text; empty if there is none.
std::string better_than(const std::string& text) {
  static const std::vector<std::regex> patterns = [] {
    std::vector<std::regex> all;
    for (const Phrase& phrase : wrong_phrases) all.emplace_back(phrase.pattern);
    return all;
  }();
  const std::string lowered = lower(text);
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (std::regex_search(lowered, patterns[i])) return wrong_phrases[i].better;
  return "";
}

/// The string literals of a file; adjacent ones are joined.
std::vector<std::string> literals(const Source& file) {
  static const std::regex literal(R"re("((?:\\.|[^"\\])*)")re");
  std::vector<std::string> all;
  bool open = false;  // the next literal may continue the last one
  for (const std::string& line : file.lines) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos || line.compare(first, 2, "//") == 0 || line[first] == '#') {
      open = false;
      continue;
    }
    std::size_t end = 0;
    for (std::sregex_iterator at(line.begin(), line.end(), literal), none; at != none; ++at) {
      const auto begin = static_cast<std::size_t>(at->position());
      const bool only_space = line.find_first_not_of(' ', end) == begin;
      if (open && only_space) {
        all.back() += (*at)[1];
      } else {
        all.push_back((*at)[1]);
      }
      end = begin + static_cast<std::size_t>(at->length());
      open = true;
    }
    if (line.find_first_not_of(' ', end) != std::string::npos) open = false;
  }
  return all;
}

/// The texts that contain such a phrase, each with a better one.
std::vector<std::string> wrong_texts(const std::vector<Source>& files) {
  std::vector<std::string> found;
  for (const Source& file : files)
    for (const std::string& text : literals(file))
      if (const std::string better = better_than(text); !better.empty())
        found.push_back(file.path + ": \"" + text + "\", rather: " + better);
  return found;
}

TEST(English, WhatNobodySaysDoesNotComeBack) {
  std::vector<Source> texts = read_sources({"app", "lock", "sim"}, {".cpp", ".h"});
  for (Source& file : read_sources({"assets/i18n"}, {".json"}))
    if (file.path.ends_with("/en.json")) texts.push_back(std::move(file));
  ASSERT_THAT(texts.back().lines, SizeIs(testing::Gt(500u)));
  EXPECT_THAT(wrong_texts(texts), IsEmpty());
}

TEST(English, EveryPhraseIsFoundAndWhatIsSaidInsteadIsNot) {
  for (const char* text : {"Nothing is called so",
                           "That is no time: {}",
                           "\"{}\" is no length",
                           "Not so. Try again",
                           "{}: click on what it shall strike",
                           "{}: choose a place (Esc: not)",
                           "Take this fault away",
                           "Take the branch",
                           "Show me",
                           "Go on where you were",
                           "F06 is in no file yet",
                           "Not in a file yet.",
                           "World time per real time",
                           "The run is on its way …",
                           "set up otherwise",
                           "one fault less",
                           "compare with the one that it came of",
                           "smaller letters (Ctrl -)",
                           "{} has the key",
                           "as high as its lease is long still",
                           "Of which property the table speaks",
                           "✓ has it; – not looked for",
                           "lacks it",
                           "none to strike",
                           "Bring both in.",
                           "what was broken mends by itself"})
    EXPECT_NE(better_than(text), "") << text;
  for (const Phrase& phrase : wrong_phrases)
    EXPECT_EQ(better_than(phrase.better), "") << phrase.better;
  EXPECT_EQ(better_than("Playback speed: world time per real time"), "");
}

TEST(English, ATextIsReadWhereverItsLinesEnd) {
  EXPECT_THAT(wrong_texts({{"x.cpp", {R"-(say("the run is on " "its way"))-"}}}), SizeIs(1));
  EXPECT_THAT(wrong_texts({{"x.cpp", {R"-(say("the run is ")-", R"-(    "on its way");)-"}}}),
              SizeIs(1));
  EXPECT_THAT(wrong_texts({{"x.json", {R"-("a": "Not so.",)-"}}}), SizeIs(1));
  EXPECT_THAT(wrong_texts({{"x.cpp",
                            {R"-(say("the run is ", "on its way"))-",
                             R"-(// the run is "on its way", "Not so")-"}}}),
              IsEmpty());
}

}  // namespace
}  // namespace tidy
