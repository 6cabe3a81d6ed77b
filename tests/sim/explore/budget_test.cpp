// Budgets of faults: what can never strike is refused, because a search in which it does not would
// say that the lock holds.
#include "sim/explore/budget.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& strategy, const std::string& faults) {
  static const Library library(LOCKLAB_SOURCE_DIR "/assets");
  Question question;
  question.strategy = strategy;
  question.faults = faults;
  const auto understood = understand(library, question);
  const auto* problem = std::get_if<Problem>(&understood);
  return problem ? to_string(*problem) : "";
}

TEST(Budget, AFaultOfClientsStrikesNoNode) {
  EXPECT_THAT(refusal("set_px_lua", "crash@n1=1"), test::IsGolden());
  EXPECT_THAT(refusal("set_px_lua", "pause@stock=1"), test::IsGolden());
  EXPECT_EQ(refusal("set_px_lua", "pause@alice=1"), "");
}

TEST(Budget, AFaultOfNodesStrikesNoClientAndKnowsNoPhase) {
  EXPECT_THAT(refusal("set_px_lua", "power@bob=1"), test::IsGolden());
  EXPECT_THAT(refusal("set_px_lua", "kill@hold=1"), test::IsGolden());
  EXPECT_THAT(refusal("set_px_lua", "clock_jump@alice=1"), test::IsGolden());
  EXPECT_EQ(refusal("set_px_lua", "kill@n1=1"), "");
}

TEST(Budget, AClientsClockMattersWhereItIsRead) {
  EXPECT_EQ(refusal("getset_timestamp", "clock_jump@alice=1"), "");
  EXPECT_EQ(refusal("getset_timestamp", "clock_jump@wait=1"), "");
  EXPECT_THAT(refusal("getset_timestamp", "clock_jump@wait@n1=1"), HasSubstr("cannot strike n1"));
}

TEST(Budget, TheSameFaultTwiceIsOneWithItsSum) {
  EXPECT_THAT(refusal("set_px_lua", "pause=1,pause=2"),
              HasSubstr("'pause=2' is allowed twice; write pause=3"));
  EXPECT_THAT(refusal("set_px_lua", "pause@hold@bob=1,crash=1,pause@hold@bob=1"),
              HasSubstr("write pause@hold@bob=2"));
  EXPECT_EQ(refusal("set_px_lua", "pause@alice=1,pause@bob=1,pause=1"), "");
}

TEST(Budget, AFailoverNeedsAReplica) {
  EXPECT_THAT(refusal("redlock", "failover=1"), test::IsGolden());
  EXPECT_EQ(refusal("set_px_lua", "failover@n2=1"), "");
}

TEST(Budget, ASlotThatMovesIsWrittenInAScenario) {
  for (const char* faults : {"migrate=1", "migrate@n2=1", "crash=1,migrate=1"})
    EXPECT_EQ(refusal("set_px_lua", faults),
              "--faults: 'migrate' is not a fault for a search; write it in a scenario, as "
              "F39_slot_moves does");
}

TEST(Budget, WhoHoldsTheLockRunsItsOwnRelease) {
  EXPECT_THAT(refusal("setnx_del", "foreign_release@hold=1"), test::IsGolden());
  EXPECT_EQ(refusal("setnx_del", "foreign_release@wait=1"), "");
}

TEST(Budget, AScenarioKeepsItsOwnNodes) {
  Question question = ask("redlock", "clock_jump=1", Property::mutual_exclusion);
  question.base = "F12";
  EXPECT_EQ(spec_for(question).run.scenario.nodes.size(), 5u);
}

TEST(Budget, ARateLimiterIsSearchedWhereTwoAreOneTooMany) {
  const SearchSpec spec = spec_for(ask("rate_limit_naive", "", Property::quota));
  EXPECT_EQ(answer(spec, search(spec.task())).broken.size(), 1u);
}

}  // namespace
}  // namespace locklab::sim
