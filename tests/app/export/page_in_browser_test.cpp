// An exported page in a real browser, with real clicks and keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/export/page.h"
#include "tests/support/browser.h"
#include "tests/support/golden_text.h"
#include "tests/support/stranger_run.h"

namespace locklab::app {
namespace {

using test::Browser;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// Shares one browser among all tests, because it starts more slowly than they run.
class PageInBrowser : public testing::Test {
 protected:
  static void SetUpTestSuite() { browser_ = std::make_unique<Browser>(1280, 900); }
  static void TearDownTestSuite() { browser_.reset(); }

  void TearDown() override {
    if (browser_) {
      EXPECT_THAT(browser_->complaints(), IsEmpty());
    }
  }

  Browser& open(const ShownRunPtr& run, Language language = Language::english) {
    const std::string file = folder_ / "run.html";
    std::ofstream(file) << write_page(*run, language);
    browser_->open(file);
    return *browser_;
  }
  Browser& open(std::string_view name, Language language = Language::english) {
    return open(std::get<ShownRunPtr>(make_shown_run(sim::Library(), name)), language);
  }
  std::string now() { return browser_->text("#now"); }
  /// The highlighted source line, with its number.
  std::string stands() { return browser_->text(".source:not([hidden]) .stands"); }
  /// Saves a picture in the folder LOCKLAB_SCREENSHOTS, if set, for a person to look at.
  void keep_picture(const std::string& name) {
    const char* folder = std::getenv("LOCKLAB_SCREENSHOTS");
    if (folder && *folder) browser_->picture((std::filesystem::path(folder) / name).string());
  }

  static inline std::unique_ptr<Browser> browser_;
  test::ScratchFolder folder_;
};

TEST_F(PageInBrowser, StepsByButtonAndByKey) {
  Browser& page = open("F06_pause_past_ttl");
  EXPECT_THAT(now(), StartsWith("0 / 86"));
  EXPECT_THAT(page.text("#words"), test::IsGolden());
  page.click("#forward");
  page.click("#forward");
  page.press({Browser::right, Browser::right});
  EXPECT_THAT(now(), StartsWith("5 / 86")) << "the key appears and its OK leaves in one step";
  EXPECT_THAT(page.text("#words"), StartsWith("n1 stores alice's lock"));
  page.press({Browser::left});
  EXPECT_THAT(now(), StartsWith("3 / 86"));
  EXPECT_THAT(page.text("#words"), HasSubstr("alice → n1: SET lock"));
  EXPECT_EQ(page.text("#list .now span"), page.text("#words"));
  page.press({Browser::end});
  EXPECT_THAT(now(), StartsWith("86 / 86"));
  page.click("#start");
  EXPECT_THAT(now(), StartsWith("0 / 86"));
}

TEST_F(PageInBrowser, AnAnswerThatIsChosenStandsWithWhatItChanged) {
  Browser& page = open("F06_pause_past_ttl");
  page.click("#list li[data-event='3']");
  EXPECT_THAT(now(), StartsWith("5 / 86"));
  EXPECT_THAT(page.text("#words"), StartsWith("n1 answers alice: OK"));
  EXPECT_THAT(page.text(".lane[data-lane='2'] .state"), StartsWith("alice, "));
  EXPECT_EQ(page.result("return document.querySelectorAll('#list li:not(.later)').length"), 5);
  page.press({"3"});
  page.click("#lane-back");
  EXPECT_THAT(now(), StartsWith("3 / 86")) << "the step before on n1, and not a half of this one";
  page.click("#lane-forward");
  EXPECT_THAT(now(), StartsWith("5 / 86"));
}

TEST_F(PageInBrowser, NobodyHasStartedBeforeTheFirstEventAndALaneIsSteppedAlone) {
  Browser& page = open("F06_pause_past_ttl");
  const std::string state = ".lane[data-lane='0'] .state";
  EXPECT_EQ(page.text(state), "not started");
  page.click("#forward");
  EXPECT_NE(page.text(state), "not started");
  EXPECT_EQ(page.text(".lane[data-lane='1'] .state"), "not started");
  page.press({Browser::end});
  EXPECT_EQ(page.text(state), "done");
  page.press({Browser::home, "2"});
  EXPECT_EQ(page.result("return document.querySelector('.lane.selected').dataset.lane"), "1");
  for (int i = 0; i < 2; ++i) {
    page.click("#lane-forward");
    EXPECT_THAT(page.text("#words"), StartsWith("bob "));
  }
  page.click("#lane-back");
  page.click("#lane-back");
  EXPECT_THAT(now(), StartsWith("0 / 86"));
}

TEST_F(PageInBrowser, AClickOnAVerdictGoesToWhatBrokeItAndLightsItUp) {
  Browser& page = open("F06_pause_past_ttl");
  page.click("#mutual_exclusion");
  EXPECT_THAT(now(), StartsWith("57 / 86"));
  EXPECT_THAT(page.text("#words"), test::IsGolden());
  EXPECT_EQ(page.result("return document.querySelectorAll('.clash.lit').length"), 1);
  EXPECT_THAT(page.text("#mutual_exclusion .why"), test::IsGolden());
  keep_picture("page_verdict.png");
  page.press({Browser::home, "v"});
  EXPECT_THAT(now(), StartsWith("57 / 86"));
  EXPECT_EQ(page.result("return performance.getEntriesByType('resource').length"), 0)
      << "it asks the network for nothing";
}

TEST_F(PageInBrowser, TheSourceShowsWhereTheSelectedClientStands) {
  Browser& page = open("F06_pause_past_ttl");
  page.press({Browser::right, Browser::right, Browser::right});
  EXPECT_THAT(page.text("#who"), "alice");
  EXPECT_THAT(stands(), HasSubstr("co_await"));
  EXPECT_THAT(page.text("#asked"), HasSubstr("n1> SET lock"));
  EXPECT_EQ(page.text("#told"), "…");
  EXPECT_EQ(page.result("return document.querySelectorAll('.stands.waits').length"), 1);
  page.press({Browser::right, Browser::right, Browser::right});
  EXPECT_EQ(page.text("#told"), "OK");
  page.press({Browser::end, "2"});
  EXPECT_EQ(page.text("#who"), "bob");
  EXPECT_THAT(page.text("#asked"), HasSubstr("release_if_owner"));
}

TEST_F(PageInBrowser, AClickOnAnEventInTheListOrOnAMarkInTheTimelineGoesThere) {
  Browser& page = open("F06_pause_past_ttl");
  page.click("#list li[data-event='5']");
  EXPECT_THAT(now(), StartsWith("6 / 86"));
  page.click(".alarm[data-event] circle");
  EXPECT_THAT(page.text("#words"), test::IsGolden());
  EXPECT_THAT(page.text(".lane[data-lane='0'] .state"), test::IsGolden());
  EXPECT_THAT(page.text(".lane[data-lane='2'] .state"), StartsWith("alice, 2"));
}

TEST_F(PageInBrowser, ScrubsAndZoomsByMouse) {
  Browser& page = open("F06_pause_past_ttl");
  page.click("#scrub");
  EXPECT_THAT(now(), StartsWith("43 / 86"));
  page.click(".ruler text:nth-of-type(5)");
  const std::string sought = now();
  EXPECT_THAT(sought, HasSubstr("· 41")) << "beside the mark of 400 ms";
  const auto width = [&] {
    return page
        .result("return document.querySelector('svg.time polygon').getBoundingClientRect().width")
        .get<double>();
  };
  const double before = width();
  page.wheel("svg.time polygon", -120);
  EXPECT_GT(width(), before * 1.2);
  page.press({"f"});
  EXPECT_NEAR(width(), before, 1);
  page.press({"+"});
  EXPECT_GT(width(), before * 1.2);
  EXPECT_EQ(now(), sought) << "zooming does not move the cursor";
}

TEST_F(PageInBrowser, PlaysToTheEndAndStops) {
  Browser& page = open("F27_lost_update");
  page.result("document.getElementById('speed').value = '10'");
  page.click("#play");
  for (int i = 0; i < 100 && page.text("#play") != "Play"; ++i)
    page.result("return new Promise(done => setTimeout(done, 50))");
  EXPECT_EQ(page.text("#play"), "Play");
  const std::string count =
      page.result("return String(document.querySelectorAll('#list li').length)");
  EXPECT_THAT(now(), StartsWith(count + " / " + count));
}

TEST_F(PageInBrowser, SpeaksChinese) {
  Browser& page = open("F12_redlock_clock_jump", Language::chinese);
  page.click("#mutual_exclusion");
  EXPECT_THAT((std::vector{page.text("#mutual_exclusion b"),
                           page.text(".lane[data-lane='0'] .state"), page.text("#play")}),
              test::IsGolden());
  keep_picture("page_zh.png");
}

TEST_F(PageInBrowser, AStrangersTextDoesNotRun) {
  Browser& page = open(test::strangers_run());
  EXPECT_EQ(page.result("return document.querySelectorAll('script').length"), 2);
  EXPECT_EQ(page.result("return document.querySelectorAll('img').length"), 0);
  page.click("#mutual_exclusion");
  page.press({Browser::end});
  EXPECT_THAT(page.text("h1"), StartsWith("</script><script>window.caught=1"));
  EXPECT_TRUE(page.result("return window.caught === undefined").get<bool>());
}

}  // namespace
}  // namespace locklab::app
