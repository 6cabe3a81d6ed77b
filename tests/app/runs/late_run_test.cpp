#include "app/runs/late_run.h"

#include <gtest/gtest.h>

#include "sim/scenario/run_name.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

TEST(LateRun, HasAsMuchRoomAsItsScenarioLeaves) {
  const auto room = [](const char* run) {
    return room_in_schedule(test::opened(run)->judged.scenario);
  };
  EXPECT_EQ(room("F06"), 10ms);
  EXPECT_EQ(room("F16"), 3ms) << "each client is so much nearer to its nodes than the others";
  EXPECT_EQ(room("bare set={link=[{client=\"bob\", latency_ms=5}, {node=\"n1\", latency_ms=8}]}"),
            10ms)
      << "the last one that names a link is that of both";
  EXPECT_EQ(room("bare set={link=[{node=\"n1\", latency_ms=8}, {client=\"bob\", latency_ms=5}]}"),
            3ms);
  EXPECT_EQ(room("F20"), 2ms) << "a fifth of what a clock gains within the lease";
}

TEST(LateRun, WasTooLateIfItSaysSo) {
  sim::Trace trace;
  const sim::Scenario scenario;
  EXPECT_FALSE(too_late_us(trace, scenario)) << "nobody knows";
  trace.info.late_us = 10'000;
  EXPECT_FALSE(too_late_us(trace, scenario));
  trace.info.late_us = 10'001;
  EXPECT_EQ(too_late_us(trace, scenario), 10'001);
}

}  // namespace
}  // namespace locklab::app
