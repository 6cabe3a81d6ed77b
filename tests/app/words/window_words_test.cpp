// No word of the command line reaches the window.
#include "app/words/window_words.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/words/language.h"
#include "app/words/words.h"
#include "app/workshop/search_work.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// What only the command line says: it makes no part of what the window does.
bool is_of_command_line(const std::string& file) {
  for (const char* part : {"/app/cli/", "/app/stress/merge_parts", "/app/stress/part_clock",
                           "/app/stress/load_scenario", "/app/quiz/quiz."})
    if (file.find(part) != file.npos) return true;
  return false;
}

/// The English sentences that can reach the window.
std::set<std::string> sentences() {
  static const std::regex said(R"re((?:^|[^.\w>])say\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::set<std::string> all;
  for (const char* folder : {"sim", "app"})
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(LOCKLAB_SOURCE_DIR) / folder)) {
      const std::string file = entry.path().string();
      if ((!file.ends_with(".cpp") && !file.ends_with(".h")) || is_of_command_line(file)) continue;
      std::ifstream in(file);
      std::stringstream text;
      text << in.rdbuf();
      const std::string code = text.str();
      for (std::sregex_iterator at(code.begin(), code.end(), said), end; at != end; ++at) {
        const std::string literals = (*at)[1];
        std::string pattern;
        for (std::sregex_iterator one(literals.begin(), literals.end(), literal), none; one != none;
             ++one)
          pattern += (*one)[1];
        all.insert(std::regex_replace(pattern, std::regex(R"(\\")"), "\""));
      }
    }
  return all;
}

TEST(WindowWords, AFieldHasItsNameAndNotItsKey) {
  const auto said = [](const Sentence& problem, Language language) {
    return with_labels(told(in_window(problem), language), Words::in(language));
  };
  const Sentence wrong = say("'{}' is {} ms", "ttl_ms", "12.5");
  EXPECT_THAT(said(wrong, Language::english), test::IsGolden());
  EXPECT_THAT(said(wrong, Language::chinese), Not(HasSubstr("ttl_ms")));
  EXPECT_THAT(said(say("'{}' is not a step", "cut"), Language::english), test::IsGolden());
}

TEST(WindowWords, NoSentenceOfTheWindowSpeaksOfTheCommandLine) {
  const std::set<std::string> all = sentences();
  ASSERT_GT(all.size(), 250u);
  std::vector<std::string> wrong;
  std::size_t mended = 0;
  for (const std::string& pattern : all) {
    const Sentence said = in_window(Sentence::text(pattern));
    if (speaks_of_command_line(pattern)) ++mended;
    if (speaks_of_command_line(said.english()) ||
        speaks_of_command_line(told(said, Language::chinese)))
      wrong.push_back(said.english());
  }
  EXPECT_THAT(wrong, IsEmpty());
  EXPECT_GT(mended, 10u) << "or the signs are not found any more";
}

TEST(WindowWords, NoLabelOfTheWindowSpeaksOfTheCommandLine) {
  std::vector<std::string> wrong;
  for (const Language language : {Language::english, Language::chinese})
    for (const auto& [key, text] : Words::in(language).all())
      if (speaks_of_command_line(text)) wrong.push_back(key);
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(WindowWords, StandInPlaceOfTheOthersWhereverTheyAre) {
  const Sentence of_run = say("{}; {}", say("the lag of a replica"),
                              say("run it in the simulator, without --live or --redis"));
  EXPECT_THAT(in_window(of_run), test::IsGolden());
  EXPECT_THAT(told(in_window(of_run), Language::chinese), Not(HasSubstr("--live")));
  const Sentence named = Sentence::name("run it in the simulator, without --live or --redis");
  EXPECT_EQ(in_window(named), named) << "a name is not a sentence";
  const Sentence gap = say("give it as many, or --set replicas={}", 2);
  EXPECT_THAT(in_window(gap), test::IsGolden());
}

TEST(WindowWords, AProblemOfAFormHasNoPlaceInAText) {
  for (const char* source : {"set", "run name", "fault", "fault 2", "--set"}) {
    const sim::Problem problem{source, 1, 27, say("this is not TOML"), {}};
    EXPECT_THAT(told_in_window(problem), test::IsGolden()) << source;
  }
  const sim::Problem in_a_file{"/home/me/mine.toml", 14, 3, say("this is not TOML"), {}};
  EXPECT_THAT(told_in_window(in_a_file).english(), HasSubstr("mine.toml:14:3"));
}

}  // namespace
}  // namespace locklab::app
