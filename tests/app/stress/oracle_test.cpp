// The oracle against planted collisions: which clients were inside together, and the list of
// violations.
#include "app/stress/oracle.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace locklab::app {
namespace {

using Section = Oracle::Section;

Hold hold_of(std::uint32_t client, std::int64_t at_us, std::int64_t token = -1) {
  return {.client = client, .wanted_us = at_us - 1, .entered_us = at_us, .token = token};
}

class OracleTest : public testing::Test {
 protected:
  Oracle oracle{{.locks = 2}};
  Section alice{oracle};
  Section bob{oracle};
  Section carol{oracle};
};

TEST_F(OracleTest, HoldersOneAfterTheOtherDoNoHarm) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(alice.enter(0, hold_of(0, 10)));
    EXPECT_FALSE(bob.enter(1, hold_of(1, 10))) << "of another lock";
    EXPECT_FALSE(alice.leave(20));
    EXPECT_FALSE(bob.leave(20));
  }
  EXPECT_TRUE(oracle.listed().empty());
  EXPECT_EQ(oracle.updates_missing(), 0u);
}

TEST_F(OracleTest, AnOverlapNamesBothHoldsAndTheirTimes) {
  alice.enter(1, hold_of(0, 10));
  EXPECT_TRUE(bob.enter(1, hold_of(1, 15)));
  bob.leave(18);
  alice.leave(30);
  ASSERT_GE(oracle.listed().size(), 1u);
  const Violation& overlap = oracle.listed()[0];
  EXPECT_EQ(overlap.harm, Harm::overlap);
  EXPECT_EQ(overlap.lock, 1u);
  EXPECT_EQ(overlap.first.client, 0u);
  EXPECT_EQ(overlap.first.entered_us, 10);
  EXPECT_EQ(overlap.first.left_us, 30);
  EXPECT_EQ(overlap.second.client, 1u);
  EXPECT_EQ(overlap.second.left_us, 18);
}

TEST_F(OracleTest, AnUpdateThatIsOverwrittenIsLostAndNamesWhoWroteIt) {
  alice.enter(0, hold_of(0, 10));
  bob.enter(0, hold_of(1, 15));
  EXPECT_FALSE(bob.leave(18));
  EXPECT_TRUE(alice.leave(30));
  EXPECT_EQ(oracle.count(Harm::lost_update), 1u);
  EXPECT_EQ(oracle.updates_missing(), 1u);
  const Violation& lost = oracle.listed().back();
  EXPECT_EQ(lost.harm, Harm::lost_update);
  EXPECT_EQ(lost.first.client, 1u);
  EXPECT_EQ(lost.first.left_us, 18);
  EXPECT_EQ(lost.second.client, 0u);
}

TEST_F(OracleTest, ThreeAtOnceAreTwoOverlapsAndTwoLostUpdates) {
  alice.enter(0, hold_of(0, 10));
  bob.enter(0, hold_of(1, 11));
  carol.enter(0, hold_of(2, 12));
  alice.leave(20);
  bob.leave(21);
  carol.leave(22);
  EXPECT_EQ(oracle.count(Harm::overlap), 2u);
  EXPECT_EQ(oracle.count(Harm::lost_update), 2u);
  EXPECT_EQ(oracle.updates_missing(), 2u);
}

TEST_F(OracleTest, WhoCrashesInsideIsInsideNoMoreAndHasNotWritten) {
  alice.enter(0, hold_of(0, 10));
  alice.crash(20);
  EXPECT_FALSE(bob.enter(0, hold_of(1, 15)));
  EXPECT_FALSE(bob.leave(18));
  {
    Section gone(oracle);
    gone.enter(0, hold_of(3, 20));
  }
  EXPECT_FALSE(bob.enter(0, hold_of(1, 25)));
  EXPECT_FALSE(bob.leave(28));
  EXPECT_TRUE(oracle.listed().empty());
}

TEST_F(OracleTest, ListsTheFirstOfEachKindAndCountsAll) {
  Oracle small({.locks = 1, .keep = 2});
  Section one(small);
  Section two(small);
  for (std::uint32_t i = 0; i < 5; ++i) {
    one.enter(0, hold_of(0, 10 * i));
    two.enter(0, hold_of(1, 10 * i + 1));
    two.leave(10 * i + 2);
    one.leave(10 * i + 3);
  }
  EXPECT_EQ(small.count(Harm::overlap), 5u);
  EXPECT_EQ(small.count(Harm::lost_update), 5u);
  EXPECT_EQ(small.listed().size(), 4u);
}

class FencedOracleTest : public testing::Test {
 protected:
  Oracle oracle{{.locks = 1, .fenced = true}};
  Section alice{oracle};
  Section bob{oracle};
};

TEST_F(FencedOracleTest, AnOlderTokenIsTurnedAwayAndLosesNoUpdate) {
  alice.enter(0, hold_of(0, 10, 33));
  bob.enter(0, hold_of(1, 20, 34));
  EXPECT_FALSE(bob.leave(25));
  EXPECT_TRUE(alice.leave(30));
  EXPECT_EQ(oracle.count(Harm::stale_write), 1u);
  EXPECT_EQ(oracle.count(Harm::lost_update), 0u);
  EXPECT_EQ(oracle.updates_missing(), 0u);
  EXPECT_EQ(oracle.listed().back().first.token, 34);
  EXPECT_EQ(oracle.listed().back().second.token, 33);
}

TEST_F(FencedOracleTest, ATokenThatDoesNotRiseIsSeenAtTheEntrance) {
  alice.enter(0, hold_of(0, 10, 33));
  alice.leave(15);
  EXPECT_TRUE(bob.enter(0, hold_of(1, 20, 33)));
  EXPECT_EQ(oracle.count(Harm::token_fell), 1u);
}

TEST_F(FencedOracleTest, WhoAskedBeforeTheNewestWasInsideMayHaveAnOlderToken) {
  Hold slow = hold_of(0, 30, 33);
  slow.wanted_us = 5;
  bob.enter(0, hold_of(1, 20, 34));
  bob.leave(25);
  EXPECT_FALSE(alice.enter(0, slow));
  EXPECT_TRUE(alice.leave(35)) << "its write is stale all the same";
  EXPECT_EQ(oracle.count(Harm::token_fell), 0u);
}

/// Two threads enter and leave one lock `rounds` times. `lock` excludes them from each other unless
/// it is null.
void enter_on_two_threads(Oracle& oracle, int rounds, std::mutex* lock) {
  const auto work = [&](std::uint32_t client) {
    Section section(oracle);
    for (int i = 0; i < rounds; ++i) {
      const auto guard = lock ? std::unique_lock(*lock) : std::unique_lock<std::mutex>();
      section.enter(0, hold_of(client, i));
      section.leave(i);
    }
  };
  std::thread other(work, 1);
  work(0);
  other.join();
}

TEST(OracleOnThreads, MissesUpdatesOnlyWhereItHasSeenOneLostAndNoneWhereThreadsExcludeEachOther) {
  Oracle oracle({.locks = 1, .several_threads = true});
  enter_on_two_threads(oracle, 20'000, nullptr);
  EXPECT_EQ(oracle.updates_missing() > 0, oracle.count(Harm::lost_update) > 0);
  Oracle excluded({.locks = 1, .several_threads = true});
  std::mutex lock;
  enter_on_two_threads(excluded, 5'000, &lock);
  EXPECT_EQ(excluded.count(Harm::overlap), 0u);
  EXPECT_EQ(excluded.updates_missing(), 0u);
}

// ---- lock-outs ----

TEST_F(OracleTest, ALockOutLastsFromTheFirstWaiterOfAFreeLockToTheNextEntry) {
  oracle.measure(0, 1000);
  alice.enter(0, hold_of(0, 10));
  bob.want(0, 20);
  alice.leave(30);
  carol.want(0, 35);
  carol.enter(0, hold_of(2, 90));
  const auto lockout = oracle.longest_lockout();
  ASSERT_TRUE(lockout);
  EXPECT_EQ(*lockout, (LoadLockout{0, 30us, 90us, false}));
  carol.leave(100);
  bob.enter(0, hold_of(1, 130));
  EXPECT_EQ(oracle.longest_lockout(), lockout) << "a shorter one changes nothing";
}

TEST_F(OracleTest, NobodyIsLockedOutWhileNobodyWaits) {
  oracle.measure(0, 1000);
  alice.enter(0, hold_of(0, 10));
  alice.leave(30);
  bob.want(0, 800);
  bob.enter(0, hold_of(1, 803));
  EXPECT_EQ(oracle.longest_lockout(), (LoadLockout{0, 800us, 803us, false}));
}

TEST_F(OracleTest, AnOperationThatWasDueWhileSomebodyWasInsideWaitsFromItsLeaveOn) {
  oracle.measure(0, 1000);
  alice.enter(0, hold_of(0, 10));
  alice.leave(300);
  bob.want(0, 100);
  bob.enter(0, hold_of(1, 350));
  EXPECT_EQ(oracle.longest_lockout(), (LoadLockout{0, 300us, 350us, false}));
}

TEST_F(OracleTest, ALockOutGoesOnWhereAHolderCrashedAndEndsWithTheLastWaiter) {
  oracle.measure(0, 1000);
  alice.enter(1, hold_of(0, 10));
  bob.want(1, 20);
  alice.crash(30);
  bob.stop_wanting(200);
  bob.stop_wanting(900);  // no longer waiting, so ignored
  EXPECT_EQ(oracle.longest_lockout(), (LoadLockout{1, 30us, 200us, false}));
}

TEST_F(OracleTest, OnlyTheMeasuredTimeCountsForALockOut) {
  bob.want(0, 20);
  bob.enter(0, hold_of(1, 90));
  bob.leave(95);
  EXPECT_FALSE(oracle.longest_lockout()) << "nothing is measured yet";
  oracle.measure(100, 1000);
  carol.want(0, 96);
  carol.enter(0, hold_of(2, 150));
  EXPECT_EQ(oracle.longest_lockout(), (LoadLockout{0, 0us, 50us, false}));
  carol.leave(200);
  alice.want(0, 210);
  oracle.stop_measuring(600);
  alice.stop_wanting(700);
  EXPECT_EQ(oracle.longest_lockout(), (LoadLockout{0, 110us, 500us, true}));
}

}  // namespace
}  // namespace locklab::app
