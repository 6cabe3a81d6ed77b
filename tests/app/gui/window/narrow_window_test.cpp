// What stands where in windows of all sizes: laid out as it would be drawn, without a screen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "sim/trace/sentence.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

Model with_run(const char* name, Language language = Language::english) {
  Model model;
  model.settings.language = language;
  model.settings.welcomed = true;
  work_on(model, update(model, intent::Open{name}));
  return model;
}

/// Sizes are known in the frame after.
void draw(UnseenWindow& window, const Model& model) {
  for (int i = 0; i < 4; ++i) window.draw(model);
}

bool is_there(const UnseenWindow& window, const std::string& name) {
  return std::any_of(window.named().begin(), window.named().end(),
                     [&](const NamedRectangle& widget) { return widget.name == name; });
}

/// What is cut off, and buttons that lie over each other.
std::string misplaced(const UnseenWindow& window) {
  std::string wrong;
  std::vector<NamedRectangle> buttons;
  for (const NamedRectangle& widget : window.named()) {
    if (widget.cut) wrong += widget.name + " is cut off\n";
    if (!widget.button) continue;  // one that is cut off is none: it is not in sight
    for (const NamedRectangle& other : buttons)
      if (widget.from.x < other.to.x - 1 && other.from.x < widget.to.x - 1 &&
          widget.from.y < other.to.y - 1 && other.from.y < widget.to.y - 1)
        wrong += widget.name + " lies over " + other.name + "\n";
    buttons.push_back(widget);
  }
  return wrong;
}

TEST(NarrowWindow, NoButtonIsCutOffOrLiesOverAnother) {
  for (const ImVec2 size : {ImVec2{400, 300}, {560, 320}, {683, 384}, {853, 480}, {1024, 576}})
    for (const Language language : {Language::english, Language::chinese}) {
      UnseenWindow window(size.x, size.y);
      Model model = with_run("F12", language);
      draw(window, model);
      EXPECT_EQ(misplaced(window), "") << size.x << " by " << size.y;
      EXPECT_TRUE(is_there(window, "play"));
      EXPECT_TRUE(is_there(window, "scenario"));
      EXPECT_TRUE(is_there(window, "top more") || size.x > 800) << size.x;
      model.presenting = true;
      draw(window, model);
      EXPECT_EQ(misplaced(window), "") << "presenting, " << size.x << " by " << size.y;
    }
}

TEST(NarrowWindow, SaysThatTheClusterHasNoRoom) {
  UnseenWindow window(1024, 370);
  const Model model = with_run("F12");
  draw(window, model);
  EXPECT_FALSE(is_there(window, "cluster"));
  EXPECT_TRUE(is_there(window, "no room"));
}

TEST(NarrowWindow, AWideOneHasNoMenuOfTheRestAndMissesNothing) {
  UnseenWindow window(1440, 900);
  draw(window, with_run("F06"));
  EXPECT_FALSE(is_there(window, "top more"));
  EXPECT_FALSE(is_there(window, "time more"));
  EXPECT_FALSE(is_there(window, "no room"));
  EXPECT_TRUE(is_there(window, "cluster"));
}

TEST(PresenterMode, HasNoBarsAndSaysTheBrokenPromiseInWords) {
  UnseenWindow window(853, 480);
  Model model = with_run("F06");
  model.presenting = true;
  draw(window, model);
  EXPECT_FALSE(is_there(window, "menu"));
  EXPECT_FALSE(is_there(window, "until"));
  EXPECT_FALSE(is_there(window, "broken promise"));
  EXPECT_TRUE(is_there(window, "source code"));
  update(model, intent::RunUntil{Until::violation});
  draw(window, model);
  EXPECT_TRUE(is_there(window, "broken promise"));
  EXPECT_TRUE(is_there(window, "present"));
}

TEST(Palette, IsOneRowThatNamesWhatFitsTheSelectionAndShowsTheRestAsIcons) {
  for (const Language language : {Language::english, Language::chinese})
    for (const std::uint16_t lane : {0, 2}) {
      UnseenWindow window(1280, 720);
      Model model = with_run("F06");
      model.settings.language = language;
      model.lane = lane;
      draw(window, model);
      EXPECT_EQ(misplaced(window), "");
      for (const char* tool : {"palette crash", "palette pause", "palette kill"})
        EXPECT_TRUE(is_there(window, tool)) << tool;
      EXPECT_EQ(is_there(window, "size pause"), lane == 0);
      EXPECT_EQ(is_there(window, "size kill"), lane == 2);
      EXPECT_TRUE(is_there(window, "cluster"));
    }
}

TEST(Palette, KeepsItsHeightHoweverManyFaultsAndBranchesThereAre) {
  UnseenWindow window(1280, 720);
  Model model = with_run("F06");
  const auto height = [&] {
    draw(window, model);
    for (const NamedRectangle& place : window.named())
      if (place.name == "panel breaking") return place.to.y - place.from.y;
    return 0.0f;
  };
  const float before = height();
  for (const std::uint16_t lane : {0, 1, 0, 1})
    work_on(model, update(model, intent::Break{Spot{SpotKind::lane, lane}, 1, {}, {}}));
  EXPECT_EQ(height(), before);
  EXPECT_TRUE(is_there(window, "cluster"));
  EXPECT_TRUE(is_there(window, "branch 4"));
  EXPECT_EQ(misplaced(window), "");
}

TEST(Welcome, CoversNothing) {
  UnseenWindow window(1280, 720);
  Model model = with_run("F06");
  model.settings.welcomed = false;
  draw(window, model);
  EXPECT_TRUE(is_there(window, "welcome close"));
  EXPECT_EQ(misplaced(window), "");
}

TEST(Branches, AreButtonsWithTheirNames) {
  UnseenWindow window(1280, 800);
  Model model = with_run("F06");
  for (const std::uint16_t lane : {0, 1, 0})
    work_on(model, update(model, intent::Break{Spot{SpotKind::lane, lane}, 0, {}, {}}));
  draw(window, model);
  EXPECT_TRUE(is_there(window, "branch 3"));
  EXPECT_EQ(misplaced(window), "");
}

TEST(NarrowWindow, TheStressScreenIsWholeFromSmallToVeryLarge) {
  for (const ImVec2 size : {ImVec2{560, 320}, {1024, 576}, {1280, 720}, {1440, 900}, {3840, 2160}})
    for (const Language language : {Language::english, Language::chinese}) {
      UnseenWindow window(size.x, size.y);
      Model model;
      model.settings.language = language;
      model.screen = Screen::stress;
      draw(window, model);
      EXPECT_EQ(misplaced(window), "") << size.x;
      EXPECT_TRUE(is_there(window, "load start"));
      EXPECT_TRUE(is_there(window, "load nothing"));
      for (int i = 1; i <= 3; ++i) {
        ShownLoad load;
        load.number = static_cast<std::uint64_t>(i);
        load.label = "setnx_expire_lua (fsync everysec)";
        load.clients = load.servers = 64;
        load.points.assign(60, LoadPoint{.locks = 100'000, .p50_us = 100, .p99_us = 1'000});
        load.marks = {{1, LoadFault::stop, {LoadTarget::Kind::server, 0}, 800'000}};
        load.shares.assign(64, 1'000);
        load.limit = 200'000;
        load.violations_so_far = 1'234'567;
        load.violations.resize(30);
        for (ShownViolation& one : load.violations) {
          one.kind = "overlap";
          one.traced = true;
        }
        model.stress.loads.push_back(load);
      }
      model.stress.mistakes["--clients"] = say("'{}' is not a valid whole number", "many");
      draw(window, model);
      EXPECT_EQ(misplaced(window), "") << size.x;
      model.stress.job = 1;  // the last of them runs
      model.stress.phase = LoadPhase::measuring;
      draw(window, model);
      EXPECT_EQ(misplaced(window), "") << size.x;
      EXPECT_TRUE(is_there(window, "load stop"));
      model.stress.violation = 0;  // and a button opens it
      for (const char* label : {"set_px_lua", "setnx_expire_lua (fsync everysec)"}) {
        model.stress.loads[model.stress.selected].label = label;
        draw(window, model);
        EXPECT_EQ(misplaced(window), "") << size.x << " " << label;
        EXPECT_TRUE(is_there(window, "violation open"));
      }
    }
}

}  // namespace
}  // namespace locklab::app
