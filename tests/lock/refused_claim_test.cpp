// A server that answers with an error has answered: why a claim is not held tells it from silence.
#include <gtest/gtest.h>

#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

std::string why_not(const Strategy& strategy, const LockConfig& lock, const Reply& reply) {
  test::ScriptedEnv env({{reply}, {reply}, {reply}, {reply}});
  const Grant grant = env.run(strategy.acquire(env, &lock, env.random_token()));
  return grant.granted ? "granted" : std::string(grant.why_not);
}

TEST(RefusedClaim, IsNoMissingAnswer) {
  const Reply full = Reply::error("OOM command not allowed when used memory > 'maxmemory'.");
  const Reply lost = Reply::unknown("timeout");
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.atomic_work) continue;
    for (const How how : {How::two, How::multi}) {
      LockConfig lock;
      lock.nodes = {NodeId{0}};
      lock.how = how;
      EXPECT_THAT(why_not(strategy, lock, full), test::IsGolden()) << strategy.id;
      EXPECT_EQ(why_not(strategy, lock, lost).substr(0, 9), "no answer") << strategy.id;
    }
  }
}

TEST(RefusedClaim, IsSaidAlsoAfterAFirstAnswer) {
  const auto why = [](const char* id, std::deque<test::ScriptedEnv::Answer> answers) {
    LockConfig lock;
    lock.nodes = {NodeId{0}};
    test::ScriptedEnv env(std::move(answers));
    const Token token = env.random_token();
    return std::string(env.run(find_strategy(id)->acquire(env, &lock, token)).why_not);
  };
  const Reply error = Reply::error("OOM");
  EXPECT_THAT(why("getset_timestamp", {{Reply::number(0)}, {error}}), test::IsGolden());
  EXPECT_THAT(why("getset_timestamp", {{Reply::number(0)}, {Reply::bulk("-1")}, {error}}),
              test::IsGolden());
  EXPECT_THAT(why("rate_limit_naive", {{Reply::nil()}, {error}}), test::IsGolden());
  EXPECT_THAT(why("set_wait", {{Reply::status("OK")}, {error}, {Reply::number(1)}}),
              test::IsGolden());
}

}  // namespace
}  // namespace locklab
