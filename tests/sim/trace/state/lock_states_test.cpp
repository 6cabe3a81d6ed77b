#include "sim/trace/state/lock_states.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

LockStates locks_after(const Forged& forged) { return after<LockStates>(forged); }

std::uint16_t the_lock(const Forged& forged) { return forged.trace()[0].key; }

std::vector<ClientId> queue(const Forged& forged) {
  const LockStates locks = locks_after(forged);
  std::vector<ClientId> all;
  for (std::uint32_t at = locks.lock(the_lock(forged)).head; at != LockStates::none;
       at = locks.engagements()[at].value.after)
    all.push_back(locks.engagements()[at].client);
  return all;
}

TEST(LockStates, WaitersQueueByTheirFirstAttempt) {
  Forged f;
  f.by("alice").attempt().by("bob").attempt().by("alice").refused().attempt();
  EXPECT_EQ(queue(f), (std::vector<ClientId>{alice, bob}));
  f.refused().gave_up();
  EXPECT_EQ(queue(f), std::vector<ClientId>{bob});
  EXPECT_EQ(queue(f.attempt()), (std::vector<ClientId>{bob, alice}));
  EXPECT_EQ(queue(f.by("bob").crashed()), std::vector<ClientId>{alice});
}

TEST(LockStates, InsideIsFromTheOutermostEntryToTheLastExit) {
  Forged f;
  f.by("alice").gets_in().gets_in();
  EXPECT_EQ(locks_after(f).depth(alice, the_lock(f)), 2u);
  EXPECT_EQ(locks_after(f).lock(the_lock(f)).inside, 1u);
  EXPECT_EQ(locks_after(f.gets_out()).lock(the_lock(f)).inside, 1u);
  EXPECT_EQ(locks_after(f.gets_out()).lock(the_lock(f)).inside, 0u);
  EXPECT_FALSE(locks_after(f).inside_any(alice));
}

TEST(LockStates, ACrashLeavesEveryLockAndAPauseNone) {
  Forged f;
  f.by("alice").gets_in().lock("locklab:other").gets_in().lock("locklab:third").attempt().paused();
  EXPECT_TRUE(locks_after(f).inside_any(alice));
  EXPECT_TRUE(locks_after(f).waits_for_any(alice));
  f.crashed();
  EXPECT_FALSE(locks_after(f).inside_any(alice));
  EXPECT_FALSE(locks_after(f).waits_for_any(alice));
}

TEST(LockStates, WhoFinishesWaitsNoMore) {
  Forged f;
  f.by("alice").attempt().finished();
  EXPECT_FALSE(locks_after(f).waits_for_any(alice));
}

TEST(LockStates, TheAttemptThatIsUnderWayEndsWithItsRefusal) {
  Forged f;
  f.by("alice").attempt().refused().attempt();
  const auto attempt = [&] {
    const LockStates locks = locks_after(f);
    return locks.engagements()[locks.engagements().find(alice, the_lock(f))].value.attempt;
  };
  EXPECT_EQ(attempt(), 2u);
  f.refused();
  EXPECT_EQ(attempt(), 0u);
}

TEST(LockStates, MarksAreCountedUntilTheWaitEnds) {
  Forged f;
  f.by("alice").attempt().by("bob").attempt();
  LockStates locks = locks_after(f);
  locks.judge(locks.engagements().find(alice, the_lock(f)), true, false);
  locks.judge(locks.engagements().find(bob, the_lock(f)), true, true);
  EXPECT_EQ(locks.lock(the_lock(f)).able, 2u);
  EXPECT_EQ(locks.lock(the_lock(f)).tolerant, 1u);
  f.by("bob").acquired();
  locks.on(f.trace().back(), f.last());
  EXPECT_EQ(locks.lock(the_lock(f)).able, 1u);
  EXPECT_EQ(locks.lock(the_lock(f)).tolerant, 0u);
}

}  // namespace
}  // namespace locklab::sim
