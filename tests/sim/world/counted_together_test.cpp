// A fault that counts messages on several links counts them all together: "the first two scripts of
// anybody" are two.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

/// A fault that strikes the first `how_many` requests of whatever clients to whatever nodes.
Fault of_anybody(FaultKind kind, std::uint32_t how_many) {
  Fault fault = fault_at(kind, 0ms);
  fault.count = how_many;
  fault.replies = false;
  return fault;
}

TEST(CountedTogether, TwoDropsAreTwoWhoeverSends) {
  Scenario scenario = small_world("redlock", 4);
  scenario.faults = {of_anybody(FaultKind::drop, 2)};
  EXPECT_EQ(count(simulate(scenario), EventKind::link_reset), 2u);
  scenario.faults.front().command = "EVAL";
  EXPECT_EQ(count(simulate(scenario), EventKind::link_reset), 2u);
}

TEST(CountedTogether, OfOneClientToAllNodesToo) {
  Scenario scenario = small_world("redlock", 2);
  scenario.faults = {of_anybody(FaultKind::drop, 3)};
  scenario.faults.front().client = ClientId{1};
  EXPECT_EQ(count(simulate(scenario), EventKind::link_reset, ClientId{1}), 3u);
}

TEST(CountedTogether, SoAreDelaysAndHeldMessages) {
  Scenario scenario = small_world("set_px_lua", 4);
  scenario.faults = {of_anybody(FaultKind::delay, 2)};
  scenario.faults.front().duration = 3ms;
  EXPECT_EQ(count(simulate(scenario), EventKind::message_delayed), 2u);

  // Of four clients that begin together one waits for what is held, and the others are answered.
  scenario.faults = {of_anybody(FaultKind::hold, 1)};
  scenario.faults.front().duration = 15ms;
  for (ClientSpec& client : scenario.clients) client.rounds = 1;
  scenario.lock.node_timeout = 10ms;
  EXPECT_EQ(count(simulate(scenario), EventKind::timed_out), 1u);
}

TEST(CountedTogether, TwoSuchFaultsCountEachForItself) {
  Scenario scenario = small_world("redlock", 4);
  scenario.faults = {of_anybody(FaultKind::drop, 2), of_anybody(FaultKind::drop, 3)};
  const Trace trace = simulate(scenario);
  std::size_t by[3]{};
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::link_reset) ++by[trace[i].fault];
  EXPECT_EQ(by[1], 2u);
  EXPECT_EQ(by[2], 3u);
}

}  // namespace
}  // namespace locklab::sim
