// The sign of a branch: a tick only for a run that was judged and broke nothing.
#include "app/gui/update/branch_verdict.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

/// One verdict of a run in every form: promised or not, with each outcome, revealed or not.
struct VerdictForm {
  bool promised = false;
  sim::Kept kept = sim::Kept::kept;
  bool known = false;
};

std::vector<VerdictForm> every_form() {
  std::vector<VerdictForm> all;
  for (const bool promised : {false, true})
    for (const sim::Kept kept : {sim::Kept::kept, sim::Kept::broken, sim::Kept::not_applicable})
      for (const bool known : {false, true}) all.push_back({promised, kept, known});
  return all;
}

BranchVerdict summary(std::span<const VerdictForm> forms, bool open) {
  std::vector<sim::Verdict> verdicts(forms.size());
  for (std::size_t i = 0; i < forms.size(); ++i) {
    verdicts[i].promised = forms[i].promised;
    verdicts[i].kept = forms[i].kept;
  }
  const auto is_known = [&](const sim::Verdict& verdict) {
    return forms[static_cast<std::size_t>(&verdict - verdicts.data())].known;
  };
  return summary_of(verdicts, is_known, open);
}

void expect_right(std::span<const VerdictForm> forms, bool open) {
  const auto has = [&](auto is) { return std::any_of(forms.begin(), forms.end(), is); };
  const bool broken = has([](const VerdictForm& one) {
    return one.known && one.promised && one.kept == sim::Kept::broken;
  });
  const bool unknown = open || has([](const VerdictForm& one) { return !one.known; });
  const bool breaks = has([](const VerdictForm& one) { return one.kept == sim::Kept::broken; });
  const bool keeps = has([](const VerdictForm& one) { return one.kept == sim::Kept::kept; });
  const BranchVerdict sum = summary(forms, open);
  EXPECT_EQ(sum == BranchVerdict::broken, broken);
  EXPECT_EQ(sum == BranchVerdict::open, !broken && unknown);
  EXPECT_EQ(sum == BranchVerdict::unpromised_broken, !broken && !unknown && breaks);
  EXPECT_EQ(sum == BranchVerdict::unjudged, !unknown && !breaks && !keeps);
  EXPECT_EQ(sum == BranchVerdict::kept, !unknown && !breaks && keeps);
}

// Regression: a tick was given to a run that broke a property which its lock does not promise, and
// to one that was stopped before anything could be judged.
TEST(BranchVerdict, IsRightForEveryCombinationOfVerdicts) {
  for (const bool open : {false, true}) {
    expect_right({}, open);
    for (const VerdictForm& a : every_form()) {
      expect_right(std::array{a}, open);
      for (const VerdictForm& b : every_form()) {
        expect_right(std::array{a, b}, open);
        for (const VerdictForm& c : every_form()) expect_right(std::array{a, b, c}, open);
      }
    }
  }
}

TEST(BranchVerdict, OfABranchThatBreaksOnlyWhatItsLockDoesNotPromiseIsNoTick) {
  Model model = test::showing("F01_crash_no_expiry");
  EXPECT_EQ(branch_verdict(model, 0), BranchVerdict::open) << "the cursor is at the start";
  work_on(model, update(model, intent::ChangeSeed{7}));
  ASSERT_EQ(model.branch, 1u);
  EXPECT_EQ(branch_verdict(model, 1), BranchVerdict::unpromised_broken);
  EXPECT_EQ(sign(branch_verdict(model, 1)), "(×)");
}

}  // namespace
}  // namespace locklab::app
