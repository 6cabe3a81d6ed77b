// One message is late by the given time, and nothing overtakes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/trigger.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;

constexpr ClientId alice{0};
constexpr NodeId n1{0};

/// The times of events of this kind of alice and n1, in us.
std::vector<std::int64_t> times_at_n1(const Trace& trace, EventKind kind) {
  std::vector<std::int64_t> all;
  for (const Event& event : events(trace, kind, alice))
    if (event.node == n1) all.push_back(event.at);
  return all;
}

/// A run of alice and bob with a fault, and the same run without it.
struct Lateness {
  explicit Lateness(const char* fault)
      : before(calm_run("set_px_lua", "")), after(calm_run("set_px_lua", "", {fault})) {}
  /// The delay of the nth event of this kind of alice and n1, counted from 0, in us.
  std::int64_t of(EventKind kind, std::size_t nth) const {
    return times_at_n1(after, kind).at(nth) - times_at_n1(before, kind).at(nth);
  }
  Trace before, after;
};

TEST(DelayedMessage, ARequestOrAReplyArrivesLaterByExactlyThat) {
  const Lateness request("when alice's 2nd request to n1: delay alice n1 requests 7.123ms");
  EXPECT_EQ(request.of(EventKind::sent, 1), 0);
  EXPECT_EQ(request.of(EventKind::ran, 1), 7'123);
  const Lateness reply("when n1 ran alice's 1st request: delay alice n1 replies 9ms");
  EXPECT_EQ(reply.of(EventKind::ran, 0), 0);
  EXPECT_EQ(reply.of(EventKind::received, 0), 9'000);
  const auto late = [](std::int64_t by_us, int reply) {
    return AllOf(Field("value", &Event::value, by_us), Field("detail", &Event::detail, reply));
  };
  EXPECT_THAT(events(request.after, EventKind::message_delayed), ElementsAre(late(7'123, 0)));
  EXPECT_THAT(events(reply.after, EventKind::message_delayed), ElementsAre(late(9'000, 1)));
}

TEST(DelayedMessage, CaughtByACutIsSentAgainWithoutTheDelayWhenItHeals) {
  const Trace before = calm_run("set_px_lua", "");
  const Trace after = calm_run("set_px_lua", "",
                               {"when alice's 2nd request to n1: delay alice n1 requests 15ms",
                                "when alice's 2nd request to n1 plus 3ms: cut alice n1 4ms"});
  EXPECT_EQ(times_at_n1(after, EventKind::ran).at(1) - times_at_n1(before, EventKind::ran).at(1),
            7'000)
      << "a message's time after the end of the cut";
}

TEST(DelayedMessage, WhatWasBeforeItIsAsItWas) {
  const Lateness run("when alice's 2nd request to n1: delay alice n1 requests 5ms");
  for (std::size_t i = 0; run.before[i].at < times_at_n1(run.before, EventKind::sent)[1]; ++i) {
    ASSERT_LT(i, run.after.size());
    EXPECT_EQ(run.before[i].kind, run.after[i].kind);
    EXPECT_EQ(run.before[i].at, run.after[i].at);
  }
}

// A connection is TCP: a message sent after a late one arrives after it.
TEST(DelayedMessage, NothingOvertakesItOnItsConnection) {
  const Trace trace = calm_run("redlock", "order='parallel', node_timeout_ms=200",
                               {"when n1 ran alice's 1st request: delay alice n1 replies 60ms"});
  std::vector<std::uint32_t> received;
  for (const Event& event : events(trace, EventKind::received, alice))
    if (event.node == n1) received.push_back(event.message);
  ASSERT_FALSE(received.empty());
  EXPECT_TRUE(std::is_sorted(received.begin(), received.end(), std::less_equal<>()));
  EXPECT_GE(times_at_n1(trace, EventKind::received)[0],
            times_at_n1(trace, EventKind::ran)[0] + 60'000);
}

TEST(DelayedMessage, IsSaidInARunsNameAndComesOutTheSame) {
  const std::string name =
      "F06_pause_past_ttl fault={when=\"" + message_phrase("alice", 1, "n1", false) +
      "\", delay={client=\"alice\", node=\"n1\", direction=\"requests\", ms=3.25}}";
  const OpenedRun run = run_named(name);
  const std::string line = to_string(run.name);
  const Trace once = simulate(run.scenario, line);
  const Trace again = simulate(run_named(line).scenario, line);
  EXPECT_EQ(first(once, EventKind::message_delayed)->value, 3'250);
  EXPECT_EQ(once.hash(), again.hash());
}

TEST(DelayedMessage, TheResourcesReplyCanBeLateToo) {
  const OpenedRun run = run_named(
      "F06_pause_past_ttl fault={when=\"stock ran alice's 1st request\", "
      "delay={client=\"alice\", node=\"stock\", direction=\"replies\", ms=3}}");
  const Trace trace = simulate(run.scenario, "a");
  const Event* told = first(trace, EventKind::message_delayed);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->node, resource_node);
}

}  // namespace
}  // namespace locklab::sim
