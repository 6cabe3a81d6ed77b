// Files that a class brings, in the real window: lessons, quizzes and the notebook.
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "tests/support/lab_window.h"
#include "tests/support/sample_steps.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string quiz = "# Mine\n\n## Choose\n\n" + std::string(test::step_to_choose) +
                         "\n## Write\n\n" + std::string(test::step_to_write) + "\n## Break\n\n" +
                         std::string(test::step_to_break);

void open_file(LabWindow& window, const std::string& path) {
  window.key("ctrl+o");
  window.fill("file name", path);
}

TEST(ClassWindow, AQuizFileSaysWhereItIsWrongAndIsAnsweredByChoiceByNumberAndByBreaking) {
  LabWindow window({}, 1280, 720);
  window.wait_for("timeline");
  const std::string run = window.says("@run");
  const std::string path = window.folder() / "quiz.md";
  std::string wrong = quiz;
  wrong.replace(wrong.find("right = 2"), 9, "right = 3");
  std::ofstream(path) << wrong;
  open_file(window, path);
  window.wait_for("problem");
  EXPECT_THAT(window.says("@problem"), HasSubstr("quiz.md:"));
  EXPECT_EQ(window.says("@run"), run) << "nothing else changes";
  window.click("problem close");
  std::ofstream(path) << quiz;
  open_file(window, path);
  window.click("answer 2");
  window.wait_for("lesson told");

  window.click("lesson next");
  window.wait_for("open answer");
  EXPECT_THAT(window.misplaced(), IsEmpty());
  window.wait_until_says("@typing", "true");  // otherwise digits would select lanes
  window.type("abc");
  window.wait_for("open answer wrong");
  window.fill("open answer", "1");
  window.wait_for("lesson told");

  window.click("lesson next");
  window.wait_for("answer check");
  EXPECT_THAT(window.misplaced(), IsEmpty());
  window.click("lane alice");
  window.click("palette crash");
  window.wait_until_says("@branches", "2");
  window.click("answer check");
  window.wait_for("lesson told");
  EXPECT_EQ(window.close(), 0);
}

TEST(ClassWindow, MomentsAreNotedWithWordsSavedAndOpenedAsALesson) {
  LabWindow window({}, 1280, 720);
  window.key("v");
  window.wait_until_says("@settled", "true");
  const std::string events = window.says("@events");
  window.key("ctrl+n");
  window.wait_for("moment note 1");
  window.type("Two are inside");
  window.key("Escape");
  window.key("Home");
  window.wait_until_says("@events", "0");
  window.key("ctrl+n");
  window.wait_for("moment note 2");
  EXPECT_THAT(window.misplaced(), IsEmpty());
  window.click("moment up 2");
  window.click("moment go 2");
  window.wait_until_says("@events", events);
  window.click("moment remove 1");
  window.wait_until_says("moment note 2", "");
  window.click("notebook bring back");
  window.wait_for("moment note 2");

  window.click("notebook save");
  window.fill("file name", window.folder() / "notes");
  window.wait_for("notice");
  EXPECT_THAT(window.text_of("notes.md"),
              testing::AllOf(HasSubstr("Two are inside"), HasSubstr("F06_pause_past_ttl")));
  window.click("notebook close");
  open_file(window, window.folder() / "notes.md");
  window.click("lesson next");
  window.wait_until_says("@events", events);
  EXPECT_THAT(window.misplaced(), IsEmpty());
  EXPECT_EQ(window.close(), 0);
}

TEST(ClassWindow, NotesThatWereNotSavedAreThereInTheNextWindowAndNewAsksFirst) {
  std::string settings;
  {
    LabWindow window({}, 1280, 720);
    window.wait_for("timeline");
    window.key("ctrl+n");
    window.wait_for("moment note 1");
    window.type("Keep me");
    window.key("Escape");
    window.click("notebook begin");
    window.wait_for("notebook discard");
    window.click("notebook keep");
    window.wait_for("moment note 1");
    EXPECT_EQ(window.close(), 0);
    settings = window.settings();
  }
  EXPECT_THAT(settings, HasSubstr("Keep me"));
  LabWindow window({}, 1280, 720, {}, settings);
  window.key("ctrl+b");
  window.wait_for("moment note 1");
  window.click("notebook begin");
  window.click("notebook discard");
  window.wait_until_says("moment note 1", "");
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::app
