// Budgets of faults: a fault that can never be injected is refused, because the search would say
// that the lock holds without it.
#include "sim/explore/budget.h"

#include <gmock/gmock.h>

#include "tests/sim/explore/exploring.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

struct Allowed {
  const char *strategy, *faults;
};

TEST(Budget, OfFaultsThatCannotStrikeIsRefused) {
  constexpr Allowed refusals[] = {
      {"redlok", "pause=1"},
      {"redlock", "paus=1"},
      {"redlock", "pause=0"},
      {"redlock", "pause@n7=1"},
      {"redlock", "pause@alice@bob=1"},
      // faults of clients do not hit nodes, nor those of nodes clients, and nodes have no phases
      {"set_px_lua", "crash@n1=1"},
      {"set_px_lua", "pause@stock=1"},
      {"set_px_lua", "power@bob=1"},
      {"set_px_lua", "kill@hold=1"},
      // a clock matters only where it is read
      {"set_px_lua", "clock_jump@alice=1"},
      {"getset_timestamp", "clock_jump@wait@n1=1"},
      // the same fault twice must be written once, with the sum
      {"set_px_lua", "pause=1,pause=2"},
      {"set_px_lua", "pause@hold@bob=1,crash=1,pause@hold@bob=1"},
      {"redlock", "failover=1"},
      {"set_px_lua", "migrate=1"},
      {"set_px_lua", "delete@alice=1"},
      {"set_px_lua", "migrate@n2=1"},
      {"set_px_lua", "crash=1,migrate=1"},
      // a holder runs its own release
      {"setnx_del", "foreign_release@hold=1"}};
  for (const auto& [strategy, faults] : refusals)
    EXPECT_THAT(refused({.strategy = strategy, .faults = faults}),
                test::IsGolden(std::string(strategy) + " " + faults));
  EXPECT_THAT(refused(ask("redlock", "pause=1", Property::quota, "ttl=5")),
              test::IsGolden("of an unknown setting"));
}

TEST(Budget, OfFaultsThatCanStrikeIsAllowed) {
  for (const auto& [strategy, faults] : {Allowed{"set_px_lua", "pause@alice=1"},
                                         {"set_px_lua", "kill@n1=1"},
                                         {"set_px_lua", "delete@n1=1"},
                                         {"getset_timestamp", "clock_jump@alice=1"},
                                         {"getset_timestamp", "clock_jump@wait=1"},
                                         {"set_px_lua", "pause@alice=1,pause@bob=1,pause=1"},
                                         {"set_px_lua", "failover@n2=1"},
                                         {"setnx_del", "foreign_release@wait=1"},
                                         {"redlock", "pause@acquire@bob=1"}})
    EXPECT_EQ(refused({.strategy = strategy, .faults = faults}).english(), "")
        << strategy << " " << faults;
}

TEST(Budget, AScenarioKeepsItsOwnNodes) {
  EXPECT_EQ(spec_for({.base = "F12", .faults = "clock_jump=1"}).run.scenario.nodes.size(), 5u);
}

TEST(Budget, ARateLimiterIsSearchedWhereTwoAreOneTooMany) {
  EXPECT_EQ(answered(ask("rate_limit_naive", "", Property::quota)).broken.size(), 1u);
}

}  // namespace
}  // namespace locklab::sim
