// The matrix's verdict on a lock under the faults of a run.
#include "app/matrix/same_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace locklab::app {
namespace {

using testing::ElementsAre;

sim::Fault fault(sim::FaultKind kind) {
  sim::Fault made;
  made.kind = kind;
  return made;
}

/// A matrix with one lock, which only a pause breaks.
Matrix matrix() {
  Matrix made;
  made.strategies = {"lock"};
  made.faults = {"", "crash", "pause"};
  for (const std::string& column : made.faults) {
    MatrixCell& cell = made.cells.emplace_back();
    cell.strategy = "lock";
    cell.faults = column;
    PropertyCell& one = cell.properties.emplace_back();
    one.standing = column == "pause" ? Standing::broken : Standing::kept;
  }
  return made;
}

bool breaks(const std::vector<sim::Fault>& faults) {
  return breaks_under(matrix(), "lock", sim::Property::mutual_exclusion, faults);
}

TEST(SameFaults, AreTheColumnsOfTheirKinds) {
  sim::Fault power = fault(sim::FaultKind::kill);
  power.power = true;
  sim::Fault split = fault(sim::FaultKind::promote);
  split.untold = true;
  EXPECT_THAT(columns_of({}), ElementsAre(""));
  EXPECT_THAT(columns_of({fault(sim::FaultKind::jump), power, split, power}),
              ElementsAre("", "clock_jump", "power", "split_brain"));
  EXPECT_THAT(columns_of({fault(sim::FaultKind::migrate)}), ElementsAre("")) << "not searched";
  sim::Fault removal = fault(sim::FaultKind::remove);
  removal.removal = sim::KeyRemoval::flush;
  EXPECT_THAT(columns_of({removal}), ElementsAre("")) << "it takes the fencing tokens, too";
  removal.removal = sim::KeyRemoval::evicted;
  EXPECT_THAT(columns_of({removal}), ElementsAre("", "delete"));
  EXPECT_THAT(columns_of({fault(sim::FaultKind::heal), fault(sim::FaultKind::promote)}),
              ElementsAre("", "failover"))
      << "the end of a fault is none";
}

TEST(SameFaults, BreakWhatOneOfTheirColumnsBreaks) {
  const sim::Fault crash = fault(sim::FaultKind::crash);
  EXPECT_FALSE(breaks({}));
  EXPECT_FALSE(breaks({crash}));
  EXPECT_TRUE(breaks({crash, fault(sim::FaultKind::pause)}));
  EXPECT_FALSE(
      breaks_under(matrix(), "lock", sim::Property::no_lost_update, {fault(sim::FaultKind::pause)}))
      << "it says nothing of that property";
  EXPECT_FALSE(breaks_under(matrix(), "other", sim::Property::mutual_exclusion, {}));
}

}  // namespace
}  // namespace locklab::app
