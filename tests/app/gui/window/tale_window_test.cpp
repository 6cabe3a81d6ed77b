// The run in words, in the real window: the list, the causes and the remedies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

using testing::HasSubstr;

TEST(TaleWindow, TheListIsSearchedAndKeptToALaneAndAClickOnASentenceGoesThere) {
  LabWindow window;
  window.wait_for("told 0");
  window.fill("tale search", "expires");
  window.wait_for("told 49");
  EXPECT_FALSE(window.widget("told 0"));
  window.fill("tale search", "no such words");
  window.wait_until_says("told 49", "");
  window.click("told clear");
  window.wait_for("told 0");
  window.click("lane bob");
  window.click("tale only");
  window.wait_until_says("told 0", "");
  window.click("tale only");
  window.click("told 3");
  window.wait_until_says("@events", "4");
  window.wait_for("event words");
}

TEST(TaleWindow, TheReasonsLeadBackToTheFaultAndARemedyIsTriedWhoseGoodNewsGoesByItself) {
  LabWindow window;
  window.key("v");
  window.wait_until_says("@events", "57");
  window.wait_for("why");
  window.click("told 12");  // alice is paused
  window.wait_until_says("@events", "13");
  window.key("v");
  window.click("remedy 0");
  // A remedy for every schedule comes before a lease long enough for this pause.
  window.wait_until("@run", HasSubstr("fenced"));
  window.wait_for("branch 1");
  window.wait_until_says("done", "");
}

TEST(FirstStart, OpensAtTheViolationAndTheClicksItProposesEndInARedSentenceAndInALesson) {
  for (const char* settings : {"{}", R"({"motion": false, "language": "zh"})"}) {
    SCOPED_TRACE(settings);
    LabWindow window({}, 1280, 720, {}, settings);
    window.wait_until_says("@events", "57");
    for (const char* what :
         {"welcome play", "welcome break", "welcome learn", "cluster", "broken promise"})
      window.wait_for(what);
    EXPECT_EQ(window.misplaced(), "");
    window.click("welcome play");
    window.wait_until_says("@playing", "true");
    window.click("welcome break");
    window.wait_until_says("@playing", "false");
    window.wait_until_says("@branches", "1");
    window.wait_until("@run", HasSubstr("drop_fault"));
    EXPECT_THAT(window.says("@now"), IsGolden()) << "where to click";
    EXPECT_FALSE(window.widget("broken promise"));
    window.click("lane alice");
    window.wait_until_says("@branches", "2");
    window.wait_for("broken promise");
    EXPECT_EQ(window.misplaced(), "");
    window.click("welcome learn");
    window.wait_for("lesson close");
  }
}

}  // namespace
}  // namespace locklab::test
