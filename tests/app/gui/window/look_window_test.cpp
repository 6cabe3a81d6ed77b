// Panels, themes and sizes of the window, changed with real keys and mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/lab_window.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(LookWindow, APictureOfAWindowAtRestIsWholeAndTheSizeFollowsTheSliderThatIsLetGo) {
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
  EXPECT_EQ(bytes(), first) << "nothing is new in it";
  const int before = window.place("lane alice").width();
  window.click("view");
  // The size changes when the slider is released.
  window.drag_in("view scale", 0.15, 0.45, 0.5);
  window.wait_until("@settled", [&](const std::string&) {
    return window.place("lane alice").width() > before * 1.3;
  });
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
  EXPECT_THAT(window.settings(), Not(HasSubstr("\"scale_percent\": 100")));
}

TEST(LookWindow, ThemeLanguageAndMotionAreChosenInTheMenu) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_until_says("@settled", "true");
  window.click("view");
  window.click("view motion");
  window.click("view theme light");
  const std::string english = window.says("view lesson");
  window.click("view language zh");
  window.wait_until("view lesson", testing::Ne(english));
  window.key("Escape");
  window.wait_until_says("view scale", "");
  EXPECT_EQ(window.close(), 0);
  EXPECT_THAT(window.settings(),
              AllOf(HasSubstr("\"theme\": \"light\""), HasSubstr("\"language\": \"zh\""),
                    HasSubstr("\"motion\": true")));
}

TEST(LookWindow, PanelsAreHiddenByMouseAndByKeyAndStayHiddenAndCtrlQQuitsFromAField) {
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
  // The timeline fills the window.
  window.wait_until_says("@settled", "true");
  EXPECT_GT(window.place("timeline").width(), 1250);
  window.key("ctrl+2");
  window.wait_for("source code");
  window.key("ctrl+s");
  window.click("file name");
  window.key("ctrl+q");
  EXPECT_EQ(window.wait(), 0);
  EXPECT_THAT(window.settings(), AllOf(HasSubstr("\"holding\""), Not(HasSubstr("\"source\""))));
}

TEST(LookWindow, HiddenPanelsAndTheOpenLessonAreThereAtTheNextStart) {
  LabWindow window({}, 1440, 900, {},
                   R"({"welcomed": true, "motion": false, "layout": {"hidden": ["verdicts"]},
                       "lessons": {"lesson": "13_pauses", "step": 1, "open": true}})");
  window.wait_for("lesson next");
  window.wait_until("@run", testing::StartsWith("F06_"));
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
  // The step points at the source, which is otherwise hidden.
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

TEST(LookWindow, StartsWithoutAnyFontsInTheSmallestWindow) {
  test::ScratchFolder nothing;
  std::ofstream(nothing / "fonts.conf") << "<fontconfig/>";
  LabWindow window({}, 400, 300, {"FONTCONFIG_FILE=" + std::string(nothing / "fonts.conf")});
  window.wait_for("timeline");
  window.wait_until("@run", testing::StartsWith("F06_"));
  window.wait_until("@warning", HasSubstr("fonts-noto"));
  window.key("v");
  window.wait_until_says("@events", "57");
  EXPECT_FALSE(window.picture().empty());
  EXPECT_EQ(window.close(), 0);
}

TEST(LookWindow, AClickOnAFlagSaysWhyOverTheTimelineAndALaneIsToldWhereTheMouseRests) {
  LabWindow window({"--open", "F06"}, 1280, 720);
  window.wait_for("headline");
  EXPECT_FALSE(window.widget("clash mutual_exclusion"));
  const std::string broken = std::to_string(*test::opened("F06")->judged.verdicts[0].event);
  window.click("flag " + broken);
  window.wait_for("clash mutual_exclusion");
  window.wait_for("broken promise");
  window.wait_for("two inside");
  window.wait_for("struck paused 600 ms");
  window.point_at("lane alice");
  window.wait_for("tooltip");
  window.key("Home");  // a key hides the tooltip
  window.wait_until_says("tooltip", "");
  window.key("Right");
  window.key("Right");
  window.wait_until_says("@events", "2");
  EXPECT_FALSE(window.widget("tooltip"));
  window.point_at("lane alice", 20);
  window.wait_for("tooltip");
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.wait_until_says("tooltip", "");  // the tooltip covers no dialog
  window.key("Escape");
  window.wait_until_says("command typed", "");
  EXPECT_EQ(window.close(), 0);
}

TEST(LookWindow, TheFirstStartSpeaksTheLanguageOfTheUserUntilAnotherIsChosen) {
  const auto language_after = [](const std::string& settings) {
    LabWindow window({}, 1280, 720, {"LC_ALL=zh_CN.UTF-8"}, settings);
    window.click("welcome close");
    window.wait_until_says("welcome close", "");
    EXPECT_EQ(window.close(), 0);
    return nlohmann::json::parse(window.settings()).value("language", "");
  };
  EXPECT_EQ(language_after(""), "zh");
  EXPECT_EQ(language_after(R"({"language": "en", "motion": false})"), "en");
}

}  // namespace
}  // namespace locklab::app
