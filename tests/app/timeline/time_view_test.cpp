#include "app/timeline/scene/time_view.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

TEST(TimeView, ZoomKeepsWhatIsUnderThePointer) {
  TimeView view = fit(1'000'000);
  for (const double anchor : {0.0, 0.3, 0.5, 1.0}) {
    const double before = view.at_of(anchor * 1280, 1280);
    const TimeView closer = zoomed(view, 1.7, anchor, 1'000'000);
    EXPECT_NEAR(closer.at_of(anchor * 1280, 1280), before, 1);
    EXPECT_NEAR(closer.span(), view.span() / 1.7, 1);
  }
}

TEST(TimeView, ZoomEndsAtTenMicrosecondsAndAtFourRuns) {
  TimeView view = fit(1'000'000);
  for (int i = 0; i < 200; ++i) view = zoomed(view, 2, 0.5, 1'000'000);
  EXPECT_DOUBLE_EQ(view.span(), 10);
  for (int i = 0; i < 200; ++i) view = zoomed(view, 0.5, 0.5, 1'000'000);
  EXPECT_DOUBLE_EQ(view.span(), 4'000'000);
}

TEST(TimeView, WhoSawTheEndOfARunSeesThatOfALongerOneToo) {
  EXPECT_EQ(with_end(fit(1'000), 1'000, 2'000), fit(2'000));
  EXPECT_EQ(with_end(fit(1'000), 1'000, 500), fit(500));
  const TimeView late{400, 1'050};
  EXPECT_EQ(with_end(late, 1'000, 2'000).from, 400);
  EXPECT_GT(with_end(late, 1'000, 2'000).to, 2'000);
  const TimeView close{400, 600};
  EXPECT_EQ(with_end(close, 1'000, 2'000), close) << "the eye stays where it is";
}

TEST(TimeView, AroundASpanIsAFifthOfItOnBothSidesAndNothingBeyondTheRun) {
  EXPECT_EQ(around(400, 600, 10'000), (TimeView{360, 640}));
  EXPECT_EQ(around(0, 10'000, 10'000), fit(10'000));
  EXPECT_GT(around(500, 500, 10'000).span(), 0) << "a moment has no length";
}

TEST(TimeView, TheRunCannotBePushedOutOfSight) {
  TimeView view = fit(1'000);
  for (int i = 0; i < 100; ++i) view = panned(view, 0.9, 1'000);
  EXPECT_LT(view.from, 1'000);
  for (int i = 0; i < 100; ++i) view = panned(view, -0.9, 1'000);
  EXPECT_GT(view.to, 0);
}

TEST(TimeView, ShowingAMomentThatIsInSightMovesNothing) {
  const TimeView view{0, 1000};
  EXPECT_DOUBLE_EQ(showing(view, 500, 10'000).from, 0);
  EXPECT_DOUBLE_EQ(showing(view, 2'000, 10'000).to, 2'100);
  EXPECT_DOUBLE_EQ(showing({5'000, 6'000}, 4'000, 10'000).from, 3'900);
}

TEST(TimeView, AnEmptyRunHasAViewToo) {
  const TimeView view = fit(0);
  EXPECT_GT(view.span(), 0);
  EXPECT_GT(zoomed(view, 2, 0.5, 0).span(), 0);
}

TEST(TimeView, RulerStepsAreRoundAndFarEnoughApart) {
  for (const double span : {13.0, 999.0, 123'456.0, 9e9}) {
    const TimeView view{0, span};
    const double step = ruler_step(view, 1280, 80);
    EXPECT_GE(view.x_of(step, 1280), 80 - 1e-6);
    EXPECT_LE(view.x_of(step, 1280), 80 * 2.5 + 1e-6);
  }
}

}  // namespace
}  // namespace locklab::app
