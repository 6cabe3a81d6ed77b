// A server that replies with an error has replied: the reason why a claim failed tells that from
// silence.
#include <gmock/gmock.h>

#include <deque>
#include <utility>

#include "lock/strategy.h"
#include "tests/support/golden_text.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

using Answers = std::deque<test::ScriptedEnv::Answer>;

std::string why_not(const Strategy& strategy, Answers answers, How how = How::two) {
  LockConfig lock;
  lock.nodes = {NodeId{0}};
  lock.how = how;
  test::ScriptedEnv env(std::move(answers));
  const Grant grant = env.run(strategy.acquire(env, &lock, env.random_token()));
  return grant.granted ? "granted" : std::string(grant.why_not);
}

TEST(RefusedClaim, IsNoMissingAnswer) {
  const Reply full = Reply::error("OOM command not allowed when used memory > 'maxmemory'.");
  const Reply lost = Reply::unknown(Silence::timeout);
  for (const Strategy& strategy : strategies()) {
    if (strategy.topology != Topology::single || strategy.atomic_work) continue;
    for (const How how : {How::two, How::multi}) {
      EXPECT_THAT(why_not(strategy, Answers(4, {full}), how), test::IsGolden("of all"))
          << strategy.id;
      EXPECT_EQ(why_not(strategy, Answers(4, {lost}), how).substr(0, 9), "no answer")
          << strategy.id;
    }
  }
}

TEST(RefusedClaim, IsSaidAlsoAfterAFirstAnswer) {
  const Reply error = Reply::error("OOM");
  const std::pair<const char*, Answers> rows[] = {
      {"getset_timestamp", {{Reply::number(0)}, {error}}},
      {"getset_timestamp", {{Reply::number(0)}, {Reply::bulk("-1")}, {error}}},
      {"rate_limit_naive", {{Reply::nil()}, {error}}},
      {"set_wait", {{Reply::status("OK")}, {error}, {Reply::number(1)}}}};
  for (const auto& [id, answers] : rows)
    EXPECT_THAT(why_not(*find_strategy(id), answers), test::IsGolden("of all")) << id;
}

TEST(RefusedClaim, WithoutAnAnswerAboutReplicasSaysThatOneIsMissing) {
  const Strategy& set_wait = *find_strategy("set_wait");
  const Reply lost = Reply::unknown(Silence::timeout);
  EXPECT_EQ(why_not(set_wait, {{Reply::status("OK")}, {lost}, {Reply::number(1)}}),
            name(Refusal::no_answer));
  EXPECT_EQ(why_not(set_wait, {{Reply::status("OK")}, {Reply::number(0)}, {Reply::number(1)}}),
            name(Refusal::few_replicas));
}

}  // namespace
}  // namespace locklab
