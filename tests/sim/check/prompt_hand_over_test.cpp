// Forged traces have a bound of 100 ms.
#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

/// alice releases at 10 ms while bob waits.
Forged released_with_a_waiter() {
  Forged f;
  f.by("alice").gets_in().at(2ms).by("bob").attempt().refused().at(10ms).by("alice").gets_out();
  return f;
}

constexpr History prompt_hand_over_after_a_release[] = {
    {"a waiter that gets in within the bound is kept", kept,
     [](Forged& f) { f.at(40ms).by("bob").acquired().entered(); }},
    {"a waiter that sleeps on is a breach",
     broken,
     [](Forged& f) { f.at(111ms).by("bob").acquired().entered(); },
     {},
     7u},
    {"another faultless entry counts", kept, [](Forged& f) { f.at(40ms).by("carol").gets_in(); }},
    {"a fault in between excuses", not_applicable,
     [](Forged& f) {
       f.at(20ms).node_fault(EventKind::node_clock).at(300ms).by("bob").acquired().entered();
     }},
    {"a shorter run is not judged", not_applicable, [](Forged& f) { f.at(50ms).ended(); }},
};

constexpr History prompt_hand_over_histories[] = {
    {"without a waiter nothing is handed over", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().at(2ms).gets_out().at(3ms).by("bob").attempt().at(300ms).ended();
     }},
    {"a release that removed nothing is none", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").attempt().by("alice").left().releasing();
       f.released(Released::expired).at(300ms).ended();
     }},
    {"entries before the releaser knows count", kept,
     [](Forged& f) {
       f.by("alice").gets_in().at(1ms).by("bob").attempt().by("alice").left().releasing();
       f.at(2ms).by("bob").acquired().entered().at(3ms).by("alice").released();
     }},
    {"with another still inside the way is not free", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").gets_in().by("carol").attempt().by("alice").gets_out();
       f.at(300ms).ended();
     }},
    {"an entry beside a holder is no hand over even before the releaser knows", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").gets_in().at(1ms).by("carol").attempt();
       f.by("alice").left().releasing();
       f.at(2ms).by("carol").acquired().entered().at(3ms).by("alice").released().at(300ms).ended();
     }},
};

TEST(PromptHandOver, IsJudgedByTheHistory) {
  judge(Property::prompt_hand_over, prompt_hand_over_after_a_release, released_with_a_waiter);
  judge(Property::prompt_hand_over, prompt_hand_over_histories);
}

}  // namespace
}  // namespace locklab::sim
