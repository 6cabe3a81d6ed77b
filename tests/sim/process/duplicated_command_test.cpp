// A client's driver misses a reply and sends the command again: the server runs it twice, and the
// lock sees only the second reply.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "tests/support/cause_walk.h"
#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ClientId her{0};

std::vector<std::string> sent_by_alice(const Trace& trace) {
  std::vector<std::string> verbs;
  for (const Event& event : events(trace, EventKind::sent, her))
    verbs.emplace_back(verb(trace.words(event)));
  return verbs;
}

Trace with_duplicate(const std::string& strategy, const std::string& settings,
                     const std::string& what) {
  return calm_run(strategy, "clients=1" + settings, {"at 0ms duplicate alice" + what});
}

TEST(DuplicatedCommand, RunsTwiceAndItsSecondReplyIsTheOneThatCounts) {
  const Trace trace = with_duplicate("set_px_lua", "", "");
  EXPECT_THAT(events(trace, EventKind::command_repeated), testing::SizeIs(1));
  const auto ran = events(trace, EventKind::ran, her);
  const auto received = events(trace, EventKind::received, her);
  ASSERT_GE(ran.size(), 2u);
  EXPECT_EQ(static_cast<Reply::Kind>(ran[0].detail), Reply::Kind::status);
  EXPECT_EQ(static_cast<Reply::Kind>(ran[1].detail), Reply::Kind::nil);
  ASSERT_FALSE(received.empty());
  EXPECT_EQ(received[0].message, ran[1].message) << "the first reply reaches nobody";
  const auto refused = events(trace, EventKind::refused, her);
  ASSERT_FALSE(refused.empty());
  EXPECT_EQ(refusal_of(refused[0].reason), Refusal::taken) << "by her own key";
}

TEST(DuplicatedCommand, CountsOnlyCommandsOfThatName) {
  const Trace trace = with_duplicate("set_px_del", ", client={alice={rounds=3}}", " 2 DEL");
  EXPECT_THAT(sent_by_alice(trace), ElementsAre("SET", "READ", "WRITE", "DEL", "DEL",  //
                                                "SET", "READ", "WRITE", "DEL", "DEL",  //
                                                "SET", "READ", "WRITE", "DEL"));
}

TEST(DuplicatedCommand, RepeatsNothingOfATransaction) {
  const Trace trace = with_duplicate("setnx_expire", ", how='multi'", " 9");
  std::set<std::uint32_t> repeated;
  for (const Event& event : events(trace, EventKind::command_repeated))
    repeated.insert(event.message);
  ASSERT_FALSE(repeated.empty()) << "her release is none";
  for (const Event& event : events(trace, EventKind::sent, her)) {
    if (!repeated.contains(event.message)) continue;
    EXPECT_THAT((std::set<std::string_view>{"MULTI", "SETNX", "EXPIRE", "EXEC"}),
                testing::Not(testing::Contains(verb(trace.words(event)))));
  }
}

TEST(DuplicatedCommand, IsTheCauseOfWhatItsCommandDoes) {
  const std::vector<Fault> faults =
      calm_world("set_px_lua", "clients=1", {"at 0ms duplicate alice"}).faults;
  const Trace trace = with_duplicate("set_px_lua", "", "");
  EXPECT_THAT(never_struck(faults, trace), IsEmpty());
  test::CauseWalk walk(trace);
  walk.every_effect_has_a_cause();
  walk.every_no_has_a_reason();
}

TEST(DuplicatedCommand, HasNoEffectOnAClientThatHasCrashed) {
  const Trace trace =
      calm_run("set_px_lua", "clients=1", {"at 1ms crash alice", "at 2ms duplicate alice"});
  const auto missed = events(trace, EventKind::fault_missed);
  ASSERT_EQ(missed.size(), 1u);
  EXPECT_EQ(no_effect_of(missed[0].reason), NoEffect::client_crashed);
}

TEST(DuplicatedCommand, WaitsUntilAPausedClientReadsTheReply) {
  const Trace trace =
      calm_run("set_px_lua", "clients=1",
               {"at 0ms duplicate alice", "when n1 ran alice's 1st request: pause alice 20ms"});
  const auto repeated = events(trace, EventKind::command_repeated);
  const auto resumed = events(trace, EventKind::client_resumed);
  ASSERT_EQ(repeated.size(), 1u);
  ASSERT_EQ(resumed.size(), 1u);
  EXPECT_GE(repeated[0].at, resumed[0].at);
}

}  // namespace
}  // namespace locklab::sim
