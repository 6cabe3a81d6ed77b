// What the window shows and how it looks, changed with real keys and mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/lab_window.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::HasSubstr;
using testing::Not;

std::string kept_settings(const LabWindow& window) {
  std::ostringstream kept;
  kept << std::ifstream(window.folder() / "config/locklab/settings.json").rdbuf();
  return kept.str();
}

int width_of(LabWindow& window, const std::string& name) {
  const auto place = window.widget(name).value_or(LabWindow::Rectangle{});
  return place.x1 - place.x0;
}

TEST(LookWindow, APictureOfAWindowAtRestIsWholeThoughNothingIsNewInIt) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("source code");
  window.wait_until_says("@settled", "true");
  const auto bytes = [&] {
    std::ostringstream picture;
    picture << std::ifstream(window.picture(), std::ios::binary).rdbuf();
    return picture.str();
  };
  const std::string first = bytes();
  EXPECT_GT(first.size(), 50'000u);
  EXPECT_EQ(bytes(), first);
  EXPECT_EQ(window.close(), 0);
}

TEST(LookWindow, PanelsAreHiddenByMouseAndByKeyAndStayHidden) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("source code");
  window.click("view");
  window.click("view source");
  window.wait_until_says("source code", "");
  window.click("view palette");
  window.wait_until_says("palette crash", "");
  EXPECT_TRUE(window.widget("undo"));
  window.key("Escape");
  window.wait_until_says("view scale", "");
  for (const auto& [key, part] : {std::pair{"ctrl+8", "holding believes"},
                                  {"ctrl+7", "verdict mutual_exclusion"},
                                  {"ctrl+6", "undo"},
                                  {"ctrl+4", "cluster"},
                                  {"ctrl+3", "tell story"}}) {
    EXPECT_TRUE(window.widget(part)) << part;
    window.key(key);
    window.wait_until_says(part, "");
  }
  // The timeline has all the room now.
  window.wait_until_says("@settled", "true");
  EXPECT_GT(width_of(window, "timeline"), 1250);
  window.key("ctrl+2");
  window.wait_for("source code");
  EXPECT_EQ(window.close(), 0);
  EXPECT_THAT(kept_settings(window), HasSubstr("\"holding\""));
  EXPECT_THAT(kept_settings(window), Not(HasSubstr("\"source\"")));
}

TEST(LookWindow, HiddenPanelsAndTheOpenLessonAreThereAtTheNextStart) {
  LabWindow window({}, 1440, 900, {},
                   R"({"welcomed": true, "motion": false, "layout": {"hidden": ["verdicts"]},
                       "lessons": {"lesson": "13_pauses", "step": 1, "open": true}})");
  window.wait_for("lesson next");
  window.wait_until("@run", [](const std::string& run) { return run.starts_with("F06_"); });
  window.wait_for("verdict mutual_exclusion");  // the step points at it
  window.key("ctrl+1");
  window.wait_until_says("lesson next", "");
  window.wait_for("source code");
  window.wait_until_says("@settled", "true");
  EXPECT_FALSE(window.widget("verdict mutual_exclusion"));
}

TEST(LookWindow, ARingStandsAroundWhatTheStepPointsAtUntilTheNextStep) {
  LabWindow window({}, 1280, 720, {},
                   R"({"welcomed": true, "motion": false, "layout": {"hidden": ["source"]},
                       "lessons": {"lesson": "01_one_process", "step": 0, "open": true}})");
  // The step points at the source, which a lesson does not have otherwise.
  window.wait_for("pointing source");
  window.wait_for("pointing lane alice");
  window.wait_until_says("@settled", "true");
  const auto ring = window.widget("pointing source");
  const auto source = window.widget("source code");
  ASSERT_TRUE(ring && source);
  EXPECT_LE(ring->y0, source->y0);
  EXPECT_GE(ring->y1, source->y1);
  window.key("ctrl+1");
  window.wait_until_says("pointing lane alice", "");
  window.wait_until_says("source code", "");
}

TEST(LookWindow, TheCursorRunsUntilTheTimeThatIsTyped) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.fill("until time", "61 ms");
  window.wait_until_says("@at", "61000.0");
  window.key("End");
  window.wait_until_says("@events", "86");
  window.key("t");
  window.wait_until_says("@settled", "true");
  window.type("12.4ms");
  window.wait_until_says("@at", "12400.0");
  window.key("t");
  window.wait_until_says("@settled", "true");
  window.type("soon");
  window.wait_for("until time wrong");
  window.wait_until_says("@at", "12400.0");
}

TEST(LookWindow, TheSizeFollowsTheSliderWhenItIsLetGo) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_until_says("@settled", "true");
  const int before = width_of(window, "lane alice");
  window.click("view");
  window.wait_for("view scale");
  window.drag_in("view scale", 0.15, 0.45, 0.5);
  window.wait_until("@settled", [&](const std::string&) {
    return width_of(window, "lane alice") > before * 1.3;
  });
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
  EXPECT_THAT(kept_settings(window), Not(HasSubstr("\"scale_percent\": 100")));
}

TEST(LookWindow, ThemeLanguageAndMotionAreChosenInTheMenu) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_until_says("@settled", "true");
  window.click("view");
  window.click("view motion");
  window.click("view theme light");
  const std::string english = window.says("view lesson");
  window.click("view language zh");
  window.wait_until("view lesson", [&](const std::string& now) { return now != english; });
  window.key("Escape");
  window.wait_until_says("view scale", "");
  EXPECT_EQ(window.close(), 0);
  for (const char* kept : {"\"theme\": \"light\"", "\"language\": \"zh\"", "\"motion\": true"})
    EXPECT_THAT(kept_settings(window), HasSubstr(kept));
}

TEST(LookWindow, CtrlQQuitsFromADialogAndFromAField) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.key("ctrl+s");
  window.click("file name");
  window.key("ctrl+q");
  EXPECT_EQ(window.wait(), 0);
}

TEST(LookWindow, CtrlQInADialogStillAsksAboutUnsavedWork) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("palette crash");
  window.wait_until("@run", [](const std::string& run) { return run.find("crash") != run.npos; });
  window.click("live");
  window.wait_for("live run");
  window.key("ctrl+q");
  window.click("leave discard");
  EXPECT_EQ(window.wait(), 0);
}

TEST(LookWindow, StartsWithoutAnyFontsInTheSmallestWindow) {
  test::ScratchFolder nothing;
  std::ofstream(nothing / "fonts.conf") << "<fontconfig/>";
  LabWindow window({}, 400, 300, {"FONTCONFIG_FILE=" + std::string(nothing / "fonts.conf")});
  window.wait_for("timeline");
  window.wait_until("@run", [](const std::string& run) { return run.starts_with("F06_"); });
  window.wait_until("@warning", [](const std::string& said) {
    return said.find("fonts-noto") != std::string::npos;
  });
  window.key("v");
  window.wait_until_says("@events", "57");
  EXPECT_FALSE(window.picture().empty());
  EXPECT_EQ(window.close(), 0);
}

TEST(LookWindow, AClickOnAFlagSelectsItsPromiseAndSaysWhyOverTheTimeline) {
  LabWindow window({"--open", "F06"}, 1280, 720);
  window.wait_for("headline");
  EXPECT_FALSE(window.widget("clash mutual_exclusion"));
  const std::string broken = std::to_string(*test::opened("F06")->judged.verdicts[0].event);
  window.click("flag " + broken);
  window.wait_for("clash mutual_exclusion");
  window.wait_for("broken promise");
  window.wait_for("two inside");
  window.wait_for("struck paused 600 ms");
  EXPECT_EQ(window.close(), 0);
}

TEST(LookWindow, TheFirstStartSpeaksTheLanguageOfTheUserUntilAnotherIsChosen) {
  const auto language_after = [](const std::string& settings) {
    LabWindow window({}, 1280, 720, {"LC_ALL=zh_CN.UTF-8"}, settings);
    window.click("welcome close");
    window.wait_until_says("welcome close", "");
    EXPECT_EQ(window.close(), 0);
    return nlohmann::json::parse(kept_settings(window)).value("language", "");
  };
  EXPECT_EQ(language_after(""), "zh");
  EXPECT_EQ(language_after(R"({"language": "en", "motion": false})"), "en");
}

TEST(LookWindow, ALaneIsToldWhereTheMouseRestsAndNoMoreOnceAKeyIsPressed) {
  LabWindow window({"--open", "F06_pause_past_ttl"}, 1280, 720);
  window.wait_for("timeline");
  const auto lane = window.widget("lane alice");
  ASSERT_TRUE(lane);
  window.point_at((lane->x0 + lane->x1) / 2, (lane->y0 + lane->y1) / 2);
  window.wait_for("tooltip");
  window.key("Right");
  window.wait_until_says("tooltip", "");
  window.key("Right");
  window.wait_until_says("@events", "2");
  EXPECT_FALSE(window.widget("tooltip"));
  window.point_at((lane->x0 + lane->x1) / 2 + 20, (lane->y0 + lane->y1) / 2);
  window.wait_for("tooltip");
}

}  // namespace
}  // namespace locklab::app
