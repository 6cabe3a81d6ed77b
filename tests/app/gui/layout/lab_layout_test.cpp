#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/layout/bar_layout.h"
#include "app/gui/layout/lab_layout.h"
#include "app/gui/update/look.h"

namespace locklab::app {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

/// A window of this size, in units, in which every part is wanted.
LabNeeds wants_all(float width, float height) {
  LabNeeds needs;
  needs.width = width;
  needs.height = height;
  needs.gap = 8;
  needs.timeline = 210;
  needs.palette = 84;
  needs.verdicts = 32;
  needs.said = 20;
  needs.source = needs.inspector = needs.tools = needs.history = true;
  needs.panes = Panes::both;
  return needs;
}

TEST(LabLayout, AWindowWithRoomHasEveryPanel) {
  const LabPlaces places = lab_places(wants_all(1256, 700), {});
  EXPECT_THAT(places.no_room, IsEmpty());
  EXPECT_GT(places.side, 0);
  EXPECT_GT(places.breaking, 0);
  EXPECT_GE(places.cluster, 120);
  EXPECT_EQ(places.panes, Panes::both);
}

TEST(LabLayout, AClusterWithoutRoomIsNamedAndTheTimelineHasTheMiddle) {
  const LabPlaces places = lab_places(wants_all(1256, 380), {});
  EXPECT_THAT(places.no_room, Contains(Panel::cluster));
  EXPECT_EQ(places.panes, Panes::timeline);
  EXPECT_EQ(places.cluster, 0);
}

TEST(LabLayout, AClusterIsLowerWhereThenTheWholeTimelineIsInSight) {
  LabNeeds needs = wants_all(1000, 580);
  needs.timeline = 336;
  const LabPlaces places = lab_places(needs, {});
  EXPECT_THAT(places.no_room, IsEmpty());
  EXPECT_GE(places.body - places.breaking - places.cluster - 2 * needs.gap, needs.timeline);
  EXPECT_GE(places.cluster, 96);
  EXPECT_LT(places.cluster, 120);
}

TEST(LabLayout, ALowWindowHasALowClusterAndALowTimelineThatScrolls) {
  // 1280x720 pixels in the projector theme, whose letters are a quarter larger.
  LabNeeds needs = wants_all(1000, 450);
  needs.timeline = 244;
  const LabPlaces places = lab_places(needs, {});
  EXPECT_THAT(places.no_room, IsEmpty());
  EXPECT_EQ(places.panes, Panes::both);
  EXPECT_GE(places.cluster, 64);
  EXPECT_GE(places.body - places.breaking - places.cluster - 2 * needs.gap, 244)
      << "all lanes come before a higher cluster";
}

TEST(LabLayout, LanesComeBeforeTheOverviewAndTheRowOfBranches) {
  LabNeeds needs = wants_all(1000, 500);
  needs.timeline = 400;
  needs.low_timeline = 330;
  needs.overview = 16;
  needs.palette = 80;
  needs.tools_only = 40;
  needs.cluster = 90;
  const LabPlaces places = lab_places(needs, {});
  EXPECT_EQ(places.breaking, 40);
  EXPECT_GE(places.cluster, 64);
  EXPECT_GE(places.body - places.breaking - places.cluster - 2 * needs.gap, 330 - 16);
  needs.branched = true;
  EXPECT_EQ(lab_places(needs, {}).breaking, 80) << "who has branches wants to choose among them";
}

TEST(LabLayout, WhereTwoRowsHaveNoRoomTheToolsHaveOne) {
  LabNeeds needs = wants_all(1000, 320);
  needs.tools_only = 32;
  const LabPlaces places = lab_places(needs, {});
  EXPECT_EQ(places.breaking, 32);
  EXPECT_THAT(places.no_room, Not(Contains(Panel::palette)));
  needs.tools_only = 0;
  EXPECT_THAT(lab_places(needs, {}).no_room, Contains(Panel::palette));
}

TEST(LabLayout, AClusterThatIsShownIfThereIsRoomIsNotMissed) {
  LabNeeds needs = wants_all(1000, 700);
  needs.tools = needs.history = false;
  needs.cluster_if_whole = true;
  EXPECT_GT(lab_places(needs, {}).cluster, 0);
  needs.height = 300;
  EXPECT_EQ(lab_places(needs, {}).cluster, 0);
  EXPECT_THAT(lab_places(needs, {}).no_room, IsEmpty());
}

TEST(LabLayout, WhatNobodyWantedIsNotMissed) {
  LabNeeds needs = wants_all(380, 200);
  EXPECT_THAT(lab_places(needs, {}).no_room, IsSupersetOf({Panel::source, Panel::palette}));
  needs.source = needs.inspector = needs.tools = needs.history = false;
  needs.panes = Panes::timeline;
  EXPECT_THAT(lab_places(needs, {}).no_room, IsEmpty());
}

TEST(LabLayout, AtOneAndAHalfTheSizeSourceAndPaletteStillHaveRoom) {
  EXPECT_THAT(lab_places(wants_all(829, 400), {}).no_room,
              Not(Contains(AnyOf(Panel::source, Panel::palette))));
}

// Regression: before a class the text had 365 of 1280 pixels, and half of it was below the edge,
// next to a source panel that was half empty.
TEST(LabLayout, BeforeAClassTheTextOfALessonIsWideBesideASource) {
  LabNeeds needs = wants_all(843, 400);  // 1280x720 pixels in the projector theme, presenting
  needs.inspector = needs.tools = needs.history = false;
  needs.reading = needs.lesson = true;
  const float alone = lab_places(needs, {}).reading;
  needs.presenting = true;
  const LabPlaces places = lab_places(needs, {});
  EXPECT_GT(places.reading, 0.38f * needs.width);
  EXPECT_GT(places.reading, alone);
  EXPECT_GE(places.middle, 320);
  EXPECT_GE(places.side, 180);
  EXPECT_THAT(places.no_room, IsEmpty());
}

TEST(LabLayout, NothingIsLargerThanTheWindow) {
  for (const float width : {380.0f, 600.0f, 900.0f, 1400.0f})
    for (const float height : {180.0f, 300.0f, 500.0f, 900.0f}) {
      LabNeeds needs = wants_all(width, height);
      needs.reading = true;
      const LabPlaces places = lab_places(needs, {});
      EXPECT_LE(places.reading + places.middle + places.side, width);
      EXPECT_GT(places.middle, 100) << width;
      EXPECT_LE(places.body + places.verdicts, std::max(height, 120.0f));
      EXPECT_LT(places.breaking + places.cluster, places.body);
    }
}

TEST(BarLayout, WhatIsLeastWantedGoesIntoTheMenuFirst) {
  const std::vector<BarItem> items{{100, 100, 9, 0}, {100, 100, 1, 8}, {100, 200, 5, 8}};
  const BarFit all = fit_bar(items, 416, 30);
  EXPECT_FALSE(all.menu);
  EXPECT_FLOAT_EQ(all.widths[2], 200);
  const BarFit some = fit_bar(items, 300, 30);
  EXPECT_TRUE(some.menu);
  EXPECT_EQ(some.widths[1], 0);
  EXPECT_GT(some.widths[2], 0);
  const BarFit one = fit_bar(items, 150, 30);
  EXPECT_GT(one.widths[0], 0);
  EXPECT_EQ(one.widths[2], 0);
}

TEST(DrawnScale, NeverLeavesOnlyFragmentsInTheWindow) {
  Model model;
  model.settings.scale_percent = 250;
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1280, 750), 2.5f);
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 400, 300), 1);
  model.settings.theme = ThemeName::projector;
  EXPECT_LE(drawn_scale(model, 1, 1280, 720), 720.0f / 300);
  EXPECT_GT(wanted_scale(model, 1, 1280, 720), drawn_scale(model, 1, 1280, 720));
}

TEST(DrawnScale, IsLargerByItselfInALargeWindow) {
  Model model;
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1280, 720), 1);
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1440, 900), 1);
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1920, 1080), 1.25f);
  EXPECT_GE(drawn_scale(model, 1, 1920, 1010), 1.25f) << "maximised, between two bars";
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 3840, 2160), 2.5f);
  EXPECT_FLOAT_EQ(drawn_scale(model, 3, 3840, 2160), 3) << "the screen asks for more";
  model.settings.scale_percent = 80;
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1920, 1080), 1);
}

TEST(DrawnScale, IsAThirdLargerBeforeAClass) {
  Model model;
  model.presenting = true;
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1280, 720), 1.35f);
  model.screen = Screen::matrix;
  EXPECT_FLOAT_EQ(drawn_scale(model, 1, 1280, 720), 1);
}

}  // namespace
}  // namespace locklab::app
