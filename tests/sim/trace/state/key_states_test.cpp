#include "sim/trace/state/key_states.h"

#include <gtest/gtest.h>

#include "tests/support/forged_trace.h"
#include "tests/support/players.h"

namespace locklab::sim {
namespace {

using namespace players;

KeyStates keys_after(const Forged& forged) {
  const Families families(forged.trace().info);
  KeyStates keys(forged.trace().info);
  for (std::size_t i = 0; i < forged.trace().size(); ++i) keys.on(forged.trace(), i, families);
  return keys;
}

Forged master_and_replica() {
  Forged f;
  f.nodes({"n1"}).replica("n2", "n1").clients({"alice", "bob"}).on("n1").by("alice");
  return f;
}

TEST(KeyStates, AKeyIsItsSettersUntilItGoes) {
  Forged f;
  f.by("alice").attempt().at(10ms).key_set(50ms);
  ASSERT_EQ(keys_after(f).of(n1).size(), 1u);
  const KeyState key = keys_after(f).of(n1)[0];
  EXPECT_EQ(key.owner, alice);
  EXPECT_EQ(key.acquisition, 1u);
  EXPECT_EQ(key.lease_us, 50'000);
  EXPECT_EQ(key.lease_end, 60'000);
  EXPECT_TRUE(keys_after(f.key_expired()).of(n1).empty());
}

TEST(KeyStates, ANewLeaseKeepsTheOwner) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).at(10ms).by("bob").key_lease(100ms, Purpose::renew);
  const KeyState key = keys_after(f).of(n1)[0];
  EXPECT_EQ(key.owner, alice);
  EXPECT_EQ(key.lease_end, 110'000);
  EXPECT_EQ(key.lease_at, 10'000);
  EXPECT_EQ(key.set, 1u);
}

TEST(KeyStates, AReplicasCopyIsWhoseValueItIs) {
  Forged f = master_and_replica();
  f.value("a").attempt().key_set(50ms).on("n2").copied(50ms);
  EXPECT_EQ(keys_after(f).of(n2)[0].owner, alice);
  EXPECT_EQ(keys_after(f).of(n2)[0].origin, 1u);
  EXPECT_EQ(keys_after(f).of(n2)[0].set, 2u);
}

TEST(KeyStates, AReplicaThatLagsCopiesWhatItsMasterHasNoMore) {
  Forged f = master_and_replica();
  f.value("a").attempt().key_set(50ms).key_deleted();
  f.value("b").by("bob").attempt().key_set(50ms).key_deleted();
  f.on("n2").value("a").copied(50ms);
  EXPECT_EQ(keys_after(f).of(n2)[0].owner, alice);
  EXPECT_EQ(keys_after(f.value("b").copied(50ms)).of(n2)[0].owner, bob);
}

TEST(KeyStates, OfTheSameValueTheLatestSetterIsTheOwner) {
  Forged f = master_and_replica();
  f.value("1").attempt().key_set(50ms).key_deleted().by("bob").attempt().key_set(50ms);
  EXPECT_EQ(keys_after(f.on("n2").copied(50ms)).of(n2)[0].owner, bob);
}

TEST(KeyStates, AnotherMastersValueIsNobodysHere) {
  Forged f;
  f.nodes({"n1", "n2"}).by("alice").on("n1").value("a").attempt().key_set(50ms);
  EXPECT_EQ(keys_after(f.on("n2").copied(50ms)).of(n2)[0].owner, no_client);
}

TEST(KeyStates, HoweverManyCommandsCameTheMemoryOfThemIsBoundedAndTheLatestAreKnown) {
  Forged f = master_and_replica();
  for (int i = 0; i < 1000; ++i) f.value(std::to_string(i)).attempt().key_set(50ms);
  EXPECT_EQ(keys_after(f.on("n2").value("900").copied(50ms)).of(n2)[0].owner, alice);
  EXPECT_EQ(keys_after(f.value("3").copied(50ms)).of(n2)[0].owner, no_client);
  EXPECT_EQ(keys_after(f.value("999").copied(50ms)).of(n2)[0].owner, alice);
}

TEST(KeyStates, AClockThatIsSetForwardEndsLeasesEarlier) {
  Forged f;
  f.by("alice").attempt().key_set(50ms).lock("locklab:forever").key_set(std::nullopt);
  KeyStates keys = keys_after(f);
  keys.on_clock(n1, 30'000, 10'000);
  EXPECT_EQ(keys.of(n1)[0].lease_end, 20'000);
  EXPECT_EQ(keys.of(n1)[1].lease_end, INT64_MAX);
  keys.on_clock(n1, 30'000, 10'000);
  EXPECT_EQ(keys.of(n1)[0].lease_end, 10'000);  // now, and not in the past
}

}  // namespace
}  // namespace locklab::sim
