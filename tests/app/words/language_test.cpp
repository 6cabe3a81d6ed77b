// Everything that the program can say has its Chinese.
#include "app/words/language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/runs/judged_run.h"
#include "app/timeline/wording.h"
#include "lock/strategy.h"
#include "sim/scenario/fault.h"
#include "sim/trace/sentence.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The text of the string literals in a piece of C++, joined as the compiler does it.
std::string joined_literals(const std::string& code) {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  std::string text;
  for (std::sregex_iterator at(code.begin(), code.end(), literal), end; at != end; ++at)
    text += nlohmann::json::parse("\"" + (*at)[1].str() + "\"").get<std::string>();
  return text;
}

/// Each `pattern`'s first group, in all C++ files of these folders, headers too.
std::vector<std::string> found_in_sources(const std::vector<std::string>& folders,
                                          const std::regex& pattern) {
  std::vector<std::string> found;
  for (const std::string& folder : folders)
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(LOCKLAB_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      const std::string text = text_of(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
        found.push_back((*at)[1].str());
    }
  return found;
}

/// The patterns of all sentences that the sources say; "time.play" is the key of a label.
std::set<std::string> patterns_in_sources() {
  static const std::regex said(R"re((?:^|[^.\w>])say\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+))re");
  static const std::regex key(R"([a-z_]+(\.[a-z_]+)+)");
  std::set<std::string> patterns;
  for (const std::string& code : found_in_sources({"sim", "app"}, said))
    if (std::string text = joined_literals(code); !std::regex_match(text, key))
      patterns.insert(std::move(text));
  return patterns;
}

std::set<std::string> keys_of(const std::string& file) {
  const auto read =
      nlohmann::json::parse(text_of(fs::path(LOCKLAB_SOURCE_DIR) / "assets/i18n" / file));
  std::set<std::string> keys;
  for (const auto& [english, chinese] : read.items()) keys.insert(english);
  return keys;
}

std::vector<std::string> without_chinese(const std::set<std::string>& texts) {
  std::vector<std::string> missing;
  for (const std::string& text : texts)
    if (!text.empty() && !chinese_catalogue().contains(text)) missing.push_back(text);
  return missing;
}

TEST(Language, EverySentenceInTheSourcesHasItsChineseAndNoChineseIsLeftOver) {
  const std::set<std::string> patterns = patterns_in_sources();
  ASSERT_GT(patterns.size(), 250u);
  EXPECT_THAT(without_chinese(patterns), IsEmpty());
  std::vector<std::string> unused;
  for (const std::string& key : keys_of("zh_sentences.json"))
    if (!patterns.contains(key)) unused.push_back(key);
  EXPECT_THAT(unused, IsEmpty());
}

// The later of two stood for both: what had happened after what was turned round on a lane.
TEST(Language, EveryKeyOfACatalogueStandsInItOnce) {
  for (const auto& entry : fs::directory_iterator(fs::path(LOCKLAB_SOURCE_DIR) / "assets/i18n")) {
    if (entry.path().extension() != ".json") continue;
    std::set<std::string> keys;
    const auto once = [&](int, nlohmann::json::parse_event_t what, nlohmann::json& read) {
      if (what == nlohmann::json::parse_event_t::key) {
        EXPECT_TRUE(keys.insert(read.get<std::string>()).second) << entry.path() << ": " << read;
      }
      return true;
    };
    EXPECT_FALSE(nlohmann::json::parse(text_of(entry.path()), once).empty());
  }
}

TEST(Language, NoSentenceIsWrittenPastTheCatalogue) {
  const std::regex literal(R"re(Sentence::(?:name|text)\(\s*"([^"]*)")re");
  EXPECT_THAT(found_in_sources({"sim", "app"}, literal),
              testing::ElementsAre("apt-get install redis-server"));  // what a user types
}

TEST(Language, ATranslationFillsEveryGapOfItsPattern) {
  const std::regex gap(R"(\{(\d*)\})");
  for (const auto& [english, chinese] : chinese_catalogue()) {
    std::set<std::string> wanted;
    for (std::sregex_iterator at(english.begin(), english.end(), gap), end; at != end; ++at)
      wanted.insert(std::to_string(wanted.size()));
    std::set<std::string> filled;
    for (std::sregex_iterator at(chinese.begin(), chinese.end(), gap), end; at != end; ++at)
      filled.insert((*at)[1].str());
    EXPECT_EQ(filled, wanted) << english << "\n" << chinese;
    EXPECT_FALSE(chinese.empty()) << english;
  }
}

TEST(Language, WhatStrategiesPropertiesAndFaultsAreCalledHasItsChinese) {
  std::set<std::string> terms;
  for (const Strategy& strategy : strategies()) {
    terms.insert(std::string(strategy.title));
    terms.insert(std::string(strategy.summary));
    for (const Switch& one : strategy.switches) {
      terms.insert(std::string(one.meaning));
      terms.insert(std::string(one.instead));
    }
  }
  for (const Switch& one : common_switches()) terms.insert(std::string(one.meaning));
  for (const Setting& setting : settings_of(*test::opened("F12")))
    terms.insert(std::string(setting.meaning));
  for (std::size_t i = 0; i < sim::property_count; ++i)
    terms.insert(std::string(meaning(static_cast<sim::Property>(i))));
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i)
    terms.insert(std::string(meaning(static_cast<sim::FaultKind>(i))));
  EXPECT_THAT(without_chinese(terms), IsEmpty());
}

TEST(Language, EveryReasonForWhichAStrategyIsRefusedHasItsChinese) {
  std::set<std::string> reasons;
  const std::regex literal(R"re("([^"]*)")re");
  for (const std::string& code :
       found_in_sources({"lock/strategies"}, std::regex(R"((?:NotHeld\{|not_held\()([^};]*))")))
    for (std::sregex_iterator at(code.begin(), code.end(), literal), end; at != end; ++at)
      reasons.insert((*at)[1].str());
  ASSERT_GT(reasons.size(), 10u);
  EXPECT_THAT(without_chinese(reasons), IsEmpty());
}

TEST(Language, EveryScenarioTellsItsStoryInChineseAndNoneIsLeftOver) {
  std::set<std::string> told_texts;
  const sim::Library library;
  for (const std::string& name : library_runs(library).names) {
    const auto opened = open_named(library, name);
    const sim::Scenario& scenario = std::get<sim::OpenedRun>(opened).scenario;
    told_texts.insert(scenario.title);
    told_texts.insert(scenario.story);
  }
  for (const sim::ScenarioEntry& entry : library.list())
    for (const sim::VariationName& variation : entry.variations) told_texts.insert(variation.title);
  EXPECT_THAT(without_chinese(told_texts), IsEmpty());
  std::vector<std::string> unused;
  for (const std::string& key : keys_of("zh_scenarios.json"))
    if (!told_texts.contains(key)) unused.push_back(key);
  EXPECT_THAT(unused, IsEmpty());
}

/// English words in a Chinese text, other than names and what Redis itself says.
std::vector<std::string> english_words(std::string chinese, const sim::Trace& trace) {
  std::vector<std::string> names = trace.info.clients;
  names.insert(names.end(), trace.info.nodes.begin(), trace.info.nodes.end());
  names.push_back(trace.info.resource);
  names.emplace_back("Sentinel");
  for (std::size_t i = 0; i < trace.names().size(); ++i)
    names.push_back(short_key(trace.name_of(static_cast<std::uint16_t>(i))));
  for (const std::string& name : names)
    for (std::size_t at = name.empty() ? std::string::npos : chinese.find(name);
         at != std::string::npos; at = chinese.find(name, at))
      chinese.erase(at, name.size());
  const std::regex word("[a-z]{3,}");
  std::vector<std::string> words;
  for (std::sregex_iterator at(chinese.begin(), chinese.end(), word), end; at != end; ++at)
    if (at->str() != "ppm") words.push_back(at->str() + " in " + chinese);
  return words;
}

class LanguageOfRuns : public testing::TestWithParam<std::string> {};

TEST_P(LanguageOfRuns, VerdictsAndEventsAreToldInChineseWithoutAnEnglishWord) {
  const auto opened = open_named(sim::Library(), GetParam());
  const JudgedRun run = simulate_and_judge(std::get<sim::OpenedRun>(opened));
  for (const sim::Verdict& verdict : run.verdicts) {
    EXPECT_EQ(verdict.why, verdict.sentence.english());
    EXPECT_THAT(verdict.sentence.untranslated(chinese_catalogue()), IsEmpty());
    EXPECT_THAT(english_words(told(verdict.sentence, Language::chinese), run.trace), IsEmpty());
  }
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    const sim::Event& event = run.trace[i];
    const Sentence words = event_words(run.trace, i);
    EXPECT_THAT(words.untranslated(chinese_catalogue()), IsEmpty());
    const bool of_redis =
        event.kind <= sim::EventKind::received || event.kind == sim::EventKind::key_set;
    if (of_redis) continue;
    EXPECT_THAT(english_words(told(words, Language::chinese), run.trace), IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(AllScenariosAndVariations, LanguageOfRuns,
                         testing::ValuesIn(library_runs(sim::Library()).names),
                         [](const auto& run) {
                           std::string name = run.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(Languages, ALocaleNamesTheLanguage) {
  for (const char* name : {"zh_CN.UTF-8", "zh_TW", "zh", "zh.utf8", "zh@stroke"})
    EXPECT_EQ(language_of_locale(name), Language::chinese) << name;
  for (const char* name : {"", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "de_DE", "zha", "z"})
    EXPECT_EQ(language_of_locale(name), Language::english) << name;
}

}  // namespace
}  // namespace locklab::app
