#include "app/export/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "app/export/svg.h"
#include "app/timeline/wording.h"
#include "app/words/markup_text.h"
#include "tests/support/opened_run.h"
#include "tests/support/stranger_run.h"
#include "tests/support/well_formed.h"

namespace locklab::app {
namespace {

using test::opened;
using testing::HasSubstr;
using testing::Not;

TEST(Page, EveryLaneVerdictAndEventIsThereInBothLanguages) {
  const ShownRunPtr shown = opened("F12_redlock_clock_jump");
  for (const Language language : {Language::english, Language::chinese}) {
    const std::string page = write_page(*shown, language);
    for (const Lane& lane : shown->scene.lanes) EXPECT_THAT(page, HasSubstr(">" + lane.name + "<"));
    for (const sim::Verdict& verdict : shown->judged.verdicts) {
      EXPECT_THAT(page, HasSubstr(escaped(told(verdict.sentence, language))));
      const std::string key = "property." + std::string(name(verdict.property));
      EXPECT_THAT(page, HasSubstr(escaped(Words::in(language)(key))));
    }
    for (std::size_t i = 0; i < shown->trace().size(); ++i)
      EXPECT_THAT(page,
                  HasSubstr("<span>" + escaped(told(event_words(shown->trace(), i), language)) +
                            "</span>"));
    EXPECT_THAT(page, Not(HasSubstr("{{")));
    EXPECT_THAT(page, HasSubstr("lock/strategies/redlock.cpp"));
    EXPECT_THAT(page, HasSubstr(escaped(shown->judged.name)));
  }
}

TEST(Page, TheSameRunGivesTheSameBytes) {
  EXPECT_EQ(write_page(*opened("F06_pause_past_ttl")), write_page(*opened("F06_pause_past_ttl")));
}

TEST(Page, NeedsNothingFromOutside) {
  const std::string page = write_page(*opened("F06_pause_past_ttl"));
  EXPECT_FALSE(std::regex_search(page, std::regex(R"((src|href)\s*=|@import|url\((?!#))")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  // The only address is the name of a markup language.
  EXPECT_FALSE(std::regex_search(page, std::regex(R"(https?://(?!www\.w3\.org/2000/svg))")));
}

TEST(Page, WhatStrangersWroteIsTextAndNothingElse) {
  const ShownRunPtr shown = test::strangers_run();
  ASSERT_FALSE(shown->scene.clashes.empty());
  const std::string page = write_page(*shown);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x onerror="));
  EXPECT_THAT(page, HasSubstr("{{data}}")) << "a name is not filled in";
  const auto count = [&](std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("<script"), 2u) << "the run's data and the page's own";
  EXPECT_EQ(count("</script"), 2u);
  const std::string picture = svg_for_page(*shown, Language::english);
  EXPECT_EQ(test::xml_problem(picture), "");
}

TEST(Page, ItsDataIsTheRuns) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const std::string page = write_page(*shown);
  const std::size_t from = page.find("type=\"application/json\">") + 24;
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  EXPECT_EQ(data["events"].size(), shown->trace().size());
  EXPECT_EQ(data["lanes"].size(), shown->scene.lanes.size());
  EXPECT_EQ(data["verdicts"].size(), shown->judged.verdicts.size());
  // Alice claims the lock at the line of her strategy that says so, and is told.
  const auto& claim = data["asks"][0][0];
  EXPECT_THAT(claim[3].get<std::string>(), HasSubstr("SET lock"));
  EXPECT_GT(claim[2].get<int>(), 0);
  EXPECT_EQ(claim[4][0][1], "OK");
}

}  // namespace
}  // namespace locklab::app
