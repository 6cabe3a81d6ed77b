#include "sim/trace/state/families.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

/// n1 and n2 are masters, n3 and n4 replicas of n1.
Forged two_families() {
  Forged f;
  f.nodes({"n1", "n2"}).replica("n3", "n1").replica("n4", "n1");
  return f;
}

Families families_after(const Forged& forged) { return after<Families>(forged); }

TEST(Families, AReplicaIsOfItsMastersFamily) {
  const Families families = families_after(two_families());
  EXPECT_TRUE(families.related(n1, n3));
  EXPECT_TRUE(families.related(n4, n3));
  EXPECT_FALSE(families.related(n1, n2));
  EXPECT_FALSE(families.related(n1, no_node));
  EXPECT_EQ(families.master(n3), n1);
  EXPECT_EQ(families.master(n2), no_node);
  EXPECT_TRUE(families.serves(n1));
  EXPECT_FALSE(families.serves(n3));
  EXPECT_EQ(families.of_lock().size(), 2u);
  EXPECT_TRUE(families.replicated());
}

TEST(Families, NodesThatReplicateEachOtherAreNobodysReplicas) {
  Forged f;
  f.nodes({"n1", "n2", "n3", "n4"}).on("n2");
  for (const std::vector<std::int32_t>& circle :
       {std::vector<std::int32_t>{-1, 1, 0, -1}, {-1, 2, 1, 0}, {1, 2, 3, 0}}) {
    f.info().replica_of = circle;
    Families families(f.trace().info);
    EXPECT_FALSE(families.related(n1, n2));
    families.on({.node = n2, .kind = EventKind::node_promoted});
    EXPECT_TRUE(families.serves(n2));
  }
}

TEST(Families, APromotionTurnsTheReplicationAround) {
  Forged f = two_families();
  const Families families = families_after(f.on("n3").node_fault(EventKind::node_promoted));
  EXPECT_TRUE(families.serves(n3));
  EXPECT_FALSE(families.serves(n1));
  EXPECT_EQ(families.master(n3), no_node);
  EXPECT_EQ(families.master(n1), n3);
  EXPECT_EQ(families.master(n4), n3);
  EXPECT_EQ(families.master(n2), no_node);
  EXPECT_EQ(families.of_lock()[0].serving, n3);
}

TEST(Families, OfTwoMastersBothServeUntilTheOldOneIsTold) {
  Forged f = two_families();
  Families families(f.trace().info);
  constexpr std::uint8_t n1_remains_a_master = 1;
  families.on({.node = n3, .kind = EventKind::node_promoted, .detail = n1_remains_a_master});
  EXPECT_TRUE(families.serves(n3));
  EXPECT_TRUE(families.serves(n1));
  EXPECT_EQ(families.master(n1), no_node);
  EXPECT_EQ(families.master(n4), n3) << "the other replicas follow the new one";
  families.on({.node = n1, .kind = EventKind::node_demoted});
  EXPECT_FALSE(families.serves(n1));
  EXPECT_EQ(families.master(n1), n3);
}

TEST(Families, OnlyTheLocksOwnMastersHoldIt) {
  Forged f;
  f.nodes({"n1", "n2", "n3"});
  f.info().lock_nodes = 1;
  EXPECT_EQ(families_after(f).of_lock().size(), 1u);
}

TEST(Families, NonsenseFromElsewhereIsNoFamily) {
  Forged f;
  f.nodes({"n1", "n2", "n3"});
  f.info().replica_of = {1, 0, 77};
  const Families families = families_after(f.on("n2").node_fault(EventKind::node_promoted));
  EXPECT_TRUE(families.of_lock().empty());
  EXPECT_TRUE(families.serves(n2));
}

}  // namespace
}  // namespace locklab::sim
