// A sentence about a broken promise names what befell whoever lost the lock: each kind of fault
// that the breach by itself does not show.
#include <gmock/gmock.h>

#include <string>

#include "sim/check/check.h"
#include "sim/scenario/library.h"
#include "sim/scenario/run_name.h"
#include "sim/world/simulate.h"

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
              HasSubstr("alice's requests to stock were held from 3 ms to 123 ms"));
}

TEST(Troubles, OfALateWriteAreThatItsLinkWasCutAndNoOtherLink) {
  const std::string why = why_of(
      Property::no_lost_update,
      "bare strategy=redlock set={clients=2, nodes=3, choices=\"\"} fault={at_ms=32, "
      "cut={client=\"alice\", node=\"stock\", ms=71}} fault={at_ms=90, cut={client=\"alice\", "
      "node=\"n3\", ms=1}}");
  EXPECT_THAT(why, HasSubstr("; alice was cut off from stock from 32 ms to 103 ms"));
  EXPECT_THAT(why, Not(HasSubstr("n3")));
}

TEST(Troubles, OfASlowWorkerAreItsClock) {
  EXPECT_THAT(why_of(Property::mutual_exclusion,
                     "bare strategy=set_px_lua set={choices=\"\"} fault={at_ms=1, "
                     "drift={client=\"alice\", ppm=-500000}}"),
              HasSubstr(": alice's clock ran 50 % slow; alice's lease ran out on n1 at"));
}

TEST(Troubles, OfAHolderThatWasToldLateAreTheFrozenNodeAndItsReplies) {
  const std::string frozen =
      why_of(Property::mutual_exclusion,
             "bare strategy=set_px_lua set={node_timeout_ms=90, choices=\"\"} "
             "fault={when=\"n1 ran alice's claim\", stop={node=\"n1\", ms=80}}");
  EXPECT_THAT(frozen, HasSubstr(": n1 was frozen from 1 ms to 81 ms; "));
  const std::string held = why_of(Property::mutual_exclusion,
                                  "bare strategy=set_px_lua set={node_timeout_ms=90, choices=\"\"} "
                                  "fault={at_ms=0, hold={client=\"alice\", node=\"n1\", "
                                  "direction=\"replies\", count=1, ms=80}}");
  EXPECT_THAT(held, HasSubstr(": replies from n1 to alice were held from 0 ms to 80 ms"));
}

TEST(Troubles, OfAWatchdogThatCouldNotRenewAreItsCutLink) {
  EXPECT_THAT(why_of(Property::mutual_exclusion, "F22/ignore"),
              HasSubstr(": alice was cut off from n1 from 22 ms on; alice's lease ran out on n1"));
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
  EXPECT_THAT(why, HasSubstr("; alice's own was lost when n2 took the place of n1"));
}

TEST(Troubles, OfALockThatNobodyGetsAreTheClockThatKeepsTheKeyOfOneWhoIsGone) {
  EXPECT_THAT(
      why_of(Property::no_deadlock,
             "bare strategy=set_px_lua set={choices=\"\"} fault={at_ms=3, "
             "crash={client=\"alice\"}} fault={at_ms=2, jump={node=\"n1\", ms=-230}}"),
      HasSubstr("until 332 ms n1 held the key of alice, who crashed at 3 ms, whose lease ran "
                "on: n1's clock was set back by 230 ms at 2 ms"));
}

}  // namespace
}  // namespace locklab::sim
