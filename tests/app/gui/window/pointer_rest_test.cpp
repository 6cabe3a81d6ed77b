#include "app/gui/window/widgets/pointer_rest.h"

#include <gtest/gtest.h>

#include "app/gui/update/update.h"
#include "app/gui/window/view.h"

namespace locklab::app {
namespace {

constexpr int key_down = 1;

TEST(PointerRest, APointerThatNobodyMovedLooksAtNothing) {
  PointerRest pointer;
  EXPECT_FALSE(pointer.looks());
  EXPECT_FALSE(pointer.rests(100));
}

TEST(PointerRest, RestsOnceItHasStoodStillAfterAMovement) {
  PointerRest pointer;
  pointer.came(input::Moved{100, 100}, 1);
  EXPECT_TRUE(pointer.looks());
  EXPECT_FALSE(pointer.rests(1.1));
  EXPECT_NEAR(pointer.due(1.1), PointerRest::rest_s - 0.1, 1e-9);
  EXPECT_TRUE(pointer.rests(1 + PointerRest::rest_s));
  EXPECT_EQ(pointer.due(1 + PointerRest::rest_s), 0);
  pointer.came(input::Moved{101, 100}, 2);
  EXPECT_FALSE(pointer.rests(2.1));
}

TEST(PointerRest, AKeySaysThatTheScreenIsReadAndAShakingHandIsNoMovement) {
  PointerRest pointer;
  pointer.came(input::Moved{100, 100}, 1);
  pointer.came(input::Key{65, 0, key_down, 0}, 2);
  EXPECT_FALSE(pointer.looks());
  EXPECT_EQ(pointer.due(2), 0);
  pointer.came(input::Moved{101, 101}, 3);
  EXPECT_FALSE(pointer.looks());
  pointer.came(input::Moved{110, 100}, 4);
  EXPECT_TRUE(pointer.looks());
}

TEST(PointerRest, NothingIsToldBeforeAClassOrBehindADialog) {
  Model model;
  const Theme& theme = Theme::of(ThemeName::dark);
  const Fonts fonts{};
  const std::vector<sim::ScenarioEntry> scenarios{};
  std::vector<Intent> wants;
  std::vector<NamedRectangle> named;
  View view{model, theme, Words::in(Language::english), fonts, 1, scenarios, wants, named};
  EXPECT_TRUE(view.shows_tips());
  view.looks = false;
  EXPECT_FALSE(view.shows_tips());
  view.looks = view.covered = true;
  EXPECT_FALSE(view.shows_tips());
  view.covered = false;
  model.presenting = true;
  EXPECT_FALSE(view.shows_tips());
}

}  // namespace
}  // namespace locklab::app
