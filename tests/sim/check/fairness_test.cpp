#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice is inside until 5 ms; bob waits from 1 ms on, carol from 2 ms on.
Forged two_waiters() {
  Forged f;
  f.by("alice").gets_in().at(1ms).by("bob").attempt().refused().at(2ms).by("carol").attempt();
  f.at(5ms).by("alice").gets_out();
  return f;
}

constexpr History fairness_after_two_waiters[] = {
    {"the first to ask is the first to get in", kept,
     [](Forged& f) { f.by("bob").attempt().acquired().entered(); }},
    {"overtaking is a breach",
     broken,
     [](Forged& f) { f.by("carol").acquired().entered(); },
     {},
     3u},
    {"who crashes leaves the queue", kept,
     [](Forged& f) {
       f.by("bob").crashed().by("dave").attempt().by("carol").acquired().entered();
     }},
    {"who gives up leaves the queue", kept,
     [](Forged& f) { f.by("bob").gave_up().attempt().by("carol").acquired().entered(); }},
};

constexpr History fairness_histories[] = {
    {"who asked at the same time did not ask earlier", kept,
     [](Forged& f) {
       f.by("alice").attempt().at(999us).by("bob").attempt().at(8ms).acquired().entered();
     }},
    {"a reentry overtakes nobody", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").attempt().by("carol").attempt().by("alice").gets_in();
     }},
    {"queues of different locks are separate", not_applicable,
     [](Forged& f) {
       f.lock("locklab:a").by("alice").attempt().lock("locklab:b").by("bob").attempt().acquired();
     }},
};

TEST(Fairness, IsJudgedByTheHistory) {
  judge(Property::fairness, fairness_after_two_waiters, two_waiters);
  judge(Property::fairness, fairness_histories);
}

}  // namespace
}  // namespace locklab::sim
