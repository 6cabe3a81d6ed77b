// Each fault of a link in a live run: its events in the trace, and what remains after its end.
// tests/app/proxy/ has the server's and the client's view of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/golden_text.h"
#include "tests/support/live_runs.h"
#include "tests/support/small_world.h"

namespace locklab::app {
namespace {

using sim::EventKind;

sim::Trace linked_run(const std::string& fault, const LiveTarget& target = {}) {
  return test::live_trace(test::scenario_from(R"(
title = "one client"
strategy = "set_px_lua"
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 300
retry_delay_ms = 10
[[client]]
name = "alice"
work_ms = 20
[[fault]]
)" + fault),
                          nullptr, target);
}

sim::Event first_in(const sim::Trace& trace, EventKind kind, Purpose purpose = Purpose::other) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && (purpose == Purpose::other || trace[i].purpose == purpose))
      return trace[i];
  ADD_FAILURE() << "no " << name(kind);
  return {};
}

std::string text_of_first(const sim::Trace& trace, EventKind kind) {
  return std::string(trace.text(first_in(trace, kind)));
}

TEST(LiveLinks, ASlowLinkTakesItsTimeAndIsHealed) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
slow = { client = "alice", node = "n1", ms = 40, for_ms = 600 }
)");
  const std::int64_t took = first_in(trace, EventKind::received, Purpose::claim).at -
                            first_in(trace, EventKind::sent, Purpose::claim).at;
  EXPECT_GE(took, 79'000);
  EXPECT_EQ(first_in(trace, EventKind::link_slowed).value, 40'000);
  EXPECT_EQ(first_in(trace, EventKind::link_healed).fault, 1);
  EXPECT_TRUE(sim::first(trace, EventKind::left));
}

TEST(LiveLinks, AHeldReplyIsOfACommandThatRanLongBefore) {
  const sim::Trace trace = linked_run(R"(when = "n1 ran alice's claim"
hold = { client = "alice", node = "n1", direction = "replies", ms = 80 }
)");
  const sim::Event ran = first_in(trace, EventKind::ran, Purpose::claim);
  EXPECT_LE(ran.at, first_in(trace, EventKind::link_held).at) << "the fault waits for it";
  EXPECT_GE(first_in(trace, EventKind::received, Purpose::claim).at - ran.at, 79'000);
  EXPECT_TRUE(sim::first(trace, EventKind::link_released));
}

TEST(LiveLinks, ADroppedReplyTimesOutAtOnceAndTheKeyIsKnown) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
drop = { client = "alice", node = "n1", direction = "replies" }
)");
  EXPECT_THAT(text_of_first(trace, EventKind::link_reset), test::IsGolden());
  EXPECT_THAT(text_of_first(trace, EventKind::message_lost), test::IsGolden());
  EXPECT_EQ(text_of_first(trace, EventKind::timed_out), "connection lost");
  EXPECT_LE(first_in(trace, EventKind::key_set).at, first_in(trace, EventKind::message_lost).at);
}

TEST(LiveLinks, ADroppedRequestNeverRan) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
drop = { client = "alice", node = "n1", direction = "requests" }
)");
  const sim::Event lost = first_in(trace, EventKind::message_lost);
  EXPECT_EQ(lost.detail, 0);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind == EventKind::ran) {
      EXPECT_NE(trace[i].message, lost.message);
    }
  }
}

TEST(LiveLinks, ACutLetsCommandsTimeOutAndHealsAfterItsTime) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
cut = { client = "alice", node = "n1", ms = 400 }
)");
  EXPECT_EQ(text_of_first(trace, EventKind::timed_out), "timeout");
  const std::int64_t healed = first_in(trace, EventKind::link_healed).at;
  EXPECT_GE(healed, 399'000);
  EXPECT_GE(first_in(trace, EventKind::ran).at, healed);
  EXPECT_TRUE(sim::first(trace, EventKind::entered));
}

TEST(LiveLinks, AResetAndADelayAreTold) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
delay = { client = "alice", node = "n1", direction = "requests", ms = 30 }
[[fault]]
when = "alice entered"
reset = { client = "alice", node = "n1" }
)");
  EXPECT_EQ(first_in(trace, EventKind::message_delayed).value, 30'000);
  EXPECT_GE(first_in(trace, EventKind::received, Purpose::claim).at, 30'000);
  EXPECT_EQ(first_in(trace, EventKind::link_reset).fault, 2);
  EXPECT_TRUE(sim::first(trace, EventKind::released));
}

TEST(LiveLinks, TheResourceHasALinkOfItsOwn) {
  const sim::Trace trace = linked_run(R"(at_ms = 0
slow = { client = "alice", node = "stock", ms = 40 }
)");
  EXPECT_GE(first_in(trace, EventKind::received, Purpose::read).at -
                first_in(trace, EventKind::sent, Purpose::read).at,
            79'000);
  EXPECT_GE(first_in(trace, EventKind::resource_wrote).at, 120'000);
}

TEST(LiveLinks, ServersOfOthersAreReachedThroughTheProxyToo) {
  test::Servers servers;
  const sim::Trace trace = linked_run(R"(when = "after alice's claim"
reset = { client = "alice", node = "n1" }
)",
                                      test::target_of(servers));
  EXPECT_EQ(text_of_first(trace, EventKind::timed_out), "connection reset");
  EXPECT_TRUE(sim::first(trace, EventKind::released));
  EXPECT_TRUE(servers.ask(Command("DBSIZE")).is(0)) << "nothing is left there";
}

}  // namespace
}  // namespace locklab::app
