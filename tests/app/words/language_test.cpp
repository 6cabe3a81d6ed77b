// Every text of the program has its Chinese translation.
#include "app/words/language.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "app/changes/fault_tools.h"
#include "app/changes/run_settings.h"
#include "app/runs/judged_run.h"
#include "app/timeline/words/wording.h"
#include "lock/strategy.h"
#include "sim/scenario/fault_rows.h"
#include "sim/trace/sentence.h"
#include "tests/app/words/source_texts.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

/// The patterns of all sentences in the sources, without keys of labels such as "time.play".
std::set<std::string> patterns_in_sources() {
  std::set<std::string> patterns;
  test::for_every_source({"sim", "app"}, [&](const std::string&, const std::string& code) {
    for (std::string& text : test::literals_after("say(", code))
      if (text.find('.') == text.npos ||
          text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") != text.npos)
        patterns.insert(std::move(text));
  });
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::FaultKind::count_); ++i) {
    const sim::FaultRow& row = sim::row_of(static_cast<sim::FaultKind>(i));
    for (const std::string_view said :
         {row.effect, row.label, row.tip, row.meaning, row.beyond_loads})
      if (!said.empty()) patterns.emplace(said);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(sim::EventKind::count_); ++i) {
    const sim::EventFacts& facts = sim::facts_of(static_cast<sim::EventKind>(i));
    for (const std::string_view said : {facts.label, facts.words})
      if (!said.empty()) patterns.emplace(said);
  }
  return patterns;
}

std::set<std::string> keys_of(const std::string& file) {
  const auto read =
      nlohmann::json::parse(test::text_of(fs::path(LOCKLAB_SOURCE_DIR) / "assets/i18n" / file));
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

// Regression: a key occurred twice, and its second text was shown for both.
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
    EXPECT_FALSE(nlohmann::json::parse(test::text_of(entry.path()), once).empty());
  }
}

TEST(Language, NoSentenceIsWrittenPastTheCatalogue) {
  std::vector<std::string> found;
  test::for_every_source({"sim", "app"}, [&](const std::string&, const std::string& code) {
    for (const char* call : {"Sentence::name(", "Sentence::text("})
      for (std::string& text : test::literals_after(call, code)) found.push_back(std::move(text));
  });
  EXPECT_THAT(found, testing::ElementsAre("apt-get install redis-server"));  // a command to type
}

/// The gaps of a pattern: "" for {}, "1" for {1}.
std::vector<std::string> gaps_of(const std::string& pattern) {
  std::vector<std::string> gaps;
  for (std::size_t at = pattern.find('{'); at != pattern.npos; at = pattern.find('{', at + 1)) {
    const std::size_t end = pattern.find_first_not_of("0123456789", at + 1);
    if (end != pattern.npos && pattern[end] == '}')
      gaps.push_back(pattern.substr(at + 1, end - at - 1));
  }
  return gaps;
}

TEST(Language, ATranslationFillsEveryGapOfItsPattern) {
  for (const auto& [english, chinese] : chinese_catalogue()) {
    std::set<std::string> wanted;
    for (std::size_t i = 0; i < gaps_of(english).size(); ++i) wanted.insert(std::to_string(i));
    const std::vector<std::string> gaps = gaps_of(chinese);
    const std::set<std::string> filled(gaps.begin(), gaps.end());
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
  for (const BreakingTool& tool : breaking_tools()) {
    terms.insert(std::string(tool.label));
    terms.insert(std::string(tool.tip));
  }
  EXPECT_THAT(without_chinese(terms), IsEmpty());
}

TEST(Language, EveryReasonForARefusalAndForSilenceHasItsChinese) {
  std::set<std::string> reasons;
  for (unsigned i = 1; i < static_cast<unsigned>(Refusal::count_); ++i)
    reasons.insert(std::string(name(static_cast<Refusal>(i))));
  for (unsigned i = 1; i < static_cast<unsigned>(Silence::count_); ++i)
    reasons.insert(std::string(name(static_cast<Silence>(i))));
  for (unsigned i = 1; i < static_cast<unsigned>(sim::Loss::count_); ++i)
    reasons.insert(std::string(name(static_cast<sim::Loss>(i))));
  test::for_every_source({"lock/strategies"}, [&](const std::string&, const std::string& code) {
    for (const std::string_view refusal : {"NotHeld(", "not_held("})
      for (std::size_t at = code.find(refusal); at != code.npos; at = code.find(refusal, at + 1)) {
        std::istringstream parts(code.substr(at, code.find_first_of("};", at) - at));
        std::string part;
        for (bool quoted = false; std::getline(parts, part, '"'); quoted = !quoted)
          if (quoted) reasons.insert(part);
      }
  });
  ASSERT_TRUE(reasons.contains("no answer to GETSET")) << "the sources are read no more";
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

/// Words of three or more lower-case English letters in a Chinese text, except "ppm", "Sentinel"
/// and the run's names.
std::vector<std::string> english_words(std::string chinese, const sim::Trace& trace) {
  std::vector<std::string> names = trace.info.clients;
  names.insert(names.end(), trace.info.nodes.begin(), trace.info.nodes.end());
  names.push_back(trace.info.resource);
  names.emplace_back("Sentinel");
  for (std::size_t i = 0; i < trace.names().size(); ++i) {
    const std::string_view name = trace.name_of(static_cast<std::uint16_t>(i));
    names.insert(names.end(), {std::string(name), short_key(name)});
  }
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (const std::string& name : names)
    for (std::size_t at = name.empty() ? std::string::npos : chinese.find(name);
         at != std::string::npos; at = chinese.find(name, at))
      chinese.erase(at, name.size());
  std::vector<std::string> words;
  std::string word;
  for (const char c : chinese + ' ') {
    if (c >= 'a' && c <= 'z') {
      word += c;
      continue;
    }
    if (word.size() >= 3 && word != "ppm") words.push_back(word + " in " + chinese);
    word.clear();
  }
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
