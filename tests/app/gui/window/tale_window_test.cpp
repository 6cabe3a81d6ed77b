// The run in words, in the real window: the list, the reasons, and what would have saved it.
#include <gtest/gtest.h>

#include "tests/support/lab_window.h"

namespace locklab::test {
namespace {

TEST(TaleWindow, AClickOnASentenceGoesThere) {
  LabWindow window;
  window.wait_for("timeline");
  window.click("told 3");
  window.wait_until_says("@events", "4");
  window.wait_for("event words");
}

TEST(TaleWindow, TheListCanBeSearchedAndKeptToALane) {
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
}

TEST(TaleWindow, TheReasonsOfAViolationLeadBackToTheFaultAndARemedyIsTried) {
  LabWindow window;
  window.wait_for("timeline");
  window.key("v");
  window.wait_until_says("@events", "57");
  window.wait_for("why");
  window.click("told 12");  // alice is paused
  window.wait_until_says("@events", "13");
  window.key("v");
  window.wait_for("remedy 0");
  window.click("remedy 0");
  // What is safe in any schedule comes before a lease that is long enough for this pause.
  window.wait_until("@run", [](const std::string& run) { return run.find("fenced") != run.npos; });
  window.wait_for("branch 1");
}

TEST(FirstStart, OpensAtTheViolationWithThreeThingsToDo) {
  LabWindow window({}, 1280, 720, {}, "{}");
  window.wait_until_says("@events", "57");
  for (const char* what : {"welcome play", "welcome break", "welcome learn", "cluster"})
    window.wait_for(what);
  EXPECT_EQ(window.misplaced(), "");
  window.click("welcome play");
  window.wait_until_says("@playing", "true");
  window.click("welcome break");
  window.wait_until_says("@playing", "false");
  window.wait_until("@now", [](const std::string& now) { return now.starts_with("Click alice"); });
  window.click("lane alice");
  window.wait_for("branch 1");
  window.click("welcome learn");
  window.wait_for("lesson close");
}

TEST(FirstStart, TheClicksItProposesEndInARedSentence) {
  for (const char* language : {"en", "zh"}) {
    LabWindow window({}, 1280, 720, {},
                     R"({"motion": false, "language": ")" + std::string(language) + "\"}");
    window.wait_for("broken promise");
    window.click("welcome break");
    window.wait_until_says("@branches", "1");
    window.wait_until("@run",
                      [](const std::string& run) { return run.find("drop_fault") != run.npos; });
    EXPECT_FALSE(window.widget("broken promise")) << language;
    window.click("lane alice");
    window.wait_until_says("@branches", "2");
    window.wait_for("broken promise");
    EXPECT_EQ(window.misplaced(), "") << language;
  }
}

}  // namespace
}  // namespace locklab::test
