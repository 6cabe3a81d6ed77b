// A lock whose stored deadline has passed is taken over: with GETSET, which shows whether another
// client was first, or with DEL and SETNX, which do not.
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <deque>

#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

const Reply done = Reply::number(1);
const Reply not_done = Reply::number(0);
const Reply passed = Reply::bulk("-1");

struct TakeoverRow {
  const char* name;
  Takeover takeover;
  std::deque<test::ScriptedEnv::Answer> answers;
  bool granted;
  const char* sent;
};

TEST(Takeover, ByGetsetTellsWhoWasFirstAndByDelDoesNot) {
  const Reply other = Reply::bulk("100");
  const Reply alive = Reply::bulk("1");
  const Reply silence = Reply::unknown(Silence::timeout);
  const Reply error = Reply::error("READONLY");
  using enum Takeover;
  const TakeoverRow rows[] = {
      {"", getset, {{not_done}, {passed}, {passed}}, true, "SETNX GET GETSET"},
      {"late", getset, {{not_done}, {passed}, {other}}, false, "SETNX GET GETSET"},
      {"", del_setnx, {{not_done}, {passed}, {done}, {done}}, true, "SETNX GET DEL SETNX"},
      {"", del_setnx, {{not_done}, {passed}, {not_done}, {done}}, true, "SETNX GET DEL SETNX"},
      {"DEL", del_setnx, {{not_done}, {passed}, {done}, {not_done}}, false, "SETNX GET DEL SETNX"},
      {"lost DEL", del_setnx, {{not_done}, {passed}, {silence}, {done}}, false, "SETNX GET DEL"},
      {"refused DEL", del_setnx, {{not_done}, {passed}, {error}}, false, "SETNX GET DEL"},
      // a lock before its deadline is left alone
      {"alive", getset, {{not_done}, {alive}}, false, "SETNX GET"},
      {"alive", del_setnx, {{not_done}, {alive}}, false, "SETNX GET"}};
  for (const TakeoverRow& row : rows) {
    LockConfig lock;
    lock.takeover = row.takeover;
    test::ScriptedEnv env(row.answers);
    const Token token = env.random_token();
    const Grant grant = env.run(find_strategy("getset_timestamp")->acquire(env, &lock, token));
    EXPECT_EQ(fmt::format("{}", fmt::join(env.sent(), " ")), row.sent) << row.name;
    EXPECT_EQ(grant.granted, row.granted) << row.name;
    if (!row.granted) {
      EXPECT_THAT(grant.why_not, test::IsGolden(row.name));
    }
  }
}

}  // namespace
}  // namespace locklab
