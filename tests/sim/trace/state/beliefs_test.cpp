#include "sim/trace/state/beliefs.h"

#include <gtest/gtest.h>

#include "tests/sim/trace/state/after.h"

namespace locklab::sim {
namespace {

using namespace players;

Beliefs beliefs_after(const Forged& forged) { return after<Beliefs>(forged); }

TEST(Beliefs, LastUntilTheReleaseBegins) {
  Forged f;
  f.by("alice").attempt().acquired();
  EXPECT_TRUE(beliefs_after(f).any(alice));
  EXPECT_FALSE(beliefs_after(f.entered().left().releasing()).any(alice));
}

TEST(Beliefs, AForeignReleaseEndsNone) {
  Forged f;
  f.by("alice").attempt().acquired().acquisition(9).releasing();
  EXPECT_TRUE(beliefs_after(f).any(alice));
}

TEST(Beliefs, AnInnerReleaseLeavesTheOuterHold) {
  Forged f;
  f.by("alice").gets_in().gets_in().gets_out();
  EXPECT_TRUE(beliefs_after(f).any(alice));
  EXPECT_FALSE(beliefs_after(f.acquisition(1).gets_out()).any(alice));
}

TEST(Beliefs, ACrashEndsAllAndAPauseNone) {
  Forged f;
  f.by("alice").gets_in().lock("locklab:other").gets_in().paused();
  EXPECT_EQ(beliefs_after(f).all().size(), 2u);
  EXPECT_TRUE(beliefs_after(f.crashed()).all().empty());
}

}  // namespace
}  // namespace locklab::sim
