#include <gtest/gtest.h>

#include "tests/sim/check/histories.h"

namespace locklab::sim {
namespace {

using enum Kept;

constexpr History reentrancy_histories[] = {
    {"a holder that gets in again is kept", kept,
     [](Forged& f) { f.by("alice").gets_in().at(1ms).gets_in().left().left(); }},
    {"a holder that is refused waits for itself", broken,
     [](Forged& f) { f.by("alice").gets_in().at(1ms).attempt().refused(); }},
    {"with somebody else inside it does not wait for itself", not_applicable,
     [](Forged& f) {
       f.by("alice").gets_in().by("bob").gets_in().by("alice").attempt().refused();
     }},
    {"a crash leaves it undecided", not_applicable,
     [](Forged& f) { f.by("alice").gets_in().attempt().crashed(); }},
    {"without a nested attempt it is not judged", not_applicable,
     [](Forged& f) { f.by("alice").gets_in().gets_out().gets_in(); }},
};

TEST(Reentrancy, IsJudgedByTheHistory) { judge(Property::reentrancy, reentrancy_histories); }

}  // namespace
}  // namespace locklab::sim
