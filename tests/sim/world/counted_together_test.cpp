// A fault with a count of messages counts those on all its links together: a drop of two requests
// of any client loses two in all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

TEST(CountedTogether, TwoDropsAreTwoWhoeverSends) {
  for (const char* drop : {"at 0ms drop all 2 requests", "at 0ms drop all 2 requests EVAL"})
    EXPECT_EQ(count(calm_run("redlock", "clients=4", {drop}), EventKind::link_reset), 2u) << drop;
}

TEST(CountedTogether, OfOneClientToAllNodesToo) {
  const Trace trace = calm_run("redlock", "", {"at 0ms drop bob 3 requests"});
  EXPECT_EQ(count(trace, EventKind::link_reset, ClientId{1}), 3u);
}

TEST(CountedTogether, SoAreDelaysAndHeldMessages) {
  EXPECT_EQ(count(calm_run("set_px_lua", "clients=4", {"at 0ms delay all 2 requests 3ms"}),
                  EventKind::message_delayed),
            2u);
  // Of four clients that begin together only one waits for a held request.
  EXPECT_EQ(count(calm_run("set_px_lua", "clients=4, rounds=1, node_timeout_ms=10",
                           {"at 0ms hold all 1 requests 15ms"}),
                  EventKind::timed_out),
            1u);
}

TEST(CountedTogether, TwoSuchFaultsCountEachForItself) {
  const Trace trace = calm_run("redlock", "clients=4",
                               {"at 0ms drop all 2 requests", "at 0ms drop all 3 requests"});
  std::vector<FaultToken> by;
  for (const Event& reset : events(trace, EventKind::link_reset)) by.push_back(reset.fault);
  EXPECT_THAT(by, testing::UnorderedElementsAre(1, 1, 2, 2, 2));
}

}  // namespace
}  // namespace locklab::sim
