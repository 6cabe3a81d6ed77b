// What a release reports when its replies are lost, late or errors (one node, and a majority).
#include <gtest/gtest.h>

#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

using Answers = std::deque<test::ScriptedEnv::Answer>;

LockConfig on_nodes(std::uint16_t nodes) {
  LockConfig lock;
  lock.nodes.clear();
  for (std::uint16_t i = 0; i < nodes; ++i) lock.nodes.push_back(NodeId{i});
  return lock;
}

struct Outcome {
  Released released;
  std::size_t sent;
};

Outcome release_with(const char* strategy, std::uint16_t nodes, Answers answers) {
  const LockConfig lock = on_nodes(nodes);
  test::ScriptedEnv env(std::move(answers));
  Held held;
  held.token = env.random_token();
  const Released released = env.run(find_strategy(strategy)->release(env, &lock, std::move(held)));
  return {released, env.sent().size()};
}

const Reply lost = Reply::unknown("connection lost");
const Reply yes = Reply::number(1);
const Reply no = Reply::number(0);
const Reply error = Reply::error("READONLY You can't write against a read only replica.");

TEST(Release, NothingThereAtTheSecondTrySaysReleasedOrExpired) {
  const Outcome outcome = release_with("set_px_lua", 1, {{lost}, {no}});
  EXPECT_EQ(outcome.released, Released::released_or_expired);
  EXPECT_EQ(outcome.sent, 2u);
}

TEST(Release, AnErrorIsNotAskedAgain) {
  for (const char* strategy : {"set_px_lua", "setnx_del"}) {
    const Outcome outcome = release_with(strategy, 1, {{error}, {no}});
    EXPECT_EQ(outcome.released, Released::unknown) << strategy;
    EXPECT_EQ(outcome.sent, 1u) << strategy;
  }
}

TEST(RedlockRelease, LostRepliesFromAllNodesAndNothingThereAfterwardsSaysReleasedOrExpired) {
  const Outcome outcome = release_with("redlock", 3, {{lost}, {lost}, {lost}, {no}, {no}, {no}});
  EXPECT_EQ(outcome.released, Released::released_or_expired);
  EXPECT_EQ(outcome.sent, 6u);
}

TEST(RedlockRelease, NothingThereAtTheFirstTrySaysNotOwner) {
  EXPECT_EQ(release_with("redlock", 3, {{no}, {no}, {no}}).released, Released::not_owner);
}

TEST(RedlockRelease, AMajorityThatFreedItSaysReleased) {
  EXPECT_EQ(release_with("redlock", 3, {{yes}, {lost}, {yes}, {no}}).released, Released::released);
}

TEST(RedlockRelease, ErrorsAreNotAskedAgain) {
  const Outcome outcome = release_with("redlock", 3, {{error}, {error}, {no}, {no}});
  EXPECT_EQ(outcome.released, Released::unknown);
  EXPECT_EQ(outcome.sent, 3u);
}

TEST(Watchdog, AGrantThatComesAfterItsLeaseIsGivenBack) {
  LockConfig lock = on_nodes(1);
  lock.ttl = 50ms;
  test::ScriptedEnv env({{Reply::status("OK"), 50ms}, {no}});
  const Token token = env.random_token();
  const Grant grant = env.run(find_strategy("watchdog")->acquire(env, &lock, token));
  EXPECT_FALSE(grant.granted);
  EXPECT_THAT(grant.why_not, test::IsGolden());
  EXPECT_EQ(env.sent(), (std::vector<std::string>{"SET", "EVALSHA"}));
}

TEST(Watchdog, AGrantInsideItsLeaseIsHeld) {
  LockConfig lock = on_nodes(1);
  lock.ttl = 50ms;
  test::ScriptedEnv env({{Reply::status("OK"), 49ms}});
  const Token token = env.random_token();
  EXPECT_TRUE(env.run(find_strategy("watchdog")->acquire(env, &lock, token)).granted);
}

}  // namespace
}  // namespace locklab
