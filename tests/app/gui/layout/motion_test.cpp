// Animations and highlights of the window, at times given by the test.
#include <gtest/gtest.h>

#include "app/gui/layout/easing.h"
#include "app/gui/layout/glow.h"
#include "app/gui/update/update.h"
#include "tests/support/opened_run.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

using namespace intent;

Model placed(const Easing& easing, const Model& model, double now_s) {
  Model drawn = model;
  easing.place(drawn, now_s);
  return drawn;
}

/// A story at rest, first drawn at time 1 s.
class EasingTest : public testing::Test {
 protected:
  EasingTest() { easing.follow(model, 1, false); }

  Model model = test::showing("F06_pause_past_ttl");
  Easing easing;
};

TEST_F(EasingTest, TheCursorGlidesToItsPlaceWithinABlinkAndRests) {
  EXPECT_FALSE(easing.is_moving(1));
  update(model, RunUntil{Until::violation});
  easing.follow(model, 2, false);
  ASSERT_TRUE(easing.is_moving(2));
  double last = -1;
  for (const double part : {0.0, 0.2, 0.4, 0.6, 0.8}) {
    const Model drawn = placed(easing, model, 2 + part * Easing::longest_s);
    EXPECT_GT(drawn.cursor.at_us, last);
    EXPECT_LT(drawn.cursor.at_us, model.cursor.at_us);
    // Each frame of the animation shows the state at its own time.
    const auto at = static_cast<std::int64_t>(drawn.cursor.at_us);
    EXPECT_EQ(drawn.cursor.events, events_until(model.run->trace(), at));
    last = drawn.cursor.at_us;
  }
  EXPECT_FALSE(easing.is_moving(2 + Easing::longest_s));
  EXPECT_EQ(placed(easing, model, 2 + Easing::longest_s).cursor, model.cursor);
  EXPECT_LE(Easing::longest_s, 0.12);
}

TEST_F(EasingTest, TheZoomGlidesAndWhatIsUnderThePointerStaysThere) {
  const double anchor = 0.3;
  const double under = model.view.at_of(anchor, 1);
  const double before = model.view.span();
  update(model, Zoom{4, anchor});
  easing.follow(model, 1, false);
  for (const double part : {0.1, 0.5, 0.9}) {
    const TimeView view = placed(easing, model, 1 + part * Easing::longest_s).view;
    EXPECT_LT(view.span(), before);
    EXPECT_GT(view.span(), model.view.span());
    EXPECT_NEAR(view.at_of(anchor, 1), under, 1e-6);
  }
}

TEST_F(EasingTest, AnotherStepOnTheWayGoesOnFromWhereItIs) {
  update(model, GoToEnd{});
  easing.follow(model, 1, false);
  const double half = 1 + Easing::longest_s / 2;
  const double there = placed(easing, model, half).cursor.at_us;
  update(model, GoToStart{});
  easing.follow(model, half, false);
  EXPECT_EQ(placed(easing, model, half).cursor.at_us, there);
}

TEST_F(EasingTest, NothingGlidesInPlayOrIfItIsTurnedOffOrInAnotherRun) {
  update(model, GoToEnd{});
  easing.follow(model, 1, true);
  EXPECT_FALSE(easing.is_moving(1));
  update(model, SetMotion{false});
  update(model, GoToStart{});
  easing.follow(model, 1, false);
  EXPECT_FALSE(easing.is_moving(1));
  EXPECT_EQ(placed(easing, model, 1).cursor, model.cursor);
  update(model, SetMotion{true});
  Model other = test::showing("F01_crash_no_expiry");
  update(other, GoToEnd{});
  easing.follow(other, 1, false);
  EXPECT_FALSE(easing.is_moving(1));
}

TEST(Glow, AStepShowsWhoseEventItWasTheLineThatChangedAndTheKey) {
  const ShownRunPtr run = test::opened("F06_pause_past_ttl");
  const sim::Trace& trace = run->trace();
  bool keys = false;
  bool lines = false;
  for (std::size_t now = 1; now <= trace.size(); ++now) {
    const auto change = change_between(*run, now - 1, now);
    ASSERT_TRUE(change);
    EXPECT_EQ(change->event, now - 1);
    const sim::Event& event = trace[now - 1];
    if (event.kind == sim::EventKind::key_set || event.kind == sim::EventKind::key_expired) {
      EXPECT_EQ(change->keys,
                std::vector{static_cast<std::uint16_t>(run->scene.lane_of(event.node))});
      keys = true;
    } else if (event.kind == sim::EventKind::sent) {
      EXPECT_EQ(change->asked, run->scene.lane_of(event.client));
      EXPECT_TRUE(change->keys.empty());
      lines = true;
    }
  }
  EXPECT_TRUE(keys && lines);
  EXPECT_FALSE(change_between(*run, 3, 0));
}

TEST(Glow, FadesOutAndStaysOut) {
  Model model = test::showing("F06_pause_past_ttl");
  Glow glow;
  glow.follow(model, 1);
  EXPECT_EQ(glow.strength(1), 0);
  update(model, Step{+1});
  glow.follow(model, 2);
  EXPECT_EQ(glow.strength(2), 1);
  glow.follow(model, 2.1);
  EXPECT_LT(glow.strength(2.1), 1);
  EXPECT_GT(glow.strength(2.1), 0);
  EXPECT_EQ(glow.strength(2 + Glow::longest_s), 0);
  update(model, SetMotion{false});
  update(model, Step{+1});
  glow.follow(model, 9);
  EXPECT_EQ(glow.strength(9), 0);
}

}  // namespace
}  // namespace locklab::app
