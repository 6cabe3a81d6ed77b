// The result of a release whose replies are lost, late or errors, on one node and on a majority.
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

const Reply lost = Reply::unknown(Silence::lost);
const Reply yes = Reply::number(1);
const Reply no = Reply::number(0);
const Reply error = Reply::error("READONLY You can't write against a read only replica.");

struct ReleaseRow {
  const char* strategy;
  std::uint16_t nodes;
  Answers answers;
  Released released;
  std::size_t sent;
};

TEST(Release, AsksAgainWhereAReplyWasLostAndReportsWhatItKnows) {
  const ReleaseRow rows[] = {
      {"set_px_lua", 1, {{lost}, {no}}, Released::released_or_expired, 2},
      // an error is a reply
      {"set_px_lua", 1, {{error}, {no}}, Released::unknown, 1},
      {"setnx_del", 1, {{error}, {no}}, Released::unknown, 1},
      {"redlock", 3, {{error}, {error}, {no}, {no}}, Released::unknown, 3},
      // by a majority
      {"redlock", 3, {{no}, {no}, {no}}, Released::not_owner, 3},
      {"redlock", 3, {{yes}, {lost}, {yes}, {no}}, Released::released, 4},
      {"redlock", 3, {{lost}, {lost}, {lost}, {no}, {no}, {no}}, Released::released_or_expired, 6}};
  for (const ReleaseRow& row : rows) {
    SCOPED_TRACE(testing::Message() << row.strategy << ", " << as_printed(row.answers[0].reply));
    const LockConfig lock = on_nodes(row.nodes);
    test::ScriptedEnv env(row.answers);
    Held held;
    held.token = env.random_token();
    EXPECT_EQ(env.run(find_strategy(row.strategy)->release(env, &lock, std::move(held))),
              row.released);
    EXPECT_EQ(env.sent().size(), row.sent);
  }
}

TEST(Watchdog, AGrantThatComesAfterItsLeaseIsGivenBack) {
  LockConfig lock = on_nodes(1);
  lock.ttl = 50ms;
  for (const bool late : {true, false}) {
    test::ScriptedEnv env({{Reply::status("OK"), late ? 50ms : 49ms}, {no}});
    const Token token = env.random_token();
    const Grant grant = env.run(find_strategy("watchdog")->acquire(env, &lock, token));
    EXPECT_EQ(grant.granted, !late);
    if (!late) continue;
    EXPECT_THAT(grant.why_not, test::IsGolden());
    EXPECT_EQ(env.sent(), (std::vector<std::string>{"SET", "EVALSHA"}));
  }
}

}  // namespace
}  // namespace locklab
