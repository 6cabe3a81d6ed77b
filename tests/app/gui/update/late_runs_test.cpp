// Runs that finish long after they were requested: whatever the user did meanwhile, the result
// joins a branch that still exists, and every index in the model stays valid.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <utility>

#include "app/gui/window/shell/unseen_window.h"
#include "tests/support/any_wish.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;

/// Checks every index of the model into its branches.
void expect_within(const Model& model) {
  const std::size_t branches = model.branches.size();
  if (branches == 0) return;
  EXPECT_LT(model.branch, branches);
  EXPECT_EQ(model.run, model.branches[model.branch].run);
  EXPECT_EQ(model.branches[0].parent, 0u);
  for (std::size_t i = 1; i < branches; ++i) EXPECT_LT(model.branches[i].parent, i);
  for (const std::size_t undone : model.undone) EXPECT_LT(undone, branches);
  if (model.comparison) {
    EXPECT_LT(model.comparison->with, branches);
  }
  if (model.form) {
    EXPECT_LT(model.form->branch, branches);
  }
  if (model.sliding) {
    EXPECT_LT(model.sliding->parent, branches);
    EXPECT_LT(model.sliding->branch.value_or(0), branches);
  }
}

/// A lab with a random user, in which a requested run finishes after a random number of actions.
class RestlessLab {
 public:
  explicit RestlessLab(unsigned seed) : random_(seed) {}

  void want_anything() {
    want(test::any_wish(model, random_));
    if (making_ && random_() % 3 == 0) comes();
    if (model.leave_for) want(Leave{random_() % 2 == 0 ? Leaving::stay : Leaving::discard});
  }

  Model model = test::showing("F02");

 private:
  void want(const Intent& wanted) {
    auto job = update(model, wanted);
    if (job && job->work.is<work::Run>()) making_ = std::move(job);
    if (job && job->work.is<work::Cancel>()) making_.reset();
    expect_within(model);
  }
  void comes() { want(*answer_to(*std::exchange(making_, std::nullopt))); }

  std::mt19937 random_;
  std::optional<Job> making_;
};

TEST(LateRuns, ComeToABranchThatIsThere) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RestlessLab lab(seed);
    for (int i = 0; i < 200; ++i) {
      lab.want_anything();
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
}

TEST(LateRuns, EveryStateOnTheWayIsDrawn) {
  UnseenWindow window(1280, 720);
  for (unsigned seed = 100; seed < 110; ++seed) {
    RestlessLab lab(seed);
    for (int i = 0; i < 100; ++i) {
      lab.want_anything();
      window.draw(lab.model);
      EXPECT_FALSE(window.named().empty());
    }
  }
}

}  // namespace
}  // namespace locklab::app
