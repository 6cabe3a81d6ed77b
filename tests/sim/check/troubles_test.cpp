// A sentence about a broken promise names what befell whoever lost the lock: each kind of fault
// that the breach by itself does not show.
#include <gmock/gmock.h>

#include <string>

#include "sim/check/check.h"
#include "sim/scenario/library.h"
#include "sim/scenario/run_name.h"
#include "sim/world/simulate.h"
#include "tests/support/golden_text.h"

namespace locklab::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string why_of(Property property, const std::string& run) {
  static const Library library(LOCKLAB_SOURCE_DIR "/assets");
  const auto opened = open_run(library, std::get<RunName>(parse_run_name(run)));
  const Trace trace = simulate(std::get<OpenedRun>(opened).scenario);
  const Verdict verdict = check(trace)[static_cast<std::size_t>(property)];
  EXPECT_EQ(verdict.kept, Kept::broken) << run;
  return verdict.why;
}

TEST(Troubles, OfALateWriteAreThatItWasHeldOnItsWay) {
  EXPECT_THAT(why_of(Property::no_lost_update,
                     "bare strategy=set_px_lua set={choices=\"2=10 3=3\"} fault={at_ms=3, "
                     "hold={client=\"alice\", node=\"stock\", direction=\"requests\", count=1, "
                     "ms=120}}"),
              test::IsGolden());
}

TEST(Troubles, OfALateWriteAreThatItsLinkWasCutAndNoOtherLink) {
  const std::string why = why_of(
      Property::no_lost_update,
      "bare strategy=redlock set={clients=2, nodes=3, choices=\"\"} fault={at_ms=32, "
      "cut={client=\"alice\", node=\"stock\", ms=71}} fault={at_ms=90, cut={client=\"alice\", "
      "node=\"n3\", ms=1}}");
  EXPECT_THAT(why, test::IsGolden());
  EXPECT_THAT(why, Not(HasSubstr("n3")));
}

TEST(Troubles, OfASlowWorkerAreItsClock) {
  EXPECT_THAT(why_of(Property::mutual_exclusion,
                     "bare strategy=set_px_lua set={choices=\"\"} fault={at_ms=1, "
                     "drift={client=\"alice\", ppm=-500000}}"),
              test::IsGolden());
}

TEST(Troubles, OfAHolderThatWasToldLateAreTheFrozenNodeAndItsReplies) {
  const std::string frozen =
      why_of(Property::mutual_exclusion,
             "bare strategy=set_px_lua set={node_timeout_ms=90, choices=\"\"} "
             "fault={when=\"n1 ran alice's claim\", stop={node=\"n1\", ms=80}}");
  EXPECT_THAT(frozen, test::IsGolden());
  const std::string held = why_of(Property::mutual_exclusion,
                                  "bare strategy=set_px_lua set={node_timeout_ms=90, choices=\"\"} "
                                  "fault={at_ms=0, hold={client=\"alice\", node=\"n1\", "
                                  "direction=\"replies\", count=1, ms=80}}");
  EXPECT_THAT(held, test::IsGolden());
}

TEST(Troubles, OfAWatchdogThatCouldNotRenewAreItsCutLink) {
  EXPECT_THAT(why_of(Property::mutual_exclusion, "F22/ignore"), test::IsGolden());
}

TEST(Troubles, AreOnlyThoseOfTheHoldInQuestion) {
  const std::string why =
      why_of(Property::mutual_exclusion,
             "bare strategy=set_px_lua set={choices=\"\", work_ms=120} fault={at_ms=500, "
             "cut={client=\"alice\", node=\"n1\", ms=5}} fault={at_ms=1, drift={client=\"bob\", "
             "ppm=100000}}");
  EXPECT_THAT(why, AllOf(Not(HasSubstr("cut off")), Not(HasSubstr("clock"))));
}

TEST(Troubles, AReleaseThatAFailoverMadeForeignIsNotToldAsNeverHeld) {
  const std::string why = why_of(
      Property::owner_only_release,
      "bare strategy=set_px_del set={node=[{name=\"n1\"}, {name=\"n2\", replica_of=\"n1\"}], "
      "choices=\"\"} fault={at_ms=2, kill={node=\"n1\"}} fault={at_ms=2, promote={node=\"n2\", "
      "after_ms=10}}");
  EXPECT_THAT(why, test::IsGolden());
}

TEST(Troubles, OfALockThatNobodyGetsAreTheClockThatKeepsTheKeyOfOneWhoIsGone) {
  EXPECT_THAT(why_of(Property::no_deadlock,
                     "bare strategy=set_px_lua set={choices=\"\"} fault={at_ms=3, "
                     "crash={client=\"alice\"}} fault={at_ms=2, jump={node=\"n1\", ms=-230}}"),
              test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
