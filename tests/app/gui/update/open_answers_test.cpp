// Open questions of a lesson: the simulator judges the reader's answer or fault, and accepts every
// correct one.
#include "app/gui/update/open_answers.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/lesson_steps.h"
#include "app/lessons/lesson_file.h"
#include "tests/support/read.h"
#include "tests/support/sample_steps.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;

const std::string quiz = "# A quiz\n\n## How long?\n\n" + std::string(test::step_to_write) +
                         "\n## Break it\n\n" + std::string(test::step_to_break);

Model at_question(std::size_t step) {
  static const test::ScratchFolder folder;
  const std::string path = folder / "quiz.md";
  std::ofstream(path) << quiz;
  Model model;
  want(model, Open{path});
  for (std::size_t i = 0; i < step; ++i) want(model, GoToStep{+1});
  return model;
}

std::string lease_of(const Model& model, std::int64_t more) {
  const auto least = least_lease(sim::Library(), *model.run);
  EXPECT_TRUE(least);
  return std::to_string(static_cast<std::int64_t>(least.value_or(0)) + more);
}

void pause_alice(Model& model, double ms) {
  const std::uint16_t tool = breaking_tool("pause");
  want(model, SetSize{tool, ms});
  const auto& marks = model.branches[0].run->scene.marks;
  const auto inside = std::find_if(marks.begin(), marks.end(), [](const Mark& mark) {
    return mark.kind == MarkKind::read && mark.client == 0;
  });
  ASSERT_NE(inside, marks.end());
  want(model, Break{Spot{SpotKind::lane, 0}, tool, static_cast<double>(inside->at), 0});
}

TEST(OpenAnswer, TheSmallestSafeLeaseIsRightAndItsNeighboursAreWrong) {
  for (const auto& [more, right] : {std::pair{0, true}, {-1, false}, {+1, false}}) {
    Model model = at_question(0);
    ASSERT_TRUE(open_question(model));
    want(model, WriteAnswer{lease_of(model, more)});
    EXPECT_TRUE(open_question(model)) << "not before it is checked";
    want(model, CheckAnswer{});
    EXPECT_EQ(model.lesson->answer(), right ? 0u : 1u) << more;
    EXPECT_FALSE(open_question(model));
    const LessonShelf shelf = lessons_of(model);
    EXPECT_EQ(progress_of(*model.lesson, shelf.shipped, shelf[shelf.shipped]).right, right);
  }
}

TEST(OpenAnswer, WhatIsNoNumberKeepsTheQuestionOpenAndSaysWhy) {
  Model model = at_question(0);
  for (const char* typed : {"", "abc", "12.5", "-3", "99999999999999999999"}) {
    want(model, WriteAnswer{typed});
    want(model, CheckAnswer{});
    EXPECT_TRUE(open_question(model)) << typed;
    ASSERT_TRUE(model.wrong_field) << typed;
    EXPECT_EQ(model.wrong_field->field, "open answer");
  }
  want(model, WriteAnswer{"1"});
  want(model, CheckAnswer{});
  EXPECT_EQ(model.lesson->answer(), 1u);
  EXPECT_FALSE(model.wrong_field);
}

TEST(OpenAnswer, AnyBranchWithOneFaultThatBreaksAPromiseIsRight) {
  for (const double ms : {1e5, 2e5}) {
    Model model = at_question(1);
    EXPECT_FALSE(is_branch_to_judge(model)) << "the story itself";
    pause_alice(model, ms);
    ASSERT_TRUE(is_branch_to_judge(model)) << model.run->judged.name;
    want(model, CheckAnswer{});
    EXPECT_EQ(model.lesson->answer(), 0u) << model.run->judged.name;
  }
}

TEST(OpenAnswer, AFaultThatBreaksNothingIsWrong) {
  Model model = at_question(1);
  pause_alice(model, 1);
  ASSERT_TRUE(is_branch_to_judge(model)) << model.run->judged.name;
  want(model, CheckAnswer{});
  EXPECT_EQ(model.lesson->answer(), 1u);
}

TEST(OpenAnswer, ABranchWithMoreThanOneChangeIsNotJudged) {
  Model model = at_question(1);
  want(model, ChangeSeed{7});
  EXPECT_FALSE(is_branch_to_judge(model));
  want(model, ShowBranch{0});
  pause_alice(model, 1);
  want(model, Break{Spot{SpotKind::lane, 1}, 0, 1e3, {}});
  EXPECT_FALSE(is_branch_to_judge(model)) << model.run->judged.name;
  want(model, CheckAnswer{});
  EXPECT_TRUE(open_question(model));
}

TEST(OpenAnswer, AClassDoesNotVoteAndLettersAreNoAnswers) {
  Model model = at_question(1);
  model.presenting = true;
  EXPECT_FALSE(counts_votes(model));
  type(model, 'a');
  want(model, Answer{0});
  EXPECT_TRUE(open_question(model));
}

TEST(OpenAnswer, AnAnswerThatIsJudgedAfterTheLessonWasClosedIsThereWhenItOpensAgain) {
  Model model = at_question(0);
  want(model, WriteAnswer{lease_of(model, 0)});
  const auto job = update(model, CheckAnswer{});
  ASSERT_TRUE(job);
  want(model, CloseLesson{});
  want(model, AnswerJudged{job->job, true});
  want(model, OpenLesson{});
  EXPECT_EQ(model.lesson->answer(), 0u);
}

TEST(OpenAnswer, AFileWithAQuestionThatIsHalfOpenSaysSo) {
  const auto said = [](std::string_view to) {
    constexpr std::string_view from = "open = \"lease\"";
    std::string text = quiz;
    text.replace(text.find(from), from.size(), to);
    return sim::problem_in(read_lesson(text, "quiz.md"));
  };
  EXPECT_THAT((std::vector{said("open = \"time\""), said("open = \"lease\"\nright = 1"),
                           said("open = \"lease\"\nanswers = [\"1\", \"2\"]")}),
              test::IsGolden());
}

}  // namespace
}  // namespace locklab::app
