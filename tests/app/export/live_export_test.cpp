// The server versions that exported pages and pictures of a live run name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/export/page.h"
#include "app/export/svg.h"
#include "app/timeline/words/server_words.h"
#include "app/words/language.h"
#include "tests/support/opened_run.h"
#include "tests/support/well_formed.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// F02 as if servers of these versions had run it.
ShownRunPtr on_servers(std::vector<sim::TraceInfo::Server> servers) {
  sim::Trace trace = test::opened("F02")->trace().copy();
  trace.info.world = "live";
  trace.info.servers = std::move(servers);
  trace.info.began_us = 1'700'000'000'000'000;
  return make_recorded_run(sim::Library(), std::move(trace));
}

TEST(LiveExport, SaysOnWhichServersItRanAndWhenInBothLanguages) {
  const ShownRunPtr run = on_servers({{"127.0.0.1:30001", "7.0.15"}});
  const std::string server = "127.0.0.1:30001";
  for (const Language language : {Language::english, Language::chinese}) {
    const std::string words = told(servers_words(run->trace().info), language);
    ASSERT_THAT(words, HasSubstr(server));
    for (const std::string& text : {write_page(*run, language), write_svg(*run, language)})
      EXPECT_THAT(text, testing::AllOf(HasSubstr(words), HasSubstr("2023-11-14")));
  }
}

TEST(LiveExport, WhatAServerSaysOfItselfIsTextAndNothingElse) {
  const ShownRunPtr run = on_servers({{"127.0.0.1:30001", "7<script>\x1b[31m\"&"}});
  const std::string page = write_page(*run, Language::english);
  EXPECT_THAT(page, Not(HasSubstr("7<script>")));
  EXPECT_THAT(page, Not(HasSubstr("\x1b")));
  EXPECT_THAT(page, HasSubstr("REAL REDIS 7&lt;script&gt;"));
  EXPECT_EQ(test::xml_problem(write_svg(*run)), "");
}

TEST(LiveExport, OfASimulatedRunNothingClaimsToBeReal) {
  const ShownRunPtr run = test::opened("F02");
  EXPECT_THAT(write_page(*run, Language::english), Not(HasSubstr("REAL REDIS")));
  EXPECT_THAT(write_svg(*run), Not(HasSubstr("REAL REDIS")));
}

}  // namespace
}  // namespace locklab::app
