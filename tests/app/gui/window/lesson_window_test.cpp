// Lessons in the real window, with real keys and mouse, in class and at home.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/lessons/lesson_list.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;
using testing::HasSubstr;
using testing::Not;

std::string settings_at(const std::string& lesson, std::size_t step,
                        const std::string& more = R"("language": "en")") {
  return fmt::format(R"({{"welcomed": true, "motion": false, {},
                          "lessons": {{"lesson": "{}", "step": {}, "open": true}}}})",
                     more, lesson, step);
}

/// Opens a window at a step of a lesson.
LabWindow at_step(const std::string& lesson, std::size_t step) {
  return LabWindow({}, 1280, 720, {}, settings_at(lesson, step));
}

bool is_inside(const LabWindow::Rectangle& in, const LabWindow::Rectangle& out) {
  return in.x0 >= out.x0 - 1 && in.y0 >= out.y0 - 1 && in.x1 <= out.x1 + 1 && in.y1 <= out.y1 + 1;
}

class LessonInPresenterMode : public testing::TestWithParam<const char*> {};

TEST_P(LessonInPresenterMode, EveryQuestionIsInSightWithAllItsAnswers) {
  const std::string language = GetParam();
  const auto& all = lessons(language == "zh" ? Language::chinese : Language::english);
  LabWindow window({}, 1280, 720, {},
                   settings_at(all[0].id, 0, fmt::format(R"("language": "{}")", language)));
  window.wait_for("lesson next");
  window.key("p");
  window.wait_until_says("menu", "");
  for (std::size_t lesson = 0; lesson < all.size(); ++lesson)
    for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
      if (lesson + step > 0) window.key("n");
      window.wait_for(fmt::format("step {} of lesson {}", step + 1, lesson + 1));
      window.wait_until_says("@settled", "true");
      const std::string where = all[lesson].id + ": " + all[lesson].steps[step].title;
      EXPECT_EQ(window.misplaced(), "") << where;
      // During a vote its buttons replace the one that closes the lesson, and Esc ends the vote.
      const auto way_out = window.widget(window.widget("vote count") ? "present" : "lesson close");
      ASSERT_TRUE(way_out) << where;
      EXPECT_TRUE(is_inside(*way_out, {0, 0, 1280, 720})) << where;
      const auto& question = all[lesson].steps[step].question;
      if (!question) continue;
      const auto pinned = window.widget("question");
      ASSERT_TRUE(pinned) << where;
      for (std::size_t i = 1; i <= question->answers.size(); ++i) {
        const auto answer = window.widget(fmt::format("answer {}", i));
        ASSERT_TRUE(answer) << where;
        EXPECT_TRUE(is_inside(*answer, *pinned))
            << where << ", " << i << ": " << answer->y1 << " below " << pinned->y1;
      }
      EXPECT_TRUE(is_inside(*pinned, {0, 0, 1280, 720})) << where;
    }
}

INSTANTIATE_TEST_SUITE_P(InBothLanguages, LessonInPresenterMode, testing::Values("en", "zh"));

TEST(LessonWindow, AClassVotesByKeyAndThenSeesTheTruth) {
  LabWindow window = at_step("13_pauses", 0);
  window.wait_for("answer 3");
  window.key("p");
  window.wait_for("vote truth");
  window.key("b");
  window.key("b");
  window.key("a");
  window.key("shift+b");
  window.key("3");
  window.key("c");
  window.wait_for("votes 3");
  EXPECT_FALSE(window.widget("lesson told"));
  const auto bar = window.widget("votes 3");
  const auto row = window.widget("answer 3");
  ASSERT_TRUE(bar && row);
  EXPECT_NEAR(bar->width(), row->width() * 3.0 / 5, 2) << "1, 1 and 3 votes";
  window.key("Return");
  window.wait_for("lesson told");
  EXPECT_TRUE(window.widget("votes 3")) << "the bars stay beside the truth";
  EXPECT_EQ(window.close(), 0);
}

TEST(LessonWindow, EndAndARulersClickStayBeforeTheQuestion) {
  LabWindow window = at_step("09_watchdog", 0);
  window.wait_for("answer 2");
  window.wait_until_says("@settled", "true");
  const std::string moment = window.says("@events");
  for (const char* key : {"End", "v", "shift+Right", "Right"}) {
    window.key(key);
    window.wait_until_says("@events", moment);
  }
  window.click_in("timeline", 0.95, 0.02);
  window.wait_until_says("@events", moment);
  window.key("b");
  window.wait_for("lesson told");
  window.key("End");
  window.wait_until("@events", testing::Ne(moment));
  EXPECT_EQ(window.close(), 0);
}

TEST(LessonWindow, TheSecondClassBeginsWithoutTheAnswersOfTheFirst) {
  LabWindow window = at_step("13_pauses", 0);
  window.wait_for("answer 2");
  window.click("answer 2");
  window.wait_for("lesson told");
  window.click("lesson list");
  window.click("lesson 13 reset");
  window.wait_for("lessons reset undo");
  window.click("lesson list close");
  window.wait_until_says("lesson told", "");
  window.wait_for("answer 2");
  window.click("lesson list");
  window.click("lessons reset undo");
  window.click("lesson list close");
  window.wait_for("lesson told");
  EXPECT_EQ(window.close(), 0);
}

TEST(LessonWindow, AStudentsBranchComesBackWithItsStep) {
  LabWindow window = at_step("01_one_process", 4);
  window.wait_for("answer 2");
  window.key("b");
  window.wait_for("lesson told");
  EXPECT_FALSE(window.widget("source code"));
  EXPECT_TRUE(window.widget("cluster"));
  window.click("palette crash");
  window.wait_for("branch 1");
  window.wait_until_says("@settled", "true");
  EXPECT_TRUE(window.widget("cluster")) << "there is room for it beside what was broken";
  window.click("lesson show");
  window.wait_until("@run", Not(HasSubstr("crash")));
  EXPECT_TRUE(window.widget("branch 1"));
  window.key("ctrl+z");
  window.wait_until("@run", HasSubstr("crash"));
  window.click("lesson next");
  window.wait_for("step 1 of lesson 2");
  window.wait_until_says("branch 1", "");
  window.click("lesson back");
  window.wait_for("branch 1");
  window.click("branch 1");
  window.wait_until("@run", HasSubstr("crash"));
  EXPECT_EQ(window.close(), 0);
}

TEST(LessonWindow, ALinkOpensItsRunAndTheStepIsShownAgain) {
  LabWindow window = at_step("04_setnx_del", 2);
  window.wait_for("link F01_crash_no_expiry/saved");
  window.click("link F01_crash_no_expiry/saved");
  window.wait_until("@run", HasSubstr("/saved"));
  window.key("r");
  window.wait_until("@run", Not(HasSubstr("/saved")));
  EXPECT_EQ(window.close(), 0);
}

TEST(LessonWindow, TheSetUpFormStandsBesideTheLessonThatNeedsIt) {
  LabWindow window = at_step("07_set_nx_px", 5);
  window.wait_for("pointing set_up");
  window.key("b");
  window.fill("setting ttl_ms", "600");
  window.wait_for("branch 1");
  EXPECT_TRUE(window.widget("lesson next"));
  EXPECT_EQ(window.close(), 0);
}

}  // namespace
}  // namespace locklab::app
