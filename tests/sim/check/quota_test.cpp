#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using enum Kept;

Forged two_a_second() {
  Forged f;
  f.quota(2, 1s);
  return f;
}

constexpr History quota_of_two_a_second[] = {
    {"the limit is admitted and one more is a breach", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired().at(100ms).by("bob").attempt().acquired();
     }},
    {then, broken, [](Forged& f) { f.at(999ms).by("carol").attempt().acquired(); }},
    {"one who goes on without admission is a breach", broken,
     [](Forged& f) { f.by("alice").attempt().refused(Refusal::no_answer).goes_on(); }},
    {"the next window begins with the first admission after the last", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired().attempt().acquired();
       f.at(1500ms).attempt().acquired().at(2400ms).attempt().acquired();
       f.at(2600ms).attempt().acquired();
     }},
    // Carol's command runs a whole window after alice's, although alice learned of her admission 2
    // ms late.
    {"a visitor counts from when its command ran", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(1ms).key_set(1s).at(3ms).acquired();
       f.at(10ms).by("bob").attempt().key_set(1s).acquired();
       f.at(1001ms).by("carol").attempt().key_set(1s).acquired();
     }},
    // Alice was admitted in the first window, and learns of it after two more have begun.
    {"a visitor that hears of it late counts in the window that admitted it", kept,
     [](Forged& f) {
       f.quota(1, 1s).by("alice").attempt().at(1ms).key_set(1s);
       f.at(1010ms).by("bob").attempt().key_set(1s).acquired();
       f.at(2050ms).attempt().key_set(1s).at(2060ms).by("alice").acquired().by("bob").acquired();
     }},
    {"two that hear late of one window are counted together", broken,
     [](Forged& f) {
       f.quota(1, 1s).by("alice").attempt().at(1ms).key_set(1s).by("bob").attempt().key_set(1s);
       f.at(1010ms).by("carol").attempt().key_set(1s).acquired();
       f.at(2050ms).attempt().key_set(1s).by("alice").acquired().by("bob").acquired();
     },
     last_event},
    // Carol's command ran inside the window; the copy reached the replica after its end.
    {"a replica's copy is no second visit", broken,
     [](Forged& f) {
       f.replica("n2", "n1");
       f.by("alice").attempt().key_set(1s).acquired().by("bob").attempt().key_set(1s).acquired();
       f.at(999ms).by("carol").attempt().key_set(1s).at(1001ms).on("n2").key_set(1s).acquired();
     }},
    {"being refused inside a window is kept", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired().attempt().acquired().at(500ms).attempt().refused();
     }},
    {"being refused after the window's end is a breach beyond the bound", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired().attempt().acquired();
       f.at(1100ms).by("bob").attempt().refused();
     }},
    {then, broken, [](Forged& f) { f.at(1101ms).attempt().refused(); }},
    {"being refused inside a window and hearing of it long after is kept", kept,
     [](Forged& f) {
       f.by("alice").attempt().acquired().attempt().acquired();
       f.at(900ms).by("bob").attempt().sent(Purpose::claim).ran().at(2s).refused();
     }},
    {"a burst at the border of two windows is told", kept,
     [](Forged& f) { f.by("alice").attempt().acquired().at(990ms).attempt().acquired(); }},
    {then, kept,
     [](Forged& f) { f.at(1003ms).attempt().acquired().at(1004ms).attempt().acquired(); }},
    {"nobody asking is not judged", not_applicable,
     [](Forged& f) { f.by("alice").client_fault(EventKind::started); }},
    {"never admitting anybody is a breach", broken,
     [](Forged& f) { f.by("bob").attempt().refused().at(1200ms).attempt().refused(); }},
    {"a refusal because the server did not answer is none", kept,
     [](Forged& f) { f.by("alice").attempt().acquired().at(5s).attempt().timed_out().refused(); }},
};

constexpr History quota_histories[] = {
    {"whoever is no rate limiter is not judged", not_applicable,
     [](Forged& f) { f.by("alice").gets_in(); }},
    {"a window of no length is judged like any other", kept,
     [](Forged& f) {
       f.quota(2, 0ms);
       f.by("alice").attempt().acquired().attempt().acquired().attempt().acquired();
     }},
    // Alice's command is delayed, and runs after she has given up that attempt.
    {"a visit of an earlier attempt begins a window", kept,
     [](Forged& f) {
       f.quota(1, 1s).by("alice").attempt().key_set(1s).acquired();
       f.at(900ms).attempt().timed_out().refused();
       f.at(1000ms).attempt().at(1010ms).acquisition(2).key_set(1s).acquisition(3).refused();
       f.at(1900ms).attempt().refused().at(2010ms).attempt().key_set(1s).acquired();
     }},
    {"what it began ends when the server's window ends", kept,
     [](Forged& f) {
       f.quota(1, 1s).by("alice").attempt().timed_out().at(10ms).key_set(1s).refused();
       f.at(300ms).by("bob").attempt().refused().at(1011ms).attempt().key_set(1s).acquired();
       f.at(2011ms).by("carol").attempt().key_set(1s).acquired();
     }},
    {then, broken, [](Forged& f) { f.at(3200ms).by("bob").attempt().refused(); }},
};

TEST(Quota, IsJudgedByTheHistory) {
  judge(Property::quota, quota_of_two_a_second, two_a_second);
  judge(Property::quota, quota_histories);
}

TEST(Quota, NoSearchFindsABreachOfALimiterWhoseVisitorsOnlySleep) {
  Question question = ask("rate_limit_lua", "pause=1", Property::quota, "window_ms=50");
  question.rounds = 2;
  const Answer found = answered(question);
  EXPECT_TRUE(found.exhausted);
  for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
}

TEST(Quota, NoSearchFindsALockoutThatALateVisitExplains) {
  for (const char* fault : {"hold=1", "cut=1"})
    for (const char* window : {"window_ms=200", "window_ms=100", "window_ms=50"}) {
      const Answer found = answered(ask("rate_limit_lua", fault, Property::quota, window));
      EXPECT_TRUE(found.exhausted);
      for (const Counterexample& one : found.broken) ADD_FAILURE() << one.run << "\n" << one.why;
    }
}

}  // namespace
}  // namespace locklab::sim
