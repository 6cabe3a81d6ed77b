// The story's words and numbers in the real window: title, story and notes; sliders; the fields of
// the set-up form; links to a moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

bool has_part(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(StoryWindow, ABranchSaysWhatItIsAndItsTextIsEditedSavedAndThereAgain) {
  LabWindow window({"--open", "F12_redlock_clock_jump"}, 1280, 900);
  window.wait_for("timeline");
  window.wait_until_says("@title", "A node's clock jumps, and Redlock has two holders");
  window.click("lane alice");
  window.click("palette crash");
  window.wait_until_says("@branches", "2");
  EXPECT_THAT(window.says("@title"), StartsWith("A branch of F12: "));
  window.click("tell story");
  window.wait_for("story of parent");
  EXPECT_FALSE(window.widget("story")) << "it would be false here";

  window.click("headline edit");
  window.fill("story title", " ");
  window.wait_for("story title wrong");
  EXPECT_EQ(window.says("@wrong"), "A scenario needs a title.");
  window.fill("story title", "Alice dies early");
  window.wait_until_says("@title", "Alice dies early");
  window.click("story edit");
  window.wait_for("story notes");
  window.click("story story");
  window.type("First line.");
  window.type("Second line.");
  window.click("story notes");
  window.type("Ask who holds it.");
  window.click("story accept");
  window.wait_for("story");
  EXPECT_TRUE(window.widget("told notes"));

  window.key("ctrl+s");
  window.wait_for("dialog title");
  window.fill("file name", window.folder() / "mine");
  window.wait_for("notice");
  const std::string file = text_of(window.folder() / "mine.toml");
  EXPECT_THAT(file, HasSubstr("title = \"Alice dies early\""));
  EXPECT_THAT(file, HasSubstr("First line.\nSecond line."));
  EXPECT_THAT(file, HasSubstr("Ask who holds it."));
  EXPECT_THAT(file, Not(HasSubstr("Both hold the lock")));
  window.click("menu");
  window.click("menu open");
  window.fill("file name", window.folder() / "mine.toml");
  window.wait_until("@run", [](const std::string& run) { return has_part(run, "/mine.toml#"); });
  window.wait_until_says("@title", "Alice dies early");
  window.wait_for("told notes");
  EXPECT_EQ(window.close(), 0);
}

TEST(StoryWindow, TheTitleIsWrittenFromTheSaveDialogToo) {
  LabWindow window({}, 1280, 720);
  window.wait_for("timeline");
  window.key("ctrl+s");
  window.click("dialog edit");
  window.fill("story title", "Mine");
  window.wait_for("dialog title");
  window.fill("file name", window.folder() / "mine");
  window.wait_for("notice");
  EXPECT_THAT(text_of(window.folder() / "mine.toml"), HasSubstr("title = \"Mine\""));
  EXPECT_EQ(window.close(), 0);
}

TEST(SliderWindow, ThePictureFollowsTheMouseAndReleaseIsOneUndo) {
  LabWindow window({}, 1280, 720);
  window.wait_for("timeline");
  window.wait_for("cluster");
  window.key("s");
  window.wait_for("slider ttl_ms");
  EXPECT_TRUE(window.widget("slider latency_ms"));
  EXPECT_TRUE(window.widget("slider work alice"));
  EXPECT_TRUE(window.widget("cluster")) << "the form takes no room from it";
  window.wait_until_says("@settled", "true");
  const LabWindow::Rectangle slider = *window.widget("slider ttl_ms");
  const int y = (slider.y0 + slider.y1) / 2;
  const auto x = [&](int part) { return slider.x0 + (slider.x1 - slider.x0) * part / 10; };
  window.point_at(x(5), y);
  window.act("mousedown 1");
  window.point_at(x(8), y);
  window.wait_until("@run", [](const std::string& run) { return has_part(run, "ttl_ms="); });
  const std::string at_8 = window.says("@run");
  window.point_at(x(9), y);
  window.wait_until(
      "@run", [&](const std::string& run) { return has_part(run, "ttl_ms=") && run != at_8; });
  EXPECT_EQ(window.says("@branches"), "2") << "one branch moves with it";
  window.act("mouseup 1");
  window.wait_until_says("@settled", "true");
  EXPECT_EQ(window.says("@branches"), "2");
  EXPECT_THAT(window.misplaced(), IsEmpty());
  window.key("ctrl+z");
  window.wait_until("@run", [](const std::string& run) { return !has_part(run, "ttl_ms="); });
  window.fill("setting ttl_ms", "123");
  window.wait_until("@run", [](const std::string& run) { return has_part(run, "ttl_ms=123"); });
}

/// What cannot be typed into a field, and what the window says.
struct Wrong {
  std::string field, typed, why;
};

TEST(SetUpWindow, AFieldSaysWhatIsWrongKeepsTheKeyboardAndTakesTheCorrection) {
  LabWindow window({}, 1280, 900);
  window.wait_for("timeline");
  window.key("s");
  for (const Wrong& wrong :
       {Wrong{"setting ttl_ms", "abc", "\"abc\" is not a number; write 0 or more"},
        Wrong{"setting ttl_ms", "-5", "\"-5\" is not a number; write 0 or more"},
        Wrong{"setting retry_count", "12.5x", "\"12.5x\" is not a number; write 0 or more"},
        Wrong{"setting seed", "-1", "\"-1\" is not a number; write 0 or more"}}) {
    if (!window.widget(wrong.field)) continue;
    window.fill(wrong.field, wrong.typed);
    window.wait_for(wrong.field + " wrong");
    EXPECT_EQ(window.says("@wrong"), wrong.why);
    EXPECT_EQ(window.says("@branches"), "1") << "nothing runs";
  }
}

TEST(SetUpWindow, TheCorrectionIsTypedWhereTheMistakeStands) {
  LabWindow window({}, 1280, 900);
  window.wait_for("timeline");
  window.key("s");
  int lease = 150;
  for (const std::string typed : {"abc", "-5", "0", " "}) {
    window.fill("setting ttl_ms", typed);
    window.wait_for("setting ttl_ms wrong");
    const std::string why = window.says("@wrong");
    EXPECT_THAT(why, Not(IsEmpty())) << typed;
    EXPECT_THAT(why, Not(testing::ContainsRegex(":[0-9]+:[0-9]+"))) << "no place in a text";
    // The keyboard is still there.
    window.wait_until_says("@typing", "true");
    window.wait_until_says("@settled", "true");
    window.act("key ctrl+a");
    window.type(std::to_string(lease));
    window.wait_until("@run", [&](const std::string& run) {
      return has_part(run, "ttl_ms=" + std::to_string(lease));
    });
    window.wait_until_says("setting ttl_ms wrong", "");
    lease += 10;
  }
}

/// A key that is held is pressed again and again: it leaves the field that was given back.
TEST(SetUpWindow, WhoHoldsEnterHasTheKeyboardWhereTheMistakeStands) {
  LabWindow window({}, 1280, 900);
  window.wait_for("timeline");
  window.key("s");
  window.click("setting ttl_ms");
  window.act("key ctrl+a");
  window.act("key a key b key c");
  window.act("keydown Return sleep 1");  // so long does somebody hold it: the display repeats it
  window.wait_for("setting ttl_ms wrong");
  window.act("keyup Return");
  window.wait_until_says("@typing", "true");
}

TEST(SetUpWindow, AHalfMillisecondIsSaidInWordsWhereItCannotBe) {
  LabWindow window({}, 1280, 900);
  window.wait_for("timeline");
  window.key("s");
  window.fill("setting ttl_ms", "12.5");
  window.wait_for("setting ttl_ms wrong");
  EXPECT_THAT(window.says("@wrong"), HasSubstr("12.5"));
  EXPECT_THAT(window.says("@wrong"), Not(HasSubstr("set:1")));
}

TEST(SetUpWindow, AWrongSettingOfASearchHasNoPlaceInAText) {
  LabWindow window({}, 1280, 900);
  window.wait_for("timeline");
  window.key("e");
  window.fill("explore set", "work_ms=abc");
  window.click("explore start");
  window.wait_for("explore problem");
  EXPECT_THAT(window.says("@wrong"), Not(testing::ContainsRegex(":[0-9]+:[0-9]+")));
  EXPECT_THAT(window.says("@wrong"), Not(HasSubstr("run name")));
}

TEST(SetUpWindow, AStoryThatCannotRunLiveIsSaidWithoutTheCommandLine) {
  LabWindow window({"--open", "F38_split_brain"}, 1280, 900);
  window.wait_for("timeline");
  window.click_in_bar("live", "top more");
  window.wait_for("live refused");
  EXPECT_THAT(window.says("@wrong"), test::IsGolden());
  EXPECT_THAT(window.says("@wrong"), Not(HasSubstr("--")));
}

TEST(MomentWindow, ALinkOpensThePictureAgain) {
  LabWindow window({"--open", "F06_pause_past_ttl @57 lane=n1 range=300ms..380ms panes=cluster"},
                   1280, 720);
  window.wait_for("cluster");
  window.wait_until_says("@events", "57");
  window.wait_until_says("@lane", "n1");
  EXPECT_FALSE(window.widget("timeline"));
  window.key("Left");
  window.wait_until_says("@events", "56");
  window.key("ctrl+shift+c");
  window.key("c");
  window.wait_for("timeline");
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.key("ctrl+v");
  window.wait_until_says("@events", "56");
  EXPECT_EQ(window.says("@problem"), "");
  EXPECT_FALSE(window.widget("timeline"));
  window.click("menu");
  window.click("menu copy_moment");
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.key("ctrl+v");
  window.wait_until_says("@events", "56");
}

TEST(MomentWindow, ALinkThatTheRunHasNotSaysSoAndOpensTheRun) {
  LabWindow window({"--open", "F06 @570"}, 1280, 720);
  window.wait_for("timeline");
  window.wait_until("@problem", [](const std::string& problem) {
    return has_part(problem, "The run has 86 events");
  });
}

}  // namespace
}  // namespace locklab::app
