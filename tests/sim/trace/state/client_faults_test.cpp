#include "sim/trace/state/client_faults.h"

#include <gtest/gtest.h>

#include "sim/trace/state/fault_states.h"
#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

ClientFaults clients_after(const Forged& forged) { return after<FaultStates>(forged).clients(); }

Forged by_alice() { return std::move(Forged().by("alice").started()); }

TEST(ClientFaults, AClientIsPausedWhileAnyPauseOfItStands) {
  Forged f = by_alice();
  f.token(1).paused().token(2).paused();
  EXPECT_TRUE(clients_after(f.token(1).resumed()).paused(alice));
  EXPECT_FALSE(clients_after(f.token(2).resumed()).paused(alice));
}

TEST(ClientFaults, TheEndOfAPauseThatIsOverEndsNoOther) {
  Forged f = by_alice();
  f.token(1).paused().token(1).resumed().token(2).paused();
  EXPECT_TRUE(clients_after(f.token(1).resumed()).paused(alice));
}

TEST(ClientFaults, AResumeWithoutATokenEndsAllPauses) {
  Forged f = by_alice();
  f.paused().token(1).paused().token(2).paused().resumed();
  EXPECT_FALSE(clients_after(f).paused(alice));
}

TEST(ClientFaults, APauseWithoutATokenIsEndedByNoTokenOfAnother) {
  Forged f = by_alice();
  f.paused().token(1).paused();
  EXPECT_TRUE(clients_after(f.token(1).resumed()).paused(alice));
  EXPECT_FALSE(clients_after(f.resumed()).paused(alice));
}

TEST(ClientFaults, ACrashEndsEveryPauseAndANewProcessIsAwake) {
  Forged f = by_alice();
  f.token(1).paused().crashed();
  EXPECT_TRUE(clients_after(f).crashed(alice));
  EXPECT_FALSE(clients_after(f).paused(alice));
  EXPECT_FALSE(clients_after(f.token(2).paused()).paused(alice));
  EXPECT_FALSE(clients_after(f.started()).crashed(alice));
  EXPECT_FALSE(clients_after(f).paused(alice));
}

TEST(ClientFaults, OthersAreNotPaused) {
  Forged f = by_alice();
  f.by("bob").started().by("alice").paused();
  EXPECT_FALSE(clients_after(f).paused(ClientId{1}));
  EXPECT_FALSE(clients_after(f).paused(ClientId{77}));
}

TEST(ClientFaults, TheSameFaultsInAnotherOrderAreTheSame) {
  Forged f = by_alice();
  f.token(1).paused().token(2).paused();
  Forged g = by_alice();
  g.token(2).paused().token(1).paused();
  EXPECT_EQ(clients_after(f), clients_after(g));
}

}  // namespace
}  // namespace locklab::sim
