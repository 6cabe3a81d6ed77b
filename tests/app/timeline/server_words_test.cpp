// The servers of a live run, as named in its report, page and picture.
#include "app/timeline/words/server_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/timeline/text/text_timeline.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

sim::TraceInfo live_on(std::vector<sim::TraceInfo::Server> servers) {
  sim::TraceInfo info;
  info.world = "live";
  info.strategy = "set_px_lua";
  info.nodes = {"n1", "n2"};
  info.servers = std::move(servers);
  info.began_us = 1'795'600'800'000'000;
  return info;
}

TEST(ServerWords, NameAllNodesWithTheirVersionsAndByHowMuchARunWasLate) {
  const sim::TraceInfo info = live_on({{"a:4001", "7.0.15"}, {"a:4002", "7.0.15"}});
  sim::TraceInfo late = live_on({{"a:1", "7.0.15"}});
  late.late_us = 1'240;
  EXPECT_THAT((std::vector{servers_words(info), servers_words(late),
                           servers_words(live_on({{"a:1", "7.0.15"}, {"b:2", ""}}))}),
              test::IsGolden());
  EXPECT_THAT(servers_and_time_words(info).english(), testing::HasSubstr(", began at 2026-11-25 "));
  sim::Trace trace;
  trace.info = info;
  EXPECT_THAT(title_text(trace, {}), testing::HasSubstr("REAL REDIS 7.0.15 at n1 a:4001"));
}

TEST(ServerWords, SayNothingOfASimulation) {
  EXPECT_TRUE(servers_words({}).empty());
  EXPECT_TRUE(servers_and_time_words({}).empty());
}

}  // namespace
}  // namespace locklab::app
