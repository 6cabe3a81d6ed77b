// Faults that overlap, and faults that strike at an event: each ends only itself, the dead send
// nothing, the frozen answer nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Event* first_of(const Trace& trace, EventKind kind, FaultToken fault) {
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == kind && trace[i].fault == fault) return &trace[i];
  return nullptr;
}

/// How long the first message from `from_us` on travels.
std::int64_t travel_time_from(const Trace& trace, std::int64_t from_us) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind != EventKind::sent || trace[i].at < from_us) continue;
    for (std::size_t j = i; j < trace.size(); ++j)
      if (trace[j].kind == EventKind::ran && trace[j].message == trace[i].message)
        return trace[j].at - trace[i].at;
  }
  return -1;
}

/// alice alone, with so much patience that nothing but a fault ends what she waits for.
Scenario patient_world() {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.ttl = 2s;
  scenario.lock.node_timeout = 1s;
  return scenario;
}

/// alice alone, with a critical section of no time.
Scenario hasty_world() {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.clients[0].work = Duration(0);
  scenario.clients[0].touch = false;
  return scenario;
}

TEST(Time, NeverFallsThoughAClientWithASlowClockWaitsForNothing) {
  for (const std::int64_t ppm : {-500'000, -10'000, -1'000}) {
    Scenario scenario = calm_world("set_px_lua");
    scenario.latency = Duration(1'003);  // messages arrive between two microseconds of her clock
    scenario.clients[0].drift_ppm = ppm;
    for (ClientSpec& client : scenario.clients) {
      client.work = Duration(0);
      client.rounds = 200;
    }
    const Trace trace = simulate(scenario);
    for (std::size_t i = 1; i < trace.size(); ++i)
      ASSERT_LE(trace[i - 1].at, trace[i].at) << "event " << i << " at " << ppm << " ppm";
  }
}

TEST(Crash, AClientThatDiesWhileItWakesSendsNothingMore) {
  // Paused as she begins an attempt on five nodes, and gone with the first request that leaves.
  Scenario scenario = calm_world("redlock", 1);
  scenario.lock.order = Order::parallel;
  scenario.faults = {
      for_ms(when(EventKind::attempt, on_client(FaultKind::pause, 0ms)), 30ms),
      when(EventKind::sent, on_client(FaultKind::crash, 0ms)),
  };
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::client_crashed), 1u);
  EXPECT_EQ(count(trace, EventKind::sent), 1u);
}

TEST(Crash, StrikesBetweenTwoThingsThatAProgramDoesAtOnce) {
  // Entering, leaving and releasing happen at one instant: she works for no time at all.
  Scenario scenario = hasty_world();
  scenario.faults = {when(EventKind::entered, on_client(FaultKind::crash, 0ms))};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::entered), 1u);
  EXPECT_EQ(count(trace, EventKind::left), 0u);
  EXPECT_EQ(count(trace, EventKind::releasing), 0u);
}

TEST(Pause, WhatAProgramWasAboutToDoComesFirstWhenItWakes) {
  Scenario scenario = hasty_world();
  scenario.clients[0].rounds = 1;
  scenario.faults = {for_ms(when(EventKind::entered, on_client(FaultKind::pause, 0ms)), 10ms)};
  const Trace trace = simulate(scenario);
  const std::int64_t woke = first(trace, EventKind::client_resumed)->at;
  EXPECT_EQ(first(trace, EventKind::left)->at, woke);
  EXPECT_EQ(count(trace, EventKind::finished), 1u);
}

TEST(Pause, LastsAsLongAsAnyOfThoseThatOverlap) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.faults = {for_ms(on_client(FaultKind::pause, 1ms), 20ms),
                     for_ms(on_client(FaultKind::pause, 5ms), 40ms)};
  const Trace trace = simulate(scenario);
  const Event* early = first_of(trace, EventKind::client_resumed, 1);
  const Event* late = first_of(trace, EventKind::client_resumed, 2);
  ASSERT_TRUE(early && late);
  EXPECT_EQ(early->at, 21'000);
  EXPECT_EQ(early->standing, 1);
  EXPECT_EQ(late->at, 45'000);
  EXPECT_EQ(late->standing, 0);
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::sent) {
      EXPECT_TRUE(trace[i].at <= 1000 || trace[i].at >= 45'000);
    }
  EXPECT_THAT(never_struck(scenario.faults, trace), IsEmpty());
}

TEST(Cut, ItsEndLeavesALongerCutAndASlowLinkAsTheyAre) {
  Scenario scenario = patient_world();
  scenario.clients[0].start = 30ms;
  scenario.faults = {for_ms(on_link(FaultKind::slow, 1ms), 20ms),
                     for_ms(on_link(FaultKind::cut, 2ms), 10ms),
                     for_ms(on_link(FaultKind::cut, 5ms), 95ms)};
  const Trace trace = simulate(scenario);
  const Event* early = first_of(trace, EventKind::link_healed, 2);
  const Event* late = first_of(trace, EventKind::link_healed, 3);
  ASSERT_TRUE(early && late);
  EXPECT_EQ(early->standing, 1);
  EXPECT_EQ(late->standing, 1) << "the link is still slow";
  EXPECT_EQ(late->at, 100'000);
  // What was sent at 30 ms waits for the second cut's end, and is slow all the same.
  EXPECT_EQ(travel_time_from(trace, 30'000), 100'000 - 30'000 + 21'000);
}

TEST(Slow, SeveralAddUpAndHealEndsThemAll) {
  Scenario scenario = patient_world();
  scenario.clients[0].think = 100ms;
  scenario.faults = {for_ms(on_link(FaultKind::slow, 0ms), 20ms),
                     for_ms(on_link(FaultKind::slow, 0ms), 3ms), on_link(FaultKind::heal, 160ms)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(travel_time_from(trace, 0), 24'000);
  EXPECT_EQ(travel_time_from(trace, 161'000), 1'000);
}

TEST(Hold, EndsWithTheMessagesThatItHasCaughtAndNoOthers) {
  Scenario scenario = patient_world();
  scenario.faults = {for_ms(on_link(FaultKind::hold, 0ms), 40ms),
                     for_ms(on_link(FaultKind::hold, 0ms), 10ms)};
  for (Fault& fault : scenario.faults) {
    fault.replies = false;
    fault.count = 1;
  }
  const Trace trace = simulate(scenario);
  // The first one has caught her request, and the end of the second one is none of its business.
  EXPECT_EQ(travel_time_from(trace, 0), 40'000 + 1'000);
}

TEST(Stop, TheEndOfAnEarlierOneDoesNotBringADeadNodeBack) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 300ms;
  scenario.faults = {for_ms(on_node(FaultKind::stop, 10ms), 50ms), on_node(FaultKind::kill, 20ms)};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::node_killed), 1u);
  EXPECT_EQ(count(trace, EventKind::node_restarted), 0u);
  EXPECT_EQ(count(trace, EventKind::node_continued), 0u);
}

TEST(Kill, ItsOwnRestartDoesNotUndoALaterKillForGood) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.run_for = 300ms;
  scenario.faults = {on_node(FaultKind::kill, 10ms), on_node(FaultKind::restart, 20ms),
                     on_node(FaultKind::kill, 30ms)};
  scenario.faults[0].restart_after = 50ms;
  const Trace trace = simulate(scenario);
  EXPECT_EQ(count(trace, EventKind::node_killed), 2u);
  EXPECT_EQ(count(trace, EventKind::node_restarted), 1u);
}

TEST(Kill, ARequestOnAnOldConnectionIsNotRunByTheNewProcess) {
  Scenario scenario = calm_world("setnx_del", 1);
  scenario.lock.node_timeout = 20ms;
  scenario.run_for = 1s;
  Fault hold = on_link(FaultKind::hold, 0ms);
  hold.replies = false;
  hold.count = 1;
  hold.duration = 200ms;
  scenario.faults = {hold, on_node(FaultKind::kill, 100ms)};
  scenario.faults[1].restart_after = 20ms;
  Scenario frozen = scenario;  // the new process, as the request arrives
  frozen.faults.push_back(for_ms(on_node(FaultKind::stop, 190ms), 50ms));
  for (const Scenario& one : {scenario, frozen}) {
    const Trace trace = simulate(one);
    const std::uint32_t held = first(trace, EventKind::sent)->message;
    for (std::size_t i = 0; i < trace.size(); ++i)
      EXPECT_FALSE(trace[i].kind == EventKind::ran && trace[i].message == held);
  }
}

TEST(Kill, BehindACutIsLearntWhenTheLinkIsWholeAgain) {
  // She releases after 30 ms, while the link is cut and the new process is up.
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.ttl = 1s;
  scenario.clients[0].work = 30ms;
  scenario.clients[0].rounds = 1;
  scenario.clients[0].touch = false;
  scenario.faults = {for_ms(on_link(FaultKind::cut, 10ms), 40ms), on_node(FaultKind::kill, 11ms)};
  scenario.faults[1].restart_after = 5ms;
  const Trace trace = simulate(scenario);
  const Event* const releasing = first(trace, EventKind::releasing);
  const Event* const reset = first(trace, EventKind::timed_out);
  ASSERT_TRUE(releasing && reset);
  EXPECT_LT(releasing->at, 50'000);
  EXPECT_GT(reset->at, 50'000);
  EXPECT_EQ(trace.text(*reset), "connection reset") << "the new process does not know it";
}

TEST(Kill, BehindACutSparesARequestThatHasNotLeftItsClientsMachine) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.node_timeout = 100ms;
  scenario.clients[0].start = 5ms;
  scenario.faults = {for_ms(on_link(FaultKind::cut, 1ms), 20ms), on_node(FaultKind::kill, 10ms)};
  scenario.faults[1].restart_after = 5ms;
  const Trace trace = simulate(scenario);
  const Event* const sent = first(trace, EventKind::sent);
  const Event* const ran = first(trace, EventKind::ran);
  ASSERT_TRUE(sent && ran);
  EXPECT_LT(sent->at, 10'000);
  EXPECT_GT(ran->at, 21'000);
  EXPECT_EQ(ran->message, sent->message) << "no second request";
  EXPECT_EQ(broken_rule(scenario, trace), std::nullopt);
}

TEST(Transaction, OfALostConnectionDoesNotGoOnOnANewOne) {
  for (const FaultKind kind : {FaultKind::drop, FaultKind::reset}) {
    Scenario scenario = calm_world("setnx_expire", 1);
    scenario.lock.how = How::multi;
    Fault lost = when(EventKind::sent, on_link(kind, 0ms));  // the MULTI
    lost.replies = false;
    lost.count = 1;
    scenario.faults = {lost};
    const Trace trace = simulate(scenario);
    const Event* const refused = first(trace, EventKind::refused);
    ASSERT_TRUE(refused);
    for (std::size_t i = 0; i < trace.size(); ++i)
      EXPECT_FALSE(trace[i].kind == EventKind::ran && trace[i].at <= refused->at);
    EXPECT_TRUE(first(trace, EventKind::acquired)) << "the next transaction has a new connection";
  }
}

TEST(Kill, KeysWhoseTimeRunsOutWhileTheNodeIsDownExpireWhenItIsBack) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.nodes[0].persistence = Persistence::always;
  scenario.clients[0].work = 500ms;
  scenario.clients[0].touch = false;
  scenario.run_for = 400ms;
  scenario.faults = {on_node(FaultKind::kill, 20ms)};
  scenario.faults[0].restart_after = 200ms;
  const Trace trace = simulate(scenario);
  ASSERT_NE(first(trace, EventKind::node_restarted), nullptr);
  EXPECT_EQ(first(trace, EventKind::node_restarted)->value, 0);
  ASSERT_NE(first(trace, EventKind::key_expired), nullptr);
  EXPECT_EQ(first(trace, EventKind::key_expired)->at, first(trace, EventKind::node_restarted)->at);
}

TEST(Drift, MovesTheDeadlinesOfCommandsToo) {
  // Her clock runs twice as fast from 10 ms on: of her 100 ms 90 are left, which take 45.
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.node_timeout = 100ms;
  scenario.run_for = 400ms;
  scenario.faults = {on_link(FaultKind::cut, 0ms), on_client(FaultKind::drift, 10ms)};
  scenario.faults[1].ppm = 1'000'000;
  const Trace trace = simulate(scenario);
  ASSERT_NE(first(trace, EventKind::timed_out), nullptr);
  EXPECT_EQ(first(trace, EventKind::timed_out)->at, 55'000);
}

TEST(Cut, AtTheMomentAReplyArrivesLeavesNothingBehind) {
  for (const char* strategy : {"setnx_del", "set_px_lua", "watchdog", "set_px_del", "fenced"}) {
    for (std::uint32_t nth = 1; nth <= 4; ++nth) {
      Scenario scenario = calm_world(strategy, 2);
      Fault cut = for_ms(when(EventKind::received, on_link(FaultKind::cut, 0ms)), 100ms);
      cut.trigger.client = ClientId{0};
      cut.trigger.node = NodeId{0};
      cut.trigger.nth = nth;
      scenario.faults = {cut};
      const Trace trace = simulate(scenario);
      std::map<std::uint32_t, int> received;
      for (std::size_t i = 0; i < trace.size(); ++i)
        if (trace[i].kind == EventKind::received) ++received[trace[i].message];
      for (const auto& [message, times] : received)
        EXPECT_EQ(times, 1) << strategy << ", message " << message;
    }
  }
}

TEST(Kill, AtAnEventBesideACutLeavesNothingBehind) {
  Scenario scenario = calm_world("set_px_lua", 3);
  Fault cut = for_ms(when(EventKind::gave_up, on_link(FaultKind::cut, 0ms)), 1ms);
  cut.requests = false;
  scenario.faults = {cut, when(EventKind::resource_read, on_node(FaultKind::kill, 0ms))};
  scenario.run_for = 2s;
  EXPECT_EQ(count(simulate(scenario), EventKind::node_killed), 1u);
}

TEST(World, ThatEndsByItselfIsNotToldAsCutShortForItsLastLook) {
  Scenario scenario = calm_world("atomic_decr");
  const std::size_t all = simulate(scenario).size();
  scenario.most_events = all - 1;  // full with the resource, which comes before the end
  const Trace trace = simulate(scenario);
  ASSERT_EQ(trace.size(), all);
  EXPECT_EQ(trace[all - 2].kind, EventKind::resource_final);
  EXPECT_THAT(trace.text(trace[all - 1]), test::IsGolden());
}

TEST(World, EndsInOrderThoughFaultsArePlannedBeyondItsEnd) {
  Scenario scenario = small_world("setnx_del", 4);
  for (std::size_t i = 0; i < 16; ++i) scenario.clients.push_back(scenario.clients[i % 4]);
  for (std::size_t i = 0; i < 20; ++i) scenario.clients[i].name = "c" + std::to_string(i);
  scenario.run_for = 50ms;
  Fault hold = for_ms(on_node(FaultKind::hold, 1ms), 101ms);
  hold.count = 2;
  hold.replies = false;
  scenario.faults = {hold, for_ms(on_node(FaultKind::stop, 10ms), 1ms)};
  EXPECT_EQ(simulate(scenario).back().kind, EventKind::ended);
}

TEST(Node, CanDieWithACommandRunAndItsAnswerUnsent) {
  // The textbook's case: the lock is granted, on disk, and nobody is told.
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.nodes[0].persistence = Persistence::always;
  scenario.run_for = 30ms;
  Fault kill = when(EventKind::ran, on_node(FaultKind::kill, 0ms));
  kill.restart_after = 5ms;
  scenario.faults = {kill};
  const Trace trace = simulate(scenario);
  EXPECT_EQ(first(trace, EventKind::key_set)->at, first(trace, EventKind::node_killed)->at);
  const Event* silent = first(trace, EventKind::timed_out);
  ASSERT_NE(silent, nullptr);
  EXPECT_EQ(trace.text(*silent), "connection lost");
  EXPECT_EQ(first(trace, EventKind::node_restarted)->value, 1);
}

TEST(Node, ThatFreezesAfterACommandAnswersItWhenItWakes) {
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.ttl = 1s;
  scenario.lock.node_timeout = 500ms;
  scenario.faults = {for_ms(when(EventKind::ran, on_node(FaultKind::stop, 0ms)), 40ms)};
  const Trace trace = simulate(scenario);
  const std::int64_t ran = first(trace, EventKind::ran)->at;
  EXPECT_EQ(first(trace, EventKind::received)->at, ran + 40'000 + 1'000);
}

TEST(Drop, OfAReplyOnAnAbandonedConnectionLeavesTheNewOneAlone) {
  // Her first request is held beyond her patience, so she connects anew. Its answer is dropped.
  Scenario scenario = calm_world("set_px_lua", 1);
  scenario.lock.ttl = 2s;
  scenario.lock.node_timeout = 20ms;
  scenario.run_for = 400ms;
  Fault hold = for_ms(on_link(FaultKind::hold, 0ms), 25ms);
  hold.replies = false;
  hold.count = 1;
  Fault drop = on_link(FaultKind::drop, 24ms);
  drop.requests = false;
  scenario.faults = {hold, drop};
  EXPECT_EQ(count(simulate(scenario), EventKind::timed_out), 1u);
}

TEST(NeverStruck, NamesFaultsThatFoundNothingLeftToStrike) {
  Scenario scenario = calm_world("set_px_lua", 2);
  scenario.run_for = 200ms;
  scenario.faults = {on_client(FaultKind::crash, 10ms),
                     for_ms(on_client(FaultKind::pause, 20ms), 5ms), on_node(FaultKind::kill, 30ms),
                     for_ms(on_node(FaultKind::stop, 40ms), 5ms)};
  EXPECT_THAT(never_struck(scenario.faults, simulate(scenario)), ElementsAre(1, 3));
}

}  // namespace
}  // namespace locklab::sim
