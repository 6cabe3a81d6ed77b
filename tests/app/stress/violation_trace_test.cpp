// The trace window of a violation: from real loads, whose violations the checks of a run confirm,
// and from rings that have forgotten events.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/stress/load/violation_trace.h"
#include "sim/check/check.h"
#include "sim/trace/trace_bytes.h"
#include "tests/app/stress/short_load.h"
#include "tests/support/golden_text.h"
#include "tests/support/read.h"
#include "tests/support/stories.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using sim::Kept;
using sim::Property;

StressResult recorded(const StressWork& work) {
  StressOptions options;
  options.keeps_windows = true;
  return test::loaded(work, options);
}

StressWork with_a_strike(std::string_view id, const char* line) {
  StressWork work = test::short_load(id);
  work.lock.ttl = 50ms;
  work.duration = 1500ms;
  work.strikes = test::strikes({line});
  return work;
}

/// The first violation of that kind with a window; null, and a failed test, if there is none.
const Violation* first_of(const StressResult& result, Harm harm) {
  const auto found =
      std::find_if(result.violations.begin(), result.violations.end(),
                   [&](const Violation& one) { return one.harm == harm && one.window != nullptr; });
  if (found != result.violations.end()) return &*found;
  ADD_FAILURE() << "no " << name(harm) << " was kept";
  return nullptr;
}

sim::Verdict verdict(const sim::Trace& trace, Property property) {
  return sim::check(trace).at(static_cast<std::size_t>(property));
}

std::size_t count(const sim::Trace& trace, EventKind kind, std::string_view client = {}) {
  return test::events_where(
             trace,
             [&](const sim::Event& one) {
               const bool known = one.client != no_client;
               return one.kind == kind &&
                      (client.empty() || (known && trace.client_name(one.client) == client));
             })
      .size();
}

/// Writes the trace and reads it again, which fails if it is malformed.
sim::Trace read_again(const sim::Trace& trace) {
  return sim::value_of(sim::parse_trace(sim::trace_bytes(trace), "window"));
}

TEST_IN_TIME(ViolationTrace, APausePastTheLeaseLetsASecondInAsTheChecksOfARunSay) {
  const StressResult result = recorded(with_a_strike("set_px_lua", "at 50ms pause holder 250ms"));
  EXPECT_TRUE(broke_a_promise(result));
  EXPECT_GE(result.measures.counts.not_owner, 1u) << "the release compares";
  const Violation* overlap = first_of(result, Harm::overlap);
  ASSERT_NE(overlap, nullptr);
  const sim::Trace trace = read_again(*overlap->window);
  const std::string first = client_name(overlap->first.client);
  const std::string second = client_name(overlap->second.client);
  const sim::Verdict excluded = verdict(trace, Property::mutual_exclusion);
  EXPECT_EQ(excluded.kept, Kept::broken);
  EXPECT_TRUE(excluded.promised);
  ASSERT_TRUE(excluded.event);
  EXPECT_EQ(trace.client_name(trace[*excluded.event].client), second);
  EXPECT_EQ(count(trace, EventKind::client_paused, first), 1u);
  EXPECT_EQ(count(trace, EventKind::client_resumed, first), 1u);
  EXPECT_GE(count(trace, EventKind::key_expired), 1u) << "what the server did is inferred";
  EXPECT_GE(count(trace, EventKind::released, first), 1u) << "it goes on until both are over";
  EXPECT_EQ(trace.info.world, "live");
  EXPECT_EQ(trace.info.strategy, "set_px_lua");
  // Other clients may have been inside meanwhile, so the window must not show that the lock was
  // free.
  EXPECT_NE(verdict(trace, Property::availability).kept, Kept::broken);

  const Violation* lost = first_of(result, Harm::lost_update);
  ASSERT_NE(lost, nullptr);
  EXPECT_EQ(verdict(*lost->window, Property::no_lost_update).kept, Kept::broken);
}

TEST_IN_TIME(ViolationTrace, AClockThatDriftsAndAHoldThatEndsAreToldAsThat) {
  StressWork work = with_a_strike("set_px_lua", "at 50ms pause holder 250ms");
  for (const Strike& one : test::strikes({"at 60ms drift n1 10%", "at 80ms hold n1 20ms"}))
    work.strikes.push_back(one);
  const StressResult result = recorded(work);
  const Violation* overlap = first_of(result, Harm::overlap);
  ASSERT_NE(overlap, nullptr);
  const sim::Trace trace = read_again(*overlap->window);
  const auto clocks = test::events_of(trace, EventKind::node_clock);
  ASSERT_EQ(clocks.size(), 1u);
  EXPECT_EQ(trace[clocks[0]].extra, 100'000) << "ppm";
  const auto holds = test::events_of(trace, EventKind::link_held);
  const auto ends = test::events_of(trace, EventKind::link_released);
  ASSERT_EQ(holds.size(), 1u);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(trace[ends[0]].fault, trace[holds[0]].fault);
  EXPECT_EQ(count(trace, EventKind::link_healed), 0u);
}

TEST_IN_TIME(ViolationTrace, AFenceThatTurnsAWriteAwayIsShownAsThat) {
  const StressResult result = recorded(with_a_strike("fenced", "at 50ms pause holder 250ms"));
  EXPECT_GT(result.count(Harm::overlap), 0u);
  EXPECT_EQ(result.count(Harm::lost_update), 0u);
  const Violation* stale = first_of(result, Harm::stale_write);
  ASSERT_NE(stale, nullptr);
  const sim::Trace trace = read_again(*stale->window);
  EXPECT_EQ(count(trace, EventKind::resource_rejected, client_name(stale->second.client)), 1u);
  EXPECT_EQ(verdict(trace, Property::fencing).kept, Kept::kept);
  EXPECT_EQ(verdict(trace, Property::no_lost_update).kept, Kept::kept);
}

TEST_IN_TIME(ViolationTrace, AServerThatForgetsInTheMiddleIsInIt) {
  StressWork work = test::short_load("set_px_lua");
  work.clients = 4;
  work.hold = 2s;  // much longer than a server's start
  work.duration = 2s;
  work.lock.node_timeout = 100ms;
  work.strikes = test::strikes({"at 50ms kill n1", "at 80ms restart n1"});
  const StressResult result = recorded(work);
  const Violation* overlap = first_of(result, Harm::overlap);
  ASSERT_NE(overlap, nullptr);
  const sim::Trace trace = read_again(*overlap->window);
  EXPECT_EQ(count(trace, EventKind::node_killed), 1u);
  EXPECT_EQ(count(trace, EventKind::node_restarted), 1u);
  EXPECT_GE(count(trace, EventKind::key_lost), 1u);
  EXPECT_EQ(verdict(trace, Property::mutual_exclusion).kept, Kept::broken);
}

TEST_IN_TIME(ViolationTrace, OnlyTheFirstOfEachKindAreKeptAndNoneUnlessAsked) {
  StressWork work = test::short_load("none");
  work.threads = 2;
  const StressResult result = recorded(work);
  ASSERT_GT(result.count(Harm::overlap), windows_of_a_kind);
  EXPECT_GT(result.count(Harm::lost_update), 0u);
  EXPECT_FALSE(broke_a_promise(result)) << "it promises nothing " << test::on_any_machine;
  std::size_t kept[static_cast<std::size_t>(Harm::count_)]{};
  for (const Violation& one : result.violations) {
    if (!one.window) continue;
    ++kept[static_cast<std::size_t>(one.harm)];
    const sim::Trace trace = read_again(*one.window);
    EXPECT_GE(count(trace, EventKind::entered, client_name(one.first.client)), 1u);
    EXPECT_GE(count(trace, EventKind::entered, client_name(one.second.client)), 1u);
  }
  EXPECT_EQ(kept[static_cast<std::size_t>(Harm::overlap)], windows_of_a_kind);
  EXPECT_LE(kept[static_cast<std::size_t>(Harm::lost_update)], windows_of_a_kind);
  for (const Violation& one : test::loaded(work).violations) EXPECT_EQ(one.window, nullptr);
}

// --- hand-made windows

Moment moment(EventKind kind, std::int64_t at_us, std::uint64_t order, std::int64_t value = 0) {
  Moment one;
  one.event.kind = kind;
  one.event.at = at_us;
  one.event.acquisition = 7'000'000;
  one.event.value = value;
  one.order = order;
  const bool of_resource = kind == EventKind::resource_read || kind == EventKind::resource_wrote;
  if (of_resource) one.event.node = resource_node;
  if (!of_resource) one.key = "locklab:k";
  return one;
}

Hold hold_from(std::uint32_t client, std::int64_t wanted_us, std::int64_t entered_us,
               std::int64_t left_us = -1) {
  return {.client = client,
          .wanted_us = wanted_us,
          .entered_us = entered_us,
          .left_us = left_us,
          .token = -1};
}

Window window_of(Window::Side first, Window::Side second) {
  Window window;
  window.sides = {std::move(first), std::move(second)};
  return window;
}

/// The trace of a window, for a lock with a lease of 50 ms.
sim::Trace traced(const Window& window) {
  StressWork work = test::short_load("set_px_del");
  work.lock.ttl = 50ms;
  return read_again(trace_of(work, window));
}

TEST(ViolationTrace, AHoldThatTheRingHasForgottenIsToldByTheOracle) {
  const Hold forgotten = hold_from(0, 500, 1'000, 9'000);
  const Hold seen = hold_from(1, 2'000, 3'000, 4'000);
  const Window window = window_of({0, forgotten, {}}, {1,
                                                       seen,
                                                       {moment(EventKind::attempt, 2'000, 1),
                                                        moment(EventKind::entered, 3'000, 2),
                                                        moment(EventKind::left, 4'000, 3)}});
  const sim::Trace trace = traced(window);
  EXPECT_EQ(count(trace, EventKind::entered, "client1"), 1u);
  EXPECT_EQ(count(trace, EventKind::left, "client1"), 1u);
  EXPECT_EQ(verdict(trace, Property::mutual_exclusion).kept, Kept::broken);
}

TEST(ViolationTrace, AnswersToWhatWasSentBeforeTheWindowAreLeftOut) {
  Moment answer = moment(EventKind::received, 1'500, 1);
  answer.event.node = NodeId(0);
  answer.event.message = 12;
  answer.reply = Reply::status("OK");
  std::vector<Moment> moments{answer, moment(EventKind::attempt, 2'000, 2),
                              moment(EventKind::entered, 3'000, 3)};
  moments.insert(moments.begin() + 1, answer);
  const Hold hold = hold_from(1, 2'000, 3'000);
  const Window window = window_of({1, hold, moments}, {2, hold, {}});
  const sim::Trace trace = traced(window);
  EXPECT_EQ(count(trace, EventKind::received), 0u);
  EXPECT_EQ(count(trace, EventKind::entered), 2u);
}

TEST(ViolationTrace, ALeaseRunsOutAtItsEndAndNotWhenSomebodyNoticesIt) {
  const auto command = [](EventKind kind, std::int64_t at_us, std::uint64_t order) {
    Moment one = moment(kind, at_us, order);
    one.event.node = NodeId(0);
    one.event.message = 1;
    one.event.purpose = Purpose::claim;
    one.key.clear();
    if (kind == EventKind::sent) one.text = set_nx_px("locklab:k", "1", 50ms).packed();
    if (kind == EventKind::received) one.reply = Reply::status("OK");
    return one;
  };
  const auto claim = [&](std::int64_t at_us, std::uint64_t order) {
    return std::vector<Moment>{moment(EventKind::attempt, at_us, order),
                               command(EventKind::sent, at_us, order + 1),
                               command(EventKind::received, at_us + 100, order + 2),
                               moment(EventKind::entered, at_us + 100, order + 3)};
  };
  const Hold first = hold_from(0, 1'000, 1'100);
  const Hold second = hold_from(1, 400'000, 400'100);
  const sim::Trace trace =
      traced(window_of({0, first, claim(1'000, 1)}, {1, second, claim(400'000, 9)}));
  const auto expired = test::events_of(trace, EventKind::key_expired);
  ASSERT_EQ(expired.size(), 1u);
  EXPECT_GE(trace[expired[0]].at, 50'000);
  EXPECT_LE(trace[expired[0]].at, 52'000) << "not when the second one comes, at 399,000 us";
}

TEST(ViolationTrace, ItsTitleSaysWhenItWasOnTheClockOfTheReport) {
  const Hold hold = hold_from(0, 1'000, 3'000'000, 4'000'000);
  Window window = window_of({0, hold, {moment(EventKind::attempt, 2'900'000, 1)}}, {1, hold, {}});
  window.measured_from_us = 1'000'000;
  const auto title = [&] { return trace_of(test::short_load("set_px_del"), window).info.title; };
  EXPECT_THAT(title(), test::IsGolden());
  window.measured_from_us = 3'500'000;
  EXPECT_THAT(title(), test::IsGolden());
}

TEST(ViolationTrace, WhatNobodyInItHasWrittenWasSomebodyElses) {
  const Hold hold = hold_from(0, 1'000, 1'000, 2'000);
  const Hold later = hold_from(1, 3'000, 3'000, 4'000);
  const Window window = window_of(
      {0,
       hold,
       {moment(EventKind::attempt, 900, 1), moment(EventKind::entered, 1'000, 2),
        moment(EventKind::resource_read, 1'000, 3, 5),
        moment(EventKind::resource_wrote, 2'000, 4, 6), moment(EventKind::left, 2'000, 5)}},
      {1,
       later,
       {moment(EventKind::attempt, 2'900, 6), moment(EventKind::entered, 3'000, 7),
        moment(EventKind::resource_read, 3'000, 8, 9),
        moment(EventKind::resource_wrote, 4'000, 9, 10), moment(EventKind::left, 4'000, 10)}});
  const sim::Trace trace = traced(window);
  EXPECT_EQ(count(trace, EventKind::resource_wrote, "somebody"), 1u);
  EXPECT_EQ(verdict(trace, Property::no_lost_update).kept, Kept::kept);
  EXPECT_EQ(verdict(trace, Property::durability).kept, Kept::kept);
  for (const std::uint32_t event : test::events_of(trace, EventKind::resource_wrote))
    EXPECT_GT(trace[event].acquisition, 0u) << "somebody has one of its own, and is not inside";
}

}  // namespace
}  // namespace locklab::app
