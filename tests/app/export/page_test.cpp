#include "app/export/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/export/svg.h"
#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/words/told_order.h"
#include "app/timeline/words/wording.h"
#include "app/words/markup_text.h"
#include "app/words/verdict_name.h"
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
      EXPECT_THAT(page,
                  HasSubstr(escaped(told(verdict_name(verdict.property, verdict.kept), language))));
    }
    for (std::size_t i = 0; i < shown->trace().size(); ++i)
      EXPECT_THAT(page,
                  HasSubstr("<span>" + escaped(told(event_words(shown->trace(), i), language)) +
                            "</span>"));
    EXPECT_THAT(page, Not(HasSubstr("{{")));
    EXPECT_THAT(page, HasSubstr("lock/strategies/redlock.cpp"));
    EXPECT_THAT(page, HasSubstr(escaped(shown->judged.name)));
    EXPECT_THAT(page, HasSubstr("Redlock  ·  F12_redlock_clock_jump  ·  "));
  }
}

TEST(Page, NeedsNothingFromOutsideAndIsAlwaysTheSame) {
  const std::string page = write_page(*opened("F06_pause_past_ttl"));
  EXPECT_EQ(write_page(*opened("F06_pause_past_ttl")), page);
  EXPECT_THAT(page, Not(testing::ContainsRegex("(src|href)\\s*=|@import|url\\([^#]")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_EQ(test::count_of("http://", page), test::count_of("http://www.w3.org/2000/svg", page))
      << "the only address is the name of a markup language";
}

TEST(Page, WhatStrangersWroteIsTextAndNothingElse) {
  const ShownRunPtr shown = test::strangers_run();
  ASSERT_FALSE(shown->scene.clashes.empty());
  const std::string page = write_page(*shown);
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x onerror="));
  EXPECT_THAT(page, HasSubstr("{{data}}")) << "a name is not filled in";
  EXPECT_EQ(test::count_of("<script", page), 2u) << "the run's data and the page's own";
  EXPECT_EQ(test::count_of("</script", page), 2u);
  EXPECT_EQ(test::xml_problem(svg_for_page(*shown, Language::english)), "");
}

nlohmann::json data_of(const ShownRun& run) {
  const std::string page = write_page(run);
  const std::size_t from = page.find("type=\"application/json\">") + 24;
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

/// A client's state after `events` events: "not started", "crashed", "done", or "" for any other.
std::string state_in(const nlohmann::json& data, std::size_t client, std::size_t events) {
  std::string state = "not started";
  for (const auto& phase : data["lanes"][client]["phases"])
    if (phase[0].get<std::size_t>() < events)
      state = phase[1].is_null() ? "" : phase[1].get<std::string>();
  return state;
}

std::string state_in(const ClusterClient& client) {
  if (client.crashed) return "crashed";
  if (client.finished) return "done";
  return client.progress.present ? "" : "not started";
}

// Regression: a refused connection was described as "it may still run".
TEST(Page, ARefusedConnectionIsNoUnknownResult) {
  const std::string refused = write_page(*opened("F11/sentinel"));
  EXPECT_THAT(refused, HasSubstr("connection refused: it never ran"));
  EXPECT_THAT(refused, Not(HasSubstr("it may still run")));
  EXPECT_THAT(write_page(*opened("F12")), HasSubstr("it may still run"));
}

TEST(Page, AgreesWithTheWindowWhetherAClientHasStartedAndIsDone) {
  for (const char* name :
       {"F01", "F06", "F12", "F36", "F06 fault={at_ms=3, crash={client=\"bob\"}}"}) {
    const ShownRunPtr run = opened(name);
    const auto data = data_of(*run);
    for (std::size_t events = 0; events <= run->trace().size(); ++events) {
      const std::int64_t at = events == 0 ? 0 : run->trace()[events - 1].at;
      const ClusterState window = cluster_at(run->trace(), run->scene, events, at);
      for (std::size_t client = 0; client < window.clients.size(); ++client)
        ASSERT_EQ(state_in(data, client, events), state_in(window.clients[client]))
            << name << " after " << events << " events: " << run->scene.lanes[client].name;
    }
  }
}

TEST(Page, TellsWhatTheUserWroteAndNoStoryThatIsFalse) {
  const ShownRunPtr crashed = opened("F12 fault={at_ms=3, crash={client=\"alice\"}}");
  EXPECT_THAT(write_page(*crashed), Not(HasSubstr("Both hold the lock")));
  EXPECT_THAT(write_page(*crashed), HasSubstr("A branch of F12: "));
  const std::string mine =
      write_page(*crashed, Language::english, sim::StoryText{"Mine", "So.", ""});
  EXPECT_THAT(mine, HasSubstr("<title>Mine"));
  EXPECT_THAT(mine, HasSubstr("So."));
}

TEST(Page, ListsWhatANodeChangedBeforeItsAnswerAsTheWindowDoes) {
  const ShownRunPtr run = opened("F06_pause_past_ttl");
  const sim::Trace& trace = run->trace();
  const std::string page = write_page(*run);
  constexpr std::string_view of_event = " data-event=\"";
  std::vector<std::size_t> listed;
  for (std::size_t at = page.find("<li"); at != page.npos; at = page.find("<li", at + 1)) {
    const std::string tag = page.substr(at, page.find('>', at) - at);
    if (const std::size_t event = tag.find(of_event); event != tag.npos)
      listed.push_back(std::stoul(tag.substr(event + of_event.size())));
  }
  ASSERT_EQ(listed.size(), trace.size());
  const auto data = data_of(*run);
  for (std::uint32_t place = 0; place < trace.size(); ++place) {
    EXPECT_EQ(listed[place], told_at(trace, place)) << place;
    EXPECT_EQ(data["events"][place][3], step_up(trace, place + 1)) << place;
  }
  ASSERT_EQ(trace[3].kind, sim::EventKind::ran);
  ASSERT_EQ(trace[4].kind, sim::EventKind::key_set);
  EXPECT_EQ(listed[3], 4u);
  EXPECT_EQ(listed[4], 3u);
}

TEST(Page, ItsDataIsTheRuns) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const auto data = data_of(*shown);
  EXPECT_EQ(data["events"].size(), shown->trace().size());
  EXPECT_EQ(data["lanes"].size(), shown->scene.lanes.size());
  EXPECT_EQ(data["verdicts"].size(), shown->judged.verdicts.size());
  // Alice's first request is the SET that acquires the lock, with its source line and its reply.
  const auto& claim = data["asks"][0][0];
  EXPECT_THAT(claim[3].get<std::string>(), HasSubstr("SET lock"));
  EXPECT_GT(claim[2].get<int>(), 0);
  EXPECT_EQ(claim[4][0][1], "OK");
}

}  // namespace
}  // namespace locklab::app
