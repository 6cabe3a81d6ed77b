// The story in the real window: its title, text and notes, sliders, the fields of the set-up form,
// and links to a moment.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/golden_text.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

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
  EXPECT_THAT(
      window.text_of("mine.toml"),
      AllOf(HasSubstr("title = \"Alice dies early\""), HasSubstr("First line.\nSecond line."),
            HasSubstr("Ask who holds it."), Not(HasSubstr("Both hold the lock"))));
  window.click("menu");
  window.click("menu open");
  window.fill("file name", window.folder() / "mine.toml");
  window.wait_until("@run", HasSubstr("/mine.toml#"));
  window.wait_until_says("@title", "Alice dies early");
  window.wait_for("told notes");
  EXPECT_EQ(window.close(), 0);
}

TEST(SliderWindow, ThePictureFollowsTheMouseReleaseIsOneUndoAndTheRunIsSavedWithATitle) {
  LabWindow window({}, 1280, 720);
  window.wait_for("timeline");
  window.wait_for("cluster");
  window.key("s");
  window.wait_for("slider ttl_ms");
  EXPECT_TRUE(window.widget("slider latency_ms"));
  EXPECT_TRUE(window.widget("slider work alice"));
  EXPECT_TRUE(window.widget("cluster")) << "the form takes no room from it";
  const LabWindow::Rectangle slider = window.at_rest("slider ttl_ms");
  const auto x = [&](int part) { return slider.x0 + slider.width() * part / 10; };
  window.point_at(x(5), slider.middle_y());
  window.act("mousedown 1");
  window.point_at(x(8), slider.middle_y());
  window.wait_until("@run", HasSubstr("ttl_ms="));
  const std::string at_8 = window.says("@run");
  window.point_at(x(9), slider.middle_y());
  window.wait_until("@run", AllOf(HasSubstr("ttl_ms="), testing::Ne(at_8)));
  EXPECT_EQ(window.says("@branches"), "2") << "one branch moves with it";
  window.act("mouseup 1");
  window.wait_until_says("@settled", "true");
  EXPECT_EQ(window.says("@branches"), "2");
  EXPECT_THAT(window.misplaced(), IsEmpty());
  window.key("ctrl+z");
  window.wait_until("@run", Not(HasSubstr("ttl_ms=")));
  window.fill("setting ttl_ms", "123");
  window.wait_until("@run", HasSubstr("ttl_ms=123"));
  window.key("ctrl+s");
  window.click("dialog edit");
  window.fill("story title", "Mine");
  window.wait_for("dialog title");
  window.fill("file name", window.folder() / "mine");
  window.wait_for("notice");
  EXPECT_THAT(window.text_of("mine.toml"), HasSubstr("title = \"Mine\""));
  EXPECT_EQ(window.close_without_saving(), 0) << "the slider's branch is not saved";
}

TEST(SetUpWindow, AFieldSaysWhatIsWrongKeepsTheKeyboardAndTakesTheCorrectionThere) {
  LabWindow window({}, 1280, 900);
  window.key("s");
  for (const auto& [field, typed] : {std::pair{"setting ttl_ms", "abc"},
                                     {"setting ttl_ms", "-5"},
                                     {"setting retry_count", "12.5x"},
                                     {"setting seed", "-1"},
                                     {"setting ttl_ms", "12.5"}}) {
    if (!window.widget(field)) continue;
    window.fill(field, typed);
    window.wait_for(std::string(field) + " wrong");
    EXPECT_THAT(window.says("@wrong"), test::IsGolden());
    EXPECT_EQ(window.says("@branches"), "1") << "nothing runs";
  }
  // A key that is held repeats; the second Enter would leave the field.
  window.click("setting ttl_ms");
  window.act("key ctrl+a");
  window.act("key a key b key c");
  window.act("keydown Return sleep 1");  // long enough for the display to repeat the key
  window.wait_for("setting ttl_ms wrong");
  window.act("keyup Return");
  window.wait_until_says("@typing", "true");
  int lease = 150;
  for (const std::string typed : {"abc", "-5", "0", " "}) {
    window.fill("setting ttl_ms", typed);
    window.wait_for("setting ttl_ms wrong");
    const std::string why = window.says("@wrong");
    EXPECT_THAT(why, Not(IsEmpty())) << typed;
    EXPECT_THAT(why, Not(testing::ContainsRegex(":[0-9]+:[0-9]+"))) << "no place in a text";
    // The field keeps the keyboard focus.
    window.wait_until_says("@typing", "true");
    window.wait_until_says("@settled", "true");
    window.act("key ctrl+a");
    window.type(std::to_string(lease));
    window.wait_until("@run", HasSubstr("ttl_ms=" + std::to_string(lease)));
    window.wait_until_says("setting ttl_ms wrong", "");
    lease += 10;
  }
}

TEST(SetUpWindow, AStoryThatCannotRunLiveIsSaidWithoutTheCommandLine) {
  LabWindow window({"--open", "F38_split_brain"}, 1280, 900);
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
  window.wait_until("@problem", HasSubstr("The run has 86 events"));
}

}  // namespace
}  // namespace locklab::app
