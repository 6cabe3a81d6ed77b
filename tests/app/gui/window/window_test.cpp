// The real window, with real keys and mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/words/verdict_name.h"
#include "app/words/words.h"
#include "sim/trace/property.h"
#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::IsAbove;
using test::LabWindow;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(WindowTest, OpensOnAnExampleThatIsSteppedPlayedAndSought) {
  LabWindow window;
  window.wait_for("timeline");
  EXPECT_THAT(window.says("@run"), StartsWith("F06_pause_past_ttl"));
  EXPECT_TRUE(window.widget("lane alice"));
  EXPECT_TRUE(window.widget("verdict mutual_exclusion"));
  // Steps by key and by button.
  window.wait_until_says("@events", "0");
  window.key("Right");
  window.wait_until_says("@events", "1");
  window.click("forward");
  window.wait_until_says("@events", "2");
  window.key("Left");
  window.wait_until_says("@events", "1");
  window.key("End");
  window.wait_until_says("@events", "86");
  window.click("start");
  window.wait_until_says("@events", "0");
  // To the start of the longest lock-out, the first attempt.
  window.key("End");
  window.click("lockout");
  window.wait_until_says("@events", "2");
  window.key("Home");
  // To the violation.
  window.click("verdict mutual_exclusion");
  window.wait_until_says("@events", "57");
  window.wait_for("why");
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.key("v");
  window.wait_until_says("@events", "57");
  window.key("End");
  window.wait_until_says("@events", "86");
  window.key("space");  // restarts from the beginning
  window.wait_until_says("@playing", "true");
  window.key("space");
  window.wait_until_says("@playing", "false");
  // Clicks on the timeline seek, and the wheel zooms.
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.key("f");
  window.click_in("timeline", 0.9, 0.02);
  window.wait_until("@events", IsAbove(57));
  window.wheel_in("timeline", 0.5, 0.5, 5);
  window.key("f");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, AScenarioAndAVariationAreChosenByMouseAndARunsNameIsCopiedAndPasted) {
  LabWindow window;
  window.key("ctrl+p");
  window.wait_for("command typed");
  window.type("next seed");
  window.wait_until("@run", HasSubstr("seed=2"));
  window.key("ctrl+c");
  window.click("scenario");
  window.click("scenario F01_crash_no_expiry");
  window.wait_until("@run", StartsWith("F01_crash_no_expiry#"));
  window.click("variation");
  window.click("variation saved");
  window.wait_until("@run", StartsWith("F01_crash_no_expiry/saved#"));
  window.key("ctrl+v");
  window.wait_until("@run", AllOf(StartsWith("F06_"), HasSubstr("seed=2")));
}

// Regression: a release while the frames after the press were still drawn left the menu without a
// position.
TEST(WindowTest, AMenuOpensHoweverLongThePressLastsAndSizeAndLanguageChange) {
  LabWindow window;
  for (int hundredths = 0; hundredths < 12; hundredths += 2) {
    window.press("scenario", hundredths / 100.0);
    window.click("scenario F01_crash_no_expiry");
    window.wait_until("@run", StartsWith("F01_"));
    window.press("scenario", (hundredths + 1) / 100.0);
    window.click("scenario F06_pause_past_ttl");
    window.wait_until("@run", StartsWith("F06_"));
  }
  const auto width = [&] { return window.place("lane alice").width(); };
  const int before = window.at_rest("lane alice").width();
  window.key("ctrl+plus");
  window.wait_until("@settled", [&](const std::string&) { return width() > before; });
  window.key("ctrl+minus");
  window.wait_until("@settled", [&](const std::string&) { return width() == before; });
  EXPECT_TRUE(window.widget("play"));
  window.key("l");
  window.key("l");
  window.click("language");
  window.wait_for("timeline");
  EXPECT_FALSE(window.picture().empty());
}

TEST(WindowTest, AllIsToldInTheChosenLanguageAndShownInEveryThemeAndInPresenterMode) {
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, 720);
  window.click("verdict mutual_exclusion");
  window.wait_for("remedy 0");
  window.wait_until_says("@settled", "true");
  const std::vector<std::string> told{"tell happened", "tell why", "remedy 0"};
  const auto places = [&] {
    std::vector<std::optional<LabWindow::Rectangle>> all;
    for (const std::string& name : told) all.push_back(window.widget(name));
    return all;
  };
  // Texts in the other language have other widths.
  const auto english = places();
  const auto all_differ = [&](const std::string&) {
    const auto now = places();
    for (std::size_t i = 0; i < told.size(); ++i)
      if (!english[i] || !now[i] || *now[i] == *english[i]) return false;
    return true;
  };
  window.click("language");
  window.wait_until("@settled", all_differ);
  EXPECT_FALSE(window.picture().empty());
  window.click("language");
  window.wait_until("@settled", [&](const std::string&) { return places() == english; });
  for (int language = 0; language < 2; ++language) {
    for (int theme = 0; theme < 3; ++theme) {
      window.click_in_bar("theme", "top more");
      EXPECT_FALSE(window.picture().empty()) << language << theme;
    }
    window.click_in_bar("language", "top more");
  }
  window.key("p");
  EXPECT_FALSE(window.picture().empty());
  window.key("question");
  window.wait_for("help close");
  EXPECT_FALSE(window.picture().empty());
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, ALessonIsBegunByEnterOrChosenReadAndItsQuestionAnswered) {
  LabWindow window;
  window.key("i");
  window.wait_for("lesson list go on");
  window.key("Return");
  window.wait_for("step 1 of lesson 1");
  window.click("lesson close");
  window.wait_until_says("lesson next", "");
  window.click("lessons");
  window.click("lesson 13");
  window.wait_for("lesson next");
  window.wait_until("@run", StartsWith("F06_"));
  window.wait_for("predict");
  EXPECT_FALSE(window.widget("headline title")) << "it would tell what the lesson asks";
  for (int i = 0; i < 20 && !window.widget("answer 1"); ++i) window.click("lesson next");
  window.click("answer 1");
  window.wait_for("lesson told");
  window.wait_for("headline title");
  window.click("lesson list");
  window.wait_for("lesson 16");
  window.key("Escape");
  window.wait_until_says("lesson 16", "");
  window.click("lesson close");
  window.wait_until_says("lesson next", "");
  window.key("i");
  window.click("lesson 2");
  window.wait_for("lesson next");
  window.wait_until("@run", StartsWith("F27_"));
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, ARunThatDoesNotExistIsSaidWhereTheUserLooks) {
  LabWindow window({"--open", "F99_nothing"});
  window.wait_for("problem");
  const std::string english = window.says("@problem");
  EXPECT_THAT(english, test::IsGolden());
  window.key("l");
  window.wait_until("@problem", testing::Ne(english));
  EXPECT_THAT(window.says("@problem"), test::IsGolden());
  window.click("problem close");
  window.wait_until_says("@problem", "");
  window.wait_until_says("problem close", "");
}

TEST(WindowTest, ASmallWindowIsNoCrash) {
  LabWindow window({}, 400, 300);
  window.key("question");
  window.wait_for("help close");
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, WithoutOpenGl32ItSaysSoAndDoesTheTour) {
  LabWindow window({}, 800, 600, {"MESA_GL_VERSION_OVERRIDE=2.1"});
  // The program ends with the exit status of the tour.
  EXPECT_EQ(window.wait(), 0);
}

TEST(Words, BothLanguagesHaveTheSameKeysAndNoEmptyText) {
  const auto& english = Words::in(Language::english).all();
  const auto& chinese = Words::in(Language::chinese).all();
  for (const auto& [key, text] : english) {
    EXPECT_TRUE(chinese.contains(key)) << key;
    EXPECT_FALSE(text.empty()) << key;
  }
  for (const auto& [key, text] : chinese) {
    EXPECT_TRUE(english.contains(key)) << key;
    EXPECT_FALSE(text.empty()) << key;
  }
}

TEST(Words, PropertiesAreCalledByTheirTextbookNames) {
  for (std::size_t i = 0; i < sim::property_count; ++i) {
    const auto property = static_cast<sim::Property>(i);
    EXPECT_EQ(told(property_name(property), Language::chinese), chinese_name(property));
  }
}

TEST(WindowTest, AFaultIsPlacedByMouseUndoneAndRedone) {
  LabWindow window({"--open", "F21_watchdog_saves"});
  window.click("lane alice");
  window.click_in("timeline", 0.15, 0.02);
  window.click("palette pause");
  window.wait_until("@run", HasSubstr("pause={client=\"alice\""));
  window.wait_for("branch 1");
  window.key("ctrl+z");
  window.wait_until("@run", Not(HasSubstr("pause=")));
  window.key("ctrl+y");
  window.wait_until("@run", HasSubstr("pause="));
}

TEST(WindowTest, ARunIsSetUpByHandUndoneSavedAndOpenedAgain) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.key("s");
  window.fill("setting ttl_ms", "140");
  window.wait_until("@run", HasSubstr("ttl_ms=140"));
  window.click("more clients");
  window.wait_until("@run", HasSubstr("carol"));
  window.wait_for("lane carol");
  window.key("ctrl+z");
  window.wait_until("@run", Not(HasSubstr("carol")));
  window.key("ctrl+s");
  window.fill("file name", window.folder() / "mine");
  window.wait_for("notice");
  EXPECT_TRUE(std::filesystem::exists(window.folder() / "mine.toml"));
  window.key("s");
  window.click("menu");
  window.click("menu open");
  window.fill("file name", window.folder() / "mine.toml");
  window.click("leave discard");  // the branch with carol
  window.wait_until("@run", HasSubstr("/mine.toml#"));
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, AClientIsLetFailOpenInTheSetUpForm) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.key("s");
  window.click("on_fail bob");
  window.wait_until("@run", HasSubstr("on_fail=\"go_on\""));
  window.key("ctrl+z");
  window.wait_until("@run", Not(HasSubstr("on_fail")));
}

TEST(WindowTest, WhatWasBrokenByHandIsNotLeftWithoutAQuestionNorFromADialog) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.click("palette crash");
  window.wait_until("@run", HasSubstr("crash"));
  window.key("ctrl+q");
  window.wait_for("leave save");
  window.key("Escape");
  window.wait_until_says("leave save", "");
  window.click("live");
  window.wait_for("live run");
  window.key("ctrl+q");
  window.click("leave discard");
  EXPECT_EQ(window.wait(), 0);
}

TEST(WindowTest, TheFirstHintsAreReadOnceAndSettingsAreKept) {
  LabWindow window({}, 1440, 900, {}, "");
  window.click("welcome close");
  window.wait_for("source code");
  window.click("theme");
  window.wait_until_says("@settled", "true");
  const auto side = window.widget("splitter side");
  ASSERT_TRUE(side);
  window.drag_in("splitter side", 0.5, -12, 0.5);
  window.wait_until("splitter side", [&](const std::string& place) {
    return std::atoi(place.c_str()) < side->x0 - 20;
  });
  EXPECT_EQ(window.close(), 0);
  EXPECT_THAT(window.settings(),
              AllOf(HasSubstr("\"welcomed\": true"), HasSubstr("\"theme\": \"light\""),
                    Not(HasSubstr("\"side\": 0.33"))));
}

TEST(WindowTest, ABrokenSettingsFileIsSetAsideAndSaid) {
  LabWindow window({}, 1440, 900, {}, "{ broken");
  window.wait_until("@run", StartsWith("F06_"));
  window.wait_until("@warning", HasSubstr("settings.json.broken"));
  EXPECT_TRUE(std::filesystem::exists(window.folder() / "config/locklab/settings.json.broken"));
  window.click("warning close");
  window.wait_until_says("warning close", "");
}

}  // namespace
}  // namespace locklab::app
