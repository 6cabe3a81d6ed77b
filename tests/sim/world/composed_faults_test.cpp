// Overlapping faults, and faults triggered by events: each ends only itself, dead clients send
// nothing, and frozen nodes reply nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/scenario/fault_plan.h"
#include "tests/support/faults.h"
#include "tests/support/golden_text.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::Ge;
using testing::IsEmpty;
using testing::Le;
using testing::Not;

/// The travel time of the first request sent at `from_us` or later, in us; -1 if there is none.
std::int64_t travel_time_from(const Trace& trace, std::int64_t from_us) {
  for (const Event& sent : events(trace, EventKind::sent))
    if (sent.at >= from_us)
      for (const Event& ran : events(trace, EventKind::ran))
        if (ran.message == sent.message) return ran.at - sent.at;
  return -1;
}

/// Matches the end of a fault, and whether another one is still in force there.
testing::Matcher<const Event&> end_of_fault(FaultToken fault, std::int64_t at, bool standing) {
  return testing::AllOf(Field("fault", &Event::fault, fault), Field("at", &Event::at, at),
                        Field("standing", &Event::standing, standing ? 1 : 0));
}

/// alice alone, with a lease and timeouts so long that only a fault ends her waits.
const std::string patient = "clients=1, ttl_ms=2000, node_timeout_ms=1000";
/// alice alone, with a critical section that takes no time.
const std::string hasty = "clients=1, work_ms=0, client={alice={touch=false}}";

TEST(Time, NeverFallsThoughAClientWithASlowClockWaitsForNothing) {
  for (const std::string ppm : {"-500000", "-10000", "-1000"}) {
    const Trace trace =
        calm_run("set_px_lua",
                 // Messages arrive between two microseconds of her clock.
                 "latency_ms=1.003, work_ms=0, rounds=200, client={alice={drift_ppm=" + ppm + "}}");
    for (std::size_t i = 1; i < trace.size(); ++i)
      ASSERT_LE(trace[i - 1].at, trace[i].at) << "event " << i << " at " << ppm << " ppm";
  }
}

TEST(Crash, AClientThatDiesWhileItWakesSendsNothingMore) {
  // Paused at the start of an attempt on five nodes, and crashed at the first request that she
  // sends after it.
  const Trace trace =
      calm_run("redlock", "clients=1, order='parallel'",
               {"when alice attempt: pause alice 30ms", "when alice's request: crash alice"});
  EXPECT_EQ(count(trace, EventKind::client_crashed), 1u);
  EXPECT_EQ(count(trace, EventKind::sent), 1u);
}

TEST(Crash, StrikesBetweenTwoThingsThatAProgramDoesAtOnce) {
  // She works for no time, so that entering, leaving and releasing happen at one time.
  const Trace trace = calm_run("set_px_lua", hasty, {"when alice entered: crash alice"});
  EXPECT_EQ(count(trace, EventKind::entered), 1u);
  EXPECT_EQ(count(trace, EventKind::left), 0u);
  EXPECT_EQ(count(trace, EventKind::releasing), 0u);
}

TEST(Pause, WhatAProgramWasAboutToDoComesFirstWhenItWakes) {
  const Trace trace =
      calm_run("set_px_lua", hasty + ", rounds=1", {"when alice entered: pause alice 10ms"});
  EXPECT_EQ(times(trace, EventKind::left), times(trace, EventKind::client_resumed));
  EXPECT_EQ(count(trace, EventKind::finished), 1u);
}

TEST(Pause, LastsAsLongAsAnyOfThoseThatOverlap) {
  const Scenario scenario =
      calm_world("set_px_lua", "clients=1", {"at 1ms pause alice 20ms", "at 5ms pause alice 40ms"});
  const Trace trace = simulate(scenario);
  EXPECT_THAT(events(trace, EventKind::client_resumed),
              ElementsAre(end_of_fault(1, 21'000, true), end_of_fault(2, 45'000, false)));
  EXPECT_THAT(times(trace, EventKind::sent), Each(AnyOf(Le(1'000), Ge(45'000))));
  EXPECT_THAT(never_struck(scenario.faults, trace), IsEmpty());
}

TEST(Cut, ItsEndLeavesALongerCutAndASlowLinkAsTheyAre) {
  const Trace trace = calm_run(
      "set_px_lua", patient + ", client={alice={start_ms=30}}",
      {"at 1ms slow alice n1 20ms", "at 2ms cut alice n1 10ms", "at 5ms cut alice n1 95ms"});
  // The link is still slow when the second cut ends.
  EXPECT_THAT(events(trace, EventKind::link_healed),
              ElementsAre(end_of_fault(2, 12'000, true), end_of_fault(3, 100'000, true)));
  // A request sent at 30 ms waits for the end of the second cut, and is slow even then.
  EXPECT_EQ(travel_time_from(trace, 30'000), 100'000 - 30'000 + 21'000);
}

TEST(Slow, SeveralAddUpAndHealEndsThemAll) {
  const Trace trace =
      calm_run("set_px_lua", patient + ", think_ms=100",
               {"at 0ms slow alice n1 20ms", "at 0ms slow alice n1 3ms", "at 160ms heal alice n1"});
  EXPECT_EQ(travel_time_from(trace, 0), 24'000);
  EXPECT_EQ(travel_time_from(trace, 161'000), 1'000);
}

TEST(Hold, EndsWithTheMessagesThatItHasCaughtAndNoOthers) {
  const Trace trace =
      calm_run("set_px_lua", patient,
               {"at 0ms hold alice n1 1 requests 40ms", "at 0ms hold alice n1 1 requests 10ms"});
  // The first fault holds her request, which the end of the second one does not release.
  EXPECT_EQ(travel_time_from(trace, 0), 40'000 + 1'000);
}

TEST(Stop, TheEndOfAnEarlierOneDoesNotBringADeadNodeBack) {
  const Trace trace =
      calm_run("set_px_lua", "clients=1, run_ms=300", {"at 10ms stop n1 50ms", "at 20ms kill n1"});
  EXPECT_EQ(count(trace, EventKind::node_killed), 1u);
  EXPECT_EQ(count(trace, EventKind::node_restarted), 0u);
  EXPECT_EQ(count(trace, EventKind::node_continued), 0u);
}

TEST(Kill, ItsOwnRestartDoesNotUndoALaterKillForGood) {
  const Trace trace =
      calm_run("set_px_lua", "clients=1, run_ms=300",
               {"at 10ms kill n1 restart_after 50ms", "at 20ms restart n1", "at 30ms kill n1"});
  EXPECT_EQ(count(trace, EventKind::node_killed), 2u);
  EXPECT_EQ(count(trace, EventKind::node_restarted), 1u);
}

TEST(Kill, ARequestOnAnOldConnectionIsNotRunByTheNewProcess) {
  std::vector<std::string> faults{"at 0ms hold alice n1 1 requests 200ms",
                                  "at 100ms kill n1 restart_after 20ms"};
  for (const bool frozen : {false, true}) {  // of the new process, when the request arrives
    if (frozen) faults.push_back("at 190ms stop n1 50ms");
    const Trace trace = calm_run("setnx_del", "clients=1, node_timeout_ms=20, run_ms=1000", faults);
    const std::uint32_t held = first(trace, EventKind::sent)->message;
    EXPECT_THAT(events(trace, EventKind::ran),
                Not(Contains(Field("message", &Event::message, held))));
  }
}

TEST(Kill, BehindACutIsLearntWhenTheLinkIsWholeAgain) {
  // She releases after 30 ms, while the link is cut and the new process runs.
  const Trace trace = calm_run(
      "set_px_lua", "clients=1, ttl_ms=1000, work_ms=30, rounds=1, client={alice={touch=false}}",
      {"at 10ms cut alice n1 40ms", "at 11ms kill n1 restart_after 5ms"});
  const Event* const releasing = first(trace, EventKind::releasing);
  const Event* const reset = first(trace, EventKind::timed_out);
  ASSERT_TRUE(releasing && reset);
  EXPECT_LT(releasing->at, 50'000);
  EXPECT_GT(reset->at, 50'000);
  EXPECT_EQ(trace.text(*reset), "connection reset") << "the new process does not know it";
}

TEST(Kill, BehindACutSparesARequestThatHasNotLeftItsClientsMachine) {
  const Scenario scenario =
      calm_world("set_px_lua", "clients=1, node_timeout_ms=100, client={alice={start_ms=5}}",
                 {"at 1ms cut alice n1 20ms", "at 10ms kill n1 restart_after 5ms"});
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
  for (const std::string lost : {"drop alice n1 requests", "reset alice n1"}) {
    const Trace trace = calm_run("setnx_expire", "clients=1, how='multi'",
                                 {"when alice's request: " + lost});  // the request is the MULTI
    const Event* const refused = first(trace, EventKind::refused);
    ASSERT_TRUE(refused);
    EXPECT_THAT(times(trace, EventKind::ran), Each(testing::Gt(refused->at)));
    EXPECT_TRUE(first(trace, EventKind::acquired)) << "the next transaction has a new connection";
  }
}

TEST(Kill, KeysWhoseTimeRunsOutWhileTheNodeIsDownExpireWhenItIsBack) {
  const Trace trace = calm_run("set_px_lua",
                               "clients=1, persistence='always', work_ms=500, run_ms=400, "
                               "client={alice={touch=false}}",
                               {"at 20ms kill n1 restart_after 200ms"});
  const Event* const restarted = first(trace, EventKind::node_restarted);
  const Event* const expired = first(trace, EventKind::key_expired);
  ASSERT_TRUE(restarted && expired);
  EXPECT_EQ(restarted->value, 0);
  EXPECT_EQ(expired->at, restarted->at);
}

TEST(Drift, MovesTheDeadlinesOfCommandsToo) {
  // Her clock runs half as fast again from 10 ms on: the remaining 90 of her 100 ms take 60 ms.
  const Trace trace = calm_run("set_px_lua", "clients=1, node_timeout_ms=100, run_ms=400",
                               {"at 0ms cut alice n1", "at 10ms drift alice 50%"});
  ASSERT_NE(first(trace, EventKind::timed_out), nullptr);
  EXPECT_EQ(first(trace, EventKind::timed_out)->at, 70'000);
}

TEST(Cut, AtTheMomentAReplyArrivesLeavesNothingBehind) {
  for (const char* strategy : {"setnx_del", "set_px_lua", "watchdog", "set_px_del", "fenced"}) {
    for (const std::string nth : {"1st", "2nd", "3rd", "4th"}) {
      const Trace trace =
          calm_run(strategy, "", {"when alice's " + nth + " reply from n1: cut alice n1 100ms"});
      std::map<std::uint32_t, int> received;
      for (const Event& event : events(trace, EventKind::received)) ++received[event.message];
      EXPECT_THAT(received, Each(testing::Pair(testing::_, 1))) << strategy << " " << nth;
    }
  }
}

TEST(Kill, AtAnEventBesideACutLeavesNothingBehind) {
  const Trace trace = calm_run(
      "set_px_lua", "clients=3, run_ms=2000",
      {"when anyone gave up: cut alice n1 replies 1ms", "when anyone read stock: kill n1"});
  EXPECT_EQ(count(trace, EventKind::node_killed), 1u);
}

TEST(World, ThatEndsByItselfIsNotToldAsCutShortForItsLastLook) {
  Scenario scenario = calm_world("atomic_decr");
  const std::size_t all = simulate(scenario).size();
  scenario.most_events = all - 1;  // full after the resource's event, one before the end
  const Trace trace = simulate(scenario);
  ASSERT_EQ(trace.size(), all);
  EXPECT_EQ(trace[all - 2].kind, EventKind::resource_final);
  EXPECT_THAT(trace.text(trace[all - 1]), test::IsGolden());
}

TEST(World, EndsInOrderThoughFaultsArePlannedBeyondItsEnd) {
  const Trace trace =
      calm_run("setnx_del", "clients=20, run_ms=50, jitter_ms=0.5, retry_jitter_ms=2",
               {"at 1ms hold n1 2 requests 101ms", "at 10ms stop n1 1ms"});
  EXPECT_EQ(trace.back().kind, EventKind::ended);
}

TEST(Node, CanDieWithACommandRunAndItsAnswerUnsent) {
  // The textbook case: the lock is granted and stored, and the client gets no reply.
  const Trace trace = calm_run("set_px_lua", "clients=1, persistence='always', run_ms=30",
                               {"when n1 ran alice's request: kill n1 restart_after 5ms"});
  EXPECT_EQ(first(trace, EventKind::key_set)->at, first(trace, EventKind::node_killed)->at);
  const Event* silent = first(trace, EventKind::timed_out);
  ASSERT_NE(silent, nullptr);
  EXPECT_EQ(trace.text(*silent), "connection lost");
  EXPECT_EQ(first(trace, EventKind::node_restarted)->value, 1);
}

TEST(Node, ThatFreezesAfterACommandAnswersItWhenItWakes) {
  const Trace trace = calm_run("set_px_lua", "clients=1, ttl_ms=1000, node_timeout_ms=500",
                               {"when n1 ran alice's request: stop n1 40ms"});
  const std::int64_t ran = first(trace, EventKind::ran)->at;
  EXPECT_EQ(first(trace, EventKind::received)->at, ran + 40'000 + 1'000);
}

TEST(Drop, OfAReplyOnAnAbandonedConnectionLeavesTheNewOneAlone) {
  // Her first request is held beyond her timeout, so she reconnects; then the reply to it is
  // dropped.
  const Trace trace =
      calm_run("set_px_lua", "clients=1, ttl_ms=2000, node_timeout_ms=20, run_ms=400",
               {"at 0ms hold alice n1 1 requests 25ms", "at 24ms drop alice n1 replies"});
  EXPECT_EQ(count(trace, EventKind::timed_out), 1u);
}

TEST(NeverStruck, NamesFaultsThatFoundNothingLeftToStrike) {
  const Scenario scenario = calm_world(
      "set_px_lua", "run_ms=200",
      {"at 10ms crash alice", "at 20ms pause alice 5ms", "at 30ms kill n1", "at 40ms stop n1 5ms"});
  EXPECT_THAT(never_struck(scenario.faults, simulate(scenario)), ElementsAre(1, 3));
}

}  // namespace
}  // namespace locklab::sim
