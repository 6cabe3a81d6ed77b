// The keeper of a lease: it reports once that the lease is over, at its end and not before, and a
// renewal moves that end.
#include "lock/strategies/keeper.h"

#include <gmock/gmock.h>

#include "tests/support/env_by_hand.h"
#include "tests/support/golden_text.h"

namespace locklab {
namespace {

using testing::ElementsAre;

struct AKeeper : testing::Test {
  AKeeper() {
    lock.ttl = 100ms;
    keeper.valid_until = env.monotonic_now() + 100ms;
    keeper.end = watch_lease_end(env, &lock, token, &keeper);
    keeper.end.start();
  }
  test::EnvByHand env;
  LockConfig lock;
  Token token;
  LeaseKeeper keeper{env};
};

TEST_F(AKeeper, LosesTheLeaseAtItsEnd) {
  env.pass(99ms);
  EXPECT_FALSE(keeper.lost.raised());
  env.pass(1ms);
  EXPECT_TRUE(keeper.lost.raised());
  EXPECT_THAT(env.told(), test::IsGolden());
  EXPECT_TRUE(keeper.end.done());
}

TEST_F(AKeeper, LosesItLaterOnceItIsRenewed) {
  env.pass(60ms);
  renewed(env, lock, token, keeper, env.monotonic_now() + 100ms);
  env.pass(99ms);
  EXPECT_FALSE(keeper.lost.raised());
  env.pass(1ms);
  EXPECT_TRUE(keeper.lost.raised());
}

TEST_F(AKeeper, LosesItOnlyOnce) {
  lose(env, lock, token, keeper, "gone");
  lose(env, lock, token, keeper, "gone again");
  env.pass(1s);
  EXPECT_THAT(env.told(), ElementsAre("lost: gone"));
}

}  // namespace
}  // namespace locklab
