// The layout of the window at all sizes, laid out without a display.
#include <gtest/gtest.h>

#include "app/gui/update/update.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::both_languages;
using test::ClassRoomScreen;
using test::opened_story;
using test::strike;

TEST(NarrowWindow, NoButtonIsCutOffOrLiesOverAnother) {
  for (const ImVec2 size : {ImVec2{400, 300}, {560, 320}, {683, 384}, {853, 480}, {1024, 576}})
    for (const Language language : both_languages) {
      ClassRoomScreen window(size);
      Model model = opened_story("F12", ThemeName::dark, language);
      window.show(model);
      EXPECT_EQ(window.misplaced(), "") << size.x << " by " << size.y;
      EXPECT_TRUE(window.has("play"));
      EXPECT_TRUE(window.has("scenario"));
      EXPECT_TRUE(window.has("top more") || size.x > 800) << size.x;
      model.presenting = true;
      window.show(model);
      EXPECT_EQ(window.misplaced(), "") << "presenting, " << size.x << " by " << size.y;
    }
}

TEST(NarrowWindow, SaysThatTheClusterHasNoRoom) {
  ClassRoomScreen window({1024, 370});
  const Model model = opened_story("F12");
  window.show(model);
  EXPECT_FALSE(window.has("cluster"));
  EXPECT_TRUE(window.has("no room"));
}

TEST(NarrowWindow, AWideOneHasNoMenuOfTheRestAndMissesNothing) {
  ClassRoomScreen window({1440, 900});
  window.show(opened_story("F06"));
  for (const char* none : {"top more", "time more", "no room"})
    EXPECT_FALSE(window.has(none)) << none;
  EXPECT_TRUE(window.has("cluster"));
}

TEST(PresenterMode, HasNoBarsAndSaysTheBrokenPromiseInWords) {
  ClassRoomScreen window({853, 480});
  Model model = opened_story("F06");
  model.presenting = true;
  window.show(model);
  for (const char* none : {"menu", "until", "broken promise"})
    EXPECT_FALSE(window.has(none)) << none;
  EXPECT_TRUE(window.has("source code"));
  update(model, intent::RunUntil{Until::violation});
  window.show(model);
  EXPECT_TRUE(window.has("broken promise"));
  EXPECT_TRUE(window.has("present"));
}

TEST(Palette, IsOneRowThatNamesWhatFitsTheSelectionAndShowsTheRestAsIcons) {
  for (const Language language : both_languages)
    for (const std::uint16_t lane : {0, 2}) {
      ClassRoomScreen window;
      Model model = opened_story("F06", ThemeName::dark, language);
      model.lane = lane;
      window.show(model);
      EXPECT_EQ(window.misplaced(), "");
      for (const char* tool : {"palette crash", "palette pause", "palette kill"})
        EXPECT_TRUE(window.has(tool)) << tool;
      EXPECT_EQ(window.has("size pause"), lane == 0);
      EXPECT_EQ(window.has("size kill"), lane == 2);
      EXPECT_TRUE(window.has("cluster"));
    }
}

TEST(Palette, KeepsItsHeightHoweverManyFaultsAndBranchesThereAre) {
  ClassRoomScreen window;
  Model model = opened_story("F06");
  const auto height = [&] {
    window.show(model);
    return window.height("panel breaking");
  };
  const float before = height();
  for (const std::uint16_t lane : {0, 1, 0, 1}) strike(model, lane, 1);
  EXPECT_EQ(height(), before);
  EXPECT_TRUE(window.has("cluster"));
  EXPECT_TRUE(window.has("branch 4"));
  EXPECT_EQ(window.misplaced(), "");
}

TEST(Welcome, CoversNothing) {
  ClassRoomScreen window;
  Model model = opened_story("F06");
  model.settings.welcomed = false;
  window.show(model);
  EXPECT_TRUE(window.has("welcome close"));
  EXPECT_EQ(window.misplaced(), "");
}

TEST(Branches, AreButtonsWithTheirNames) {
  ClassRoomScreen window({1280, 800});
  Model model = opened_story("F06");
  for (const std::uint16_t lane : {0, 1, 0}) strike(model, lane);
  window.show(model);
  EXPECT_TRUE(window.has("branch 3"));
  EXPECT_EQ(window.misplaced(), "");
}

TEST(NarrowWindow, TheStressScreenIsWholeFromSmallToVeryLarge) {
  for (const ImVec2 size : {ImVec2{560, 320}, {1024, 576}, {1280, 720}, {1440, 900}, {3840, 2160}})
    for (const Language language : both_languages) {
      ClassRoomScreen window(size);
      Model model = test::set_for(ThemeName::dark, language);
      model.screen = Screen::stress;
      window.show(model);
      EXPECT_EQ(window.misplaced(), "") << size.x;
      EXPECT_TRUE(window.has("load start"));
      EXPECT_TRUE(window.has("load nothing"));
      for (int i = 1; i <= 3; ++i) {
        ShownLoad load;
        load.number = static_cast<std::uint64_t>(i);
        load.work.strategy = find_strategy("setnx_expire_lua");
        load.work.fsync = Fsync::everysec;
        load.work.clients = 64;
        load.work.servers = 64;
        load.work.strikes = {std::get<Strike>(parse_strike("at 1s stop n1 800ms"))};
        load.seconds.assign(60, StressSecond{.locks = 100'000, .p50_us = 100, .p99_us = 1'000});
        load.shares.assign(64, 1'000);
        load.limit = 200'000;
        load.violations_so_far = 1'234'567;
        StressResult result{.work = load.work};
        result.violations.resize(30, {.window = std::make_shared<const sim::Trace>()});
        if (i < 3) load.result = std::make_shared<const StressResult>(std::move(result));
        model.stress.loads.push_back(load);
      }
      model.stress.mistakes["--clients"] = say("'{}' is not a valid whole number", "many");
      window.show(model);
      EXPECT_EQ(window.misplaced(), "") << size.x;
      model.stress.job = 1;  // one load is running
      model.stress.phase = StressPhase::measuring;
      window.show(model);
      EXPECT_EQ(window.misplaced(), "") << size.x;
      EXPECT_TRUE(window.has("load stop"));
      model.stress.violation = 0;  // the button of a violation opens it
      for (const char* lock : {"set_px_lua", "setnx_expire_lua"}) {
        model.stress.loads[model.stress.selected].work.strategy = find_strategy(lock);
        window.show(model);
        EXPECT_EQ(window.misplaced(), "") << size.x << " " << lock;
        EXPECT_TRUE(window.has("violation open"));
      }
    }
}

}  // namespace
}  // namespace locklab::app
