// One message comes late, by as much as was said, and nothing overtakes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/trigger.h"
#include "sim/world/simulate.h"
#include "tests/support/read.h"
#include "tests/support/small_world.h"

namespace locklab::sim {
namespace {

constexpr ClientId alice{0};
constexpr NodeId n1{0};

/// Alice's nth request to n1, or its reply, comes so much later.
Fault late(std::uint32_t nth, bool reply, Duration by) {
  Fault fault;
  fault.kind = FaultKind::delay;
  fault.client = alice;
  fault.node = n1;
  fault.requests = !reply;
  fault.replies = reply;
  fault.count = 1;
  fault.duration = by;
  fault.trigger.event = reply ? EventKind::ran : EventKind::sent;
  fault.trigger.client = alice;
  fault.trigger.node = n1;
  fault.trigger.nth = nth;
  return fault;
}

/// When the nth event of that kind came, between alice and n1.
std::int64_t when(const Trace& trace, EventKind kind, std::uint32_t nth) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.kind == kind && e.client == alice && e.node == n1 && --nth == 0) return e.at;
  }
  return -1;
}

TEST(DelayedMessage, ARequestArrivesLaterByExactlyThat) {
  Scenario scenario = small_world("set_px_lua");
  const Trace before = simulate(scenario, "a");
  scenario.faults = {late(2, false, 7'123us)};
  const Trace after = simulate(scenario, "a");
  EXPECT_EQ(when(after, EventKind::sent, 2), when(before, EventKind::sent, 2));
  EXPECT_EQ(when(after, EventKind::ran, 2), when(before, EventKind::ran, 2) + 7'123);
  const Event* told = first(after, EventKind::message_delayed);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->value, 7'123);
  EXPECT_EQ(told->detail, 0);
  EXPECT_EQ(count(after, EventKind::message_delayed), 1u);
}

TEST(DelayedMessage, AReplyArrivesLaterByExactlyThat) {
  Scenario scenario = small_world("set_px_lua");
  const Trace before = simulate(scenario, "a");
  scenario.faults = {late(1, true, 9ms)};
  const Trace after = simulate(scenario, "a");
  EXPECT_EQ(when(after, EventKind::ran, 1), when(before, EventKind::ran, 1));
  EXPECT_EQ(when(after, EventKind::received, 1), when(before, EventKind::received, 1) + 9'000);
  EXPECT_EQ(first(after, EventKind::message_delayed)->detail, 1);
}

TEST(DelayedMessage, WhatWasBeforeItIsAsItWas) {
  Scenario scenario = small_world("setnx_del");
  const Trace before = simulate(scenario, "a");
  scenario.faults = {late(2, false, 5ms)};
  const Trace after = simulate(scenario, "a");
  for (std::size_t i = 0; before[i].at < when(before, EventKind::sent, 2); ++i) {
    ASSERT_LT(i, after.size());
    EXPECT_EQ(before[i].kind, after[i].kind);
    EXPECT_EQ(before[i].at, after[i].at);
  }
}

// A connection is TCP: what was sent after a late message comes after it.
TEST(DelayedMessage, NothingOvertakesItOnItsConnection) {
  Scenario scenario = small_world("redlock");
  scenario.lock.order = Order::parallel;
  scenario.lock.node_timeout = 200ms;
  scenario.faults = {late(1, true, 60ms)};
  const Trace trace = simulate(scenario, "a");
  std::uint32_t last = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Event& e = trace[i];
    if (e.kind != EventKind::received || e.client != alice || e.node != n1) continue;
    EXPECT_GT(e.message, last);
    last = e.message;
  }
  EXPECT_GT(last, 0u);
  EXPECT_GE(when(trace, EventKind::received, 1), when(trace, EventKind::ran, 1) + 60'000);
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
