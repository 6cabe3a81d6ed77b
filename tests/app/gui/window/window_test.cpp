// The real window, with real keys and mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <cstdlib>
#include <fstream>

#include "app/words/verdict_name.h"
#include "app/words/words.h"
#include "sim/trace/property.h"
#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::StartsWith;

TEST(WindowTest, OpensOnARunningExample) {
  LabWindow window;
  window.wait_for("timeline");
  EXPECT_THAT(window.says("@run"), StartsWith("F06_pause_past_ttl"));
  EXPECT_TRUE(window.widget("lane alice"));
  EXPECT_TRUE(window.widget("verdict mutual_exclusion"));
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, StepsByKeyAndByButton) {
  LabWindow window;
  window.wait_for("timeline");
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
}

TEST(WindowTest, AClickOnAVerdictGoesToWhatBrokeIt) {
  LabWindow window;
  window.wait_for("timeline");
  window.click("verdict mutual_exclusion");
  window.wait_until_says("@events", "57");
  window.wait_for("why");
}

TEST(WindowTest, VRunsUntilThePromiseBreaks) {
  LabWindow window;
  window.wait_for("timeline");
  window.key("v");
  window.wait_until_says("@events", "57");
}

TEST(WindowTest, AScenarioAndAVariationAreChosenByMouse) {
  LabWindow window;
  window.wait_for("timeline");
  window.click("scenario");
  window.click("scenario F01_crash_no_expiry");
  window.wait_until("@run",
                    [](const std::string& run) { return run.starts_with("F01_crash_no_expiry#"); });
  window.click("variation");
  window.click("variation saved");
  window.wait_until(
      "@run", [](const std::string& run) { return run.starts_with("F01_crash_no_expiry/saved#"); });
}

// A release that came while the frames after the press were still drawn left the menu without a
// place.
TEST(WindowTest, AMenuFindsItsPlaceHoweverLongThePressLasts) {
  LabWindow window;
  window.wait_until_says("@settled", "true");
  for (int hundredths = 0; hundredths < 12; hundredths += 2) {
    window.press("scenario", hundredths / 100.0);
    window.click("scenario F01_crash_no_expiry");
    window.wait_until("@run", [](const std::string& run) { return run.starts_with("F01_"); });
    window.press("scenario", (hundredths + 1) / 100.0);
    window.click("scenario F06_pause_past_ttl");
    window.wait_until("@run", [](const std::string& run) { return run.starts_with("F06_"); });
  }
}

TEST(WindowTest, TheLanguageChangesWhileItRuns) {
  LabWindow window;
  window.wait_for("timeline");
  const auto before = window.widget("play");
  window.key("l");
  window.key("l");
  window.click("language");
  window.wait_for("timeline");
  EXPECT_TRUE(before);
  EXPECT_FALSE(window.picture().empty());
}

TEST(WindowTest, EventsVerdictsAndStoriesAreToldInTheChosenLanguage) {
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, 720);
  window.wait_for("timeline");
  window.click("verdict mutual_exclusion");
  window.wait_for("remedy 0");
  window.wait_until_says("@settled", "true");
  const std::vector<std::string> told{"tell happened", "tell why", "remedy 0"};
  const auto places = [&] {
    std::vector<std::optional<LabWindow::Rectangle>> all;
    for (const std::string& name : told) all.push_back(window.widget(name));
    return all;
  };
  // Other words take other room.
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
}

TEST(WindowTest, EveryThemeIsShownInBothLanguagesAndInPresenterMode) {
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, 720);
  window.wait_for("timeline");
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

TEST(WindowTest, ClicksOnTheTimelineSeekAndTheWheelZooms) {
  LabWindow window;
  window.wait_for("timeline");
  window.click_in("timeline", 0.9, 0.02);
  window.wait_until("@events",
                    [](const std::string& events) { return std::atoi(events.c_str()) > 57; });
  window.wheel_in("timeline", 0.5, 0.5, 5);
  window.key("f");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, AFaultIsPlacedByMouseUndoneAndRedone) {
  LabWindow window({"--open", "F21_watchdog_saves"});
  window.wait_for("timeline");
  window.click("lane alice");
  window.click_in("timeline", 0.15, 0.02);
  window.click("palette pause");
  window.wait_until("@run", [](const std::string& run) {
    return run.find("pause={client=\"alice\"") != std::string::npos;
  });
  window.wait_for("branch 1");
  window.key("ctrl+z");
  window.wait_until("@run",
                    [](const std::string& run) { return run.find("pause=") == std::string::npos; });
  window.key("ctrl+y");
  window.wait_until("@run",
                    [](const std::string& run) { return run.find("pause=") != std::string::npos; });
}

TEST(WindowTest, ALessonIsReadAndItsQuestionAnswered) {
  LabWindow window;
  window.wait_for("timeline");
  window.click("lessons");
  window.click("lesson 13");
  window.wait_for("lesson next");
  window.wait_until("@run", [](const std::string& run) { return run.starts_with("F06_"); });
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
  window.wait_until("@run", [](const std::string& run) { return run.starts_with("F27_"); });
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, TheScaleChangesByKey) {
  LabWindow window;
  window.wait_for("timeline");
  const auto width = [&] {
    const auto help = window.widget("lane alice").value_or(LabWindow::Rectangle{});
    return help.x1 - help.x0;
  };
  const int before = width();
  window.key("ctrl+plus");
  window.wait_until("@settled", [&](const std::string&) { return width() > before; });
  window.key("ctrl+minus");
  window.wait_until("@settled", [&](const std::string&) { return width() == before; });
}

TEST(WindowTest, PlaysAndStopsAtTheEnd) {
  LabWindow window;
  window.wait_for("timeline");
  window.key("End");
  window.wait_until_says("@events", "86");
  window.key("space");  // from the start again
  window.wait_until_says("@playing", "true");
  window.key("space");
  window.wait_until_says("@playing", "false");
}

TEST(WindowTest, ARunThatDoesNotExistIsSaidWhereTheUserLooks) {
  LabWindow window({"--open", "F99_nothing"});
  window.wait_for("problem");
  EXPECT_THAT(window.says("@problem"), test::IsGolden());
  window.key("l");
  window.wait_until("@problem", [](const std::string& said) {
    return said.find("没有情节“F99_nothing”") != std::string::npos;
  });
  window.click("problem close");
  window.wait_until_says("@problem", "");
  window.wait_until_says("problem close", "");
}

TEST(WindowTest, ASmallWindowIsNoCrash) {
  LabWindow window({}, 400, 300);
  window.wait_for("timeline");
  window.key("question");
  window.wait_for("help close");
  window.key("Escape");
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, WithoutOpenGl32ItSaysSoAndDoesTheTour) {
  LabWindow window({}, 800, 600, {"MESA_GL_VERSION_OVERRIDE=2.1"});
  // It ends by itself, with the tour's status.
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

bool says_in_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(WindowTest, ARunIsSetUpByHandUndoneSavedAndOpenedAgain) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.key("s");
  window.fill("setting ttl_ms", "140");
  window.wait_until("@run", [](const std::string& run) { return says_in_part(run, "ttl_ms=140"); });
  window.click("more clients");
  window.wait_until("@run", [](const std::string& run) { return says_in_part(run, "carol"); });
  window.wait_for("lane carol");
  window.key("ctrl+z");
  window.wait_until("@run", [](const std::string& run) { return !says_in_part(run, "carol"); });
  window.key("ctrl+s");
  window.fill("file name", (window.folder() / "mine"));
  window.wait_for("notice");
  EXPECT_TRUE(std::filesystem::exists(window.folder() / "mine.toml"));
  window.key("s");
  window.click("menu");
  window.click("menu open");
  window.fill("file name", (window.folder() / "mine.toml"));
  window.wait_until("@run",
                    [](const std::string& run) { return says_in_part(run, "/mine.toml#"); });
  EXPECT_EQ(window.close(), 0);
}

TEST(WindowTest, WhatWasBrokenByHandIsNotLeftWithoutAQuestion) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("palette crash");
  window.wait_until("@run", [](const std::string& run) { return says_in_part(run, "crash"); });
  window.key("ctrl+q");
  window.wait_for("leave save");
  window.key("Escape");
  window.wait_until_says("leave save", "");
  window.key("ctrl+q");
  window.click("leave discard");
  EXPECT_EQ(window.wait(), 0);
}

TEST(WindowTest, ARunsNameIsCopiedAndPasted) {
  LabWindow window({"--open", "F06_pause_past_ttl"});
  window.wait_for("timeline");
  window.click("seed");
  window.wait_until("@run", [](const std::string& run) { return says_in_part(run, "seed=2"); });
  window.key("ctrl+c");
  window.click("scenario");
  window.click("scenario F01_crash_no_expiry");
  window.wait_until("@run", [](const std::string& run) { return says_in_part(run, "F01_"); });
  window.key("ctrl+v");
  window.wait_until("@run", [](const std::string& run) {
    return says_in_part(run, "F06_") && says_in_part(run, "seed=2");
  });
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
  std::ostringstream kept;
  kept << std::ifstream(window.folder() / "config/locklab/settings.json").rdbuf();
  EXPECT_TRUE(says_in_part(kept.str(), "\"welcomed\": true")) << kept.str();
  EXPECT_TRUE(says_in_part(kept.str(), "\"theme\": \"light\"")) << kept.str();
  EXPECT_FALSE(says_in_part(kept.str(), "\"side\": 0.33")) << kept.str();
}

TEST(WindowTest, ABrokenSettingsFileIsSetAsideAndSaid) {
  LabWindow window({}, 1440, 900, {}, "{ broken");
  window.wait_until("@run", [](const std::string& run) { return run.starts_with("F06_"); });
  window.wait_until("@warning", [](const std::string& said) {
    return says_in_part(said, "settings.json.broken");
  });
  EXPECT_TRUE(std::filesystem::exists(window.folder() / "config/locklab/settings.json.broken"));
  window.click("warning close");
  window.wait_until_says("warning close", "");
}

}  // namespace
}  // namespace locklab::app
