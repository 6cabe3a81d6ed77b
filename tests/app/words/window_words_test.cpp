// No text in the window mentions the command line.
#include "app/words/window_words.h"

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "app/words/language.h"
#include "app/words/words.h"
#include "app/workshop/search_work.h"
#include "tests/app/words/source_texts.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// True for files whose sentences only the command line shows.
bool is_of_command_line(const std::string& file) {
  for (const char* part :
       {"/app/cli/", "/app/stress/report/merge_parts", "/app/stress/servers/part_clock",
        "/app/stress/load/load_scenario", "/app/quiz/quiz."})
    if (file.find(part) != file.npos) return true;
  return false;
}

/// The English sentences that the window may show.
std::set<std::string> sentences() {
  std::set<std::string> all;
  test::for_every_source({"sim", "app"}, [&](const std::string& file, const std::string& code) {
    if (is_of_command_line(file)) return;
    for (std::string& pattern : test::literals_after("say(", code)) all.insert(std::move(pattern));
  });
  return all;
}

TEST(WindowWords, AFieldHasItsNameAndNotItsKey) {
  for (const Sentence& problem :
       {say("'{}' is {} ms", "ttl_ms", "12.5"), say("'{}' is not a step", "cut")}) {
    std::vector<std::string> said;
    for (const Language language : {Language::english, Language::chinese})
      said.push_back(with_labels(told(in_window(problem), language), Words::in(language)));
    EXPECT_THAT(said, test::IsGolden());
  }
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
  const Sentence named = Sentence::name("run it in the simulator, without --live or --redis");
  EXPECT_EQ(in_window(named), named) << "a name is not a sentence";
  const Sentence gap = say("give it as many, or --set replicas={}", 2);
  EXPECT_THAT(in_window(gap), test::IsGolden());
}

TEST(WindowWords, AProblemOfAFormHasNoPlaceInAText) {
  for (const char* source : {"set", "run name", "fault", "fault 2", "--set"}) {
    const sim::Problem problem{source, 1, 27, say("this is not TOML"), {}};
    EXPECT_THAT(told_in_window(problem), test::IsGolden("no place")) << source;
  }
  const sim::Problem in_a_file{"/home/me/mine.toml", 14, 3, say("this is not TOML"), {}};
  EXPECT_THAT(told_in_window(in_a_file).english(), HasSubstr("mine.toml:14:3"));
}

}  // namespace
}  // namespace locklab::app
