// A lock whose deadline has passed is taken over: by GETSET, which tells whether somebody was
// first, or by DEL and SETNX, which do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

using testing::ElementsAre;

const Reply done = Reply::number(1);
const Reply not_done = Reply::number(0);
const Reply passed = Reply::bulk("-1");

struct TriedTakeover {
  std::string said;  ///< "granted", or why not
  std::vector<std::string> sent;
};

TriedTakeover acquired_with(Takeover takeover, std::deque<test::ScriptedEnv::Answer> answers) {
  LockConfig lock;
  lock.takeover = takeover;
  test::ScriptedEnv env(std::move(answers));
  const Token token = env.random_token();
  const Grant grant = env.run(find_strategy("getset_timestamp")->acquire(env, &lock, token));
  return {grant.granted ? "granted" : std::string(grant.why_not), env.sent()};
}

TEST(Takeover, ByGetsetIsOneStepThatTellsWhoWasFirst) {
  const TriedTakeover first = acquired_with(Takeover::getset, {{not_done}, {passed}, {passed}});
  EXPECT_EQ(first.said, "granted");
  EXPECT_THAT(first.sent, ElementsAre("SETNX", "GET", "GETSET"));
  EXPECT_THAT(acquired_with(Takeover::getset, {{not_done}, {passed}, {Reply::bulk("100")}}).said,
              test::IsGolden());
}

TEST(Takeover, ByDelDoesNotCareWhetherThereWasAKey) {
  for (const Reply& deleted : {done, not_done}) {
    const TriedTakeover outcome =
        acquired_with(Takeover::del_setnx, {{not_done}, {passed}, {deleted}, {done}});
    EXPECT_EQ(outcome.said, "granted");
    EXPECT_THAT(outcome.sent, ElementsAre("SETNX", "GET", "DEL", "SETNX"));
  }
}

TEST(Takeover, ByDelStillNeedsItsOwnSetnx) {
  EXPECT_THAT(acquired_with(Takeover::del_setnx, {{not_done}, {passed}, {done}, {not_done}}).said,
              test::IsGolden());
}

TEST(Takeover, ByDelWithoutAnAnswerIsNone) {
  const Reply silence = Reply::unknown("timeout");
  const TriedTakeover outcome =
      acquired_with(Takeover::del_setnx, {{not_done}, {passed}, {silence}, {done}});
  EXPECT_THAT(outcome.said, test::IsGolden());
  EXPECT_THAT(outcome.sent, ElementsAre("SETNX", "GET", "DEL"));
  EXPECT_THAT(
      acquired_with(Takeover::del_setnx, {{not_done}, {passed}, {Reply::error("READONLY")}}).said,
      test::IsGolden());
}

TEST(Takeover, LeavesALivingLockAlone) {
  for (const Takeover takeover : {Takeover::getset, Takeover::del_setnx}) {
    const TriedTakeover outcome = acquired_with(takeover, {{not_done}, {Reply::bulk("1")}});
    EXPECT_THAT(outcome.said, test::IsGolden());
    EXPECT_THAT(outcome.sent, ElementsAre("SETNX", "GET"));
  }
}

}  // namespace
}  // namespace locklab
