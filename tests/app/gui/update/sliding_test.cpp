// The sliders of the lab, which rerun the story while they are dragged.
#include "app/gui/update/sliding.h"

#include <gmock/gmock.h>

#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::showing;
using testing::HasSubstr;

std::optional<Job> slide_to(Model& model, double ms, bool released = false) {
  return update(model, intent::Slide{"ttl_ms", ms, released});
}

Duration lease(const Model& model) { return model.run->judged.scenario.lock.ttl; }

/// The sliders of a run in which a pause outlasts the lease.
class SlidLease : public testing::Test {
 protected:
  Model model = showing("F06");
};

TEST_F(SlidLease, ThePictureFollowsAndReleaseLeavesOneBranch) {
  const std::string before = model.run->judged.name;
  work_on(model, slide_to(model, 400));
  EXPECT_EQ(lease(model), 400ms);
  work_on(model, slide_to(model, 500));
  EXPECT_EQ(lease(model), 500ms);
  EXPECT_EQ(model.branches.size(), 2u);
  work_on(model, slide_to(model, 700, true));
  EXPECT_EQ(lease(model), 700ms);
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_FALSE(model.sliding);
  EXPECT_FALSE(model.pending);
  update(model, intent::Undo{});
  EXPECT_EQ(model.run->judged.name, before) << "one undo";
  update(model, intent::Redo{});
  EXPECT_EQ(lease(model), 700ms);
}

TEST_F(SlidLease, WhileARunIsMadeOnlyTheNewestValueWaits) {
  const auto first = slide_to(model, 400);
  for (double ms = 410; ms < 500; ms += 10) EXPECT_FALSE(slide_to(model, ms));
  const auto next = update(model, *answer_to(*first));
  EXPECT_EQ(lease(model), 400ms) << "an older picture is better than none";
  ASSERT_TRUE(next);
  EXPECT_THAT(next->work.get<work::Run>().name, HasSubstr("ttl_ms=490"));
  work_on(model, next);
  EXPECT_EQ(lease(model), 490ms);
  EXPECT_EQ(model.branches.size(), 2u);
}

TEST_F(SlidLease, ReleaseDoesNotWaitForAnOlderRun) {
  const auto slow = slide_to(model, 400);
  const auto last = slide_to(model, 600, true);
  ASSERT_TRUE(last);
  update(model, *answer_to(*slow));
  EXPECT_EQ(lease(model), 300ms) << "it was given up";
  work_on(model, last);
  EXPECT_EQ(lease(model), 600ms);
  EXPECT_EQ(model.branches.size(), 2u);
  EXPECT_FALSE(model.sliding);
}

TEST_F(SlidLease, ReleasedWhereItIsShownItEndsAtOnce) {
  work_on(model, slide_to(model, 400));
  EXPECT_FALSE(slide_to(model, 400, true));
  EXPECT_FALSE(model.sliding);
  EXPECT_EQ(model.branches.size(), 2u);
}

TEST_F(SlidLease, BackWhereItBeganLeavesNoBranch) {
  update(model, intent::Step{+30});
  const Cursor before = model.cursor;
  work_on(model, slide_to(model, 20));
  EXPECT_EQ(model.branches.size(), 2u);
  slide_to(model, 300, true);
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_EQ(lease(model), 300ms);
  EXPECT_EQ(model.cursor.at_us, before.at_us);
}

TEST_F(SlidLease, TheCursorStaysThoughARunIsShorter) {
  update(model, intent::GoToEnd{});
  const double end = model.cursor.at_us;
  want(model, intent::Slide{"work alice", 0, false});
  want(model, intent::Slide{"work alice", 150, false});
  EXPECT_EQ(model.cursor.at_us, std::min(end, static_cast<double>(model.run->scene.end)));
}

TEST_F(SlidLease, AValueThatCannotBeIsSaidAtItsFieldAndLeavesTheRunAsItWas) {
  model = showing("F12");
  const std::string before = model.run->judged.name;
  work_on(model, slide_to(model, 12.5, true));
  ASSERT_TRUE(model.wrong_field);
  EXPECT_EQ(model.wrong_field->field, "setting ttl_ms");
  EXPECT_EQ(model.wrong_field->typed, "12.5");
  EXPECT_EQ(model.run->judged.name, before);
  EXPECT_EQ(model.branches.size(), 1u);
  EXPECT_FALSE(model.sliding);
}

TEST_F(SlidLease, AnotherWishEndsItAndKeepsWhatIsShown) {
  work_on(model, slide_to(model, 400));
  want(model, intent::ChangeSeed{5});
  EXPECT_FALSE(model.sliding);
  EXPECT_EQ(model.branches.size(), 3u);
  EXPECT_EQ(model.branches[2].parent, 1u);
}

TEST_F(SlidLease, CancelEndsIt) {
  slide_to(model, 400);
  update(model, intent::Cancel{});
  EXPECT_FALSE(model.pending);
  EXPECT_FALSE(model.sliding);
  EXPECT_EQ(model.branches.size(), 1u);
}

TEST_F(SlidLease, TheRangeStaysWhileItMoves) {
  const std::vector<Slider> before = shown_sliders(model);
  work_on(model, slide_to(model, before[0].to));
  const std::vector<Slider> now = shown_sliders(model);
  EXPECT_EQ(now[0].to, before[0].to);
  EXPECT_EQ(now[0].from, before[0].from);
  EXPECT_EQ(now[0].now, before[0].to);
}

}  // namespace
}  // namespace locklab::app
