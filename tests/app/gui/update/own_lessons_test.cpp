// Lessons opened from a file work like shipped ones, and an unreadable file loses nothing.
#include <gmock/gmock.h>

#include <fstream>
#include <string>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/commands.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/settings_file.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/golden_text.h"
#include "tests/support/sample_steps.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using namespace intent;
using test::ScratchFolder;
using testing::HasSubstr;

const std::string mine = "# My own lesson\n\nAbout pauses.\n\n## First\n\n" +
                         std::string(test::step_to_choose) +
                         "\n## Second\n\n```lab\nseek = \"end\"\n```\n\nLook.\n";

/// A lesson file and a model that opens it.
class OwnLessonFile : public testing::Test {
 protected:
  void open(std::string_view text) {
    std::ofstream(path) << text;
    want(model, Open{path});
  }

  const ScratchFolder folder;
  const std::string path = folder / "mine.md";
  Model model;
};

std::string problem_of(const Model& model) { return told(model.problem, Language::english); }

TEST_F(OwnLessonFile, OpensAStoryAtItsBeginningIfTheStepNamesNoMoment) {
  open(
      "# Mine\n\nA story.\n\n## First\n\n```lab\nscenario = "
      "\"F06_pause_past_ttl\"\n```\n\nLook.\n");
  ASSERT_TRUE(model.run) << problem_of(model);
  EXPECT_EQ(model.cursor.events, 0u);
}

TEST_F(OwnLessonFile, OpensFromAFileWithStepsQuestionsVotesAndProgress) {
  open(mine);
  const LessonShelf shelf = lessons_of(model);
  ASSERT_EQ(shelf.size(), shelf.shipped + 1);
  EXPECT_EQ(shelf.shipped, lessons(Language::english).size());
  ASSERT_TRUE(model.lesson);
  EXPECT_EQ(model.lesson->lesson, shelf.shipped);
  ASSERT_TRUE(step_at(model));
  EXPECT_EQ(step_at(model)->title, "First");
  EXPECT_EQ(model.run->judged.scenario.name, "F06_pause_past_ttl");
  EXPECT_TRUE(predicts(model));
  want(model, CountVotes{true});
  want(model, Vote{0, +3});
  want(model, Vote{1, +1});
  EXPECT_EQ(votes(model), (std::vector<std::uint32_t>{3, 1}));
  want(model, CountVotes{false});
  want(model, Answer{1});
  EXPECT_FALSE(predicts(model));
  want(model, GoToStep{+1});
  EXPECT_EQ(model.cursor.events, model.run->trace().size());
  EXPECT_THAT(progress_of(reader_place(model), shelf.shipped, shelf[shelf.shipped]),
              testing::FieldsAre(2u, 2u, 1u, 1u, 1u));
  EXPECT_THAT(model.settings.recent, testing::ElementsAre(path));
}

TEST_F(OwnLessonFile, StandsByItselfAndTheShippedLessonsEndWithTheLast) {
  open(mine);
  const std::size_t own = model.lesson->lesson;
  want(model, GoToStep{-1});
  EXPECT_EQ(model.lesson->id(), StepId(own, 0));
  want(model, GoToStep{+1});
  want(model, GoToStep{+1});
  EXPECT_EQ(model.lesson->id(), StepId(own, 1));
  want(model, OpenLesson{own - 1});
  for (int i = 0; i < 30; ++i) want(model, GoToStep{+1});
  EXPECT_EQ(model.lesson->lesson, own - 1);
  bool listed = false;
  for (const WindowCommand& command : commands(model, Words::in(Language::english), {}))
    listed = listed || command.words.find("My own lesson") != std::string::npos;
  EXPECT_TRUE(listed);
}

TEST_F(OwnLessonFile, ABadFileSaysWhereAndLosesNothing) {
  open(mine);
  want(model, Answer{0});
  const std::string& bad = mine;
  open(std::string(bad).replace(bad.find("alice paused"), 0, "\"\npiont = \"x\"\nseek_ms = \""));
  EXPECT_THAT(problem_of(model), HasSubstr("mine.md:10:"));
  EXPECT_THAT(lessons_of(model)[model.lesson->lesson].title, test::IsGolden());
  EXPECT_EQ(model.lesson->answer(), 0u);
  for (const auto& [from, to, said] :
       {std::tuple{"seek = \"alice", "sek = \"alice", "mine.md:9:1: First: 'sek' is not known"},
        std::tuple{"F06_pause_past_ttl", "F06_pause_past_tll", "mine.md:8: First: "},
        std::tuple{"right = 2", "right = 5", "mine.md:13: First: 'right'"},
        std::tuple{"# My own lesson", "My own lesson", "has no title"},
        std::tuple{"Look.", "L\xc4ok.", "not UTF-8"}}) {
    std::string text = mine;
    text.replace(text.find(from), std::string_view(from).size(), to);
    open(text);
    EXPECT_THAT(problem_of(model), HasSubstr(said)) << to;
    EXPECT_EQ(model.own_lessons.size(), 1u);
    EXPECT_EQ(model.lesson->answer(), 0u);
  }
  want(model, Open{folder / "none.md"});
  EXPECT_THAT(problem_of(model), HasSubstr("none.md"));
}

TEST_F(OwnLessonFile, OpenedAgainItTakesTheNewTextAndKeepsTheAnswersThatStillFit) {
  open(mine);
  want(model, Answer{1});
  std::string text = mine;
  open("\xef\xbb\xbf" + text.replace(text.find("About"), 5, "All about"));
  EXPECT_EQ(model.own_lessons.size(), 1u);
  EXPECT_EQ(model.lesson->answer(), 1u);
  text.replace(text.find("Will Bob"), 8, "When does Bob");
  open(text);
  EXPECT_EQ(model.own_lessons.size(), 1u);
  EXPECT_EQ(model.lesson->answer(), std::nullopt);
  EXPECT_TRUE(open_question(model));
}

TEST_F(OwnLessonFile, UnsavedWorkIsAskedForBeforeItsStoryOpens) {
  want(model, Open{"F11"});
  want(model, Break{});
  const ShownRunPtr broken = model.run;
  open(mine);
  EXPECT_TRUE(model.leave_for);
  EXPECT_EQ(model.run, broken);
}

TEST_F(OwnLessonFile, IsForgottenWithTheWindowAndTheShippedOnesAreNot) {
  want(model, OpenLesson{12});
  want(model, Answer{1});
  open(mine);
  want(model, Answer{1});
  Model later;
  EXPECT_FALSE(take_settings(later, settings_text(model)));
  EXPECT_FALSE(later.settings.reading);
  EXPECT_EQ(reader_place(later).answers.size(), 1u);
  EXPECT_LT(reader_place(later).lesson, lessons(Language::english).size());
  for (const Intent& wanted : first_wishes(later.settings, "")) want(later, wanted);
  EXPECT_EQ(later.run->judged.scenario.name, "F06_pause_past_ttl");
}

TEST_F(OwnLessonFile, ThatIsBrokenIsToldOverTheExampleThatOpensWithItWhicheverComesFirst) {
  std::ofstream(path) << "# Mine\n\n## First\n\n```lab\nfault = \"sleep n1 5ms\"\n```\n";
  for (const bool lesson_first : {false, true}) {
    Model window;
    std::vector<Job> jobs;
    for (const Intent& wanted : first_wishes(window.settings, path))
      jobs.push_back(*update(window, wanted));
    ASSERT_EQ(jobs.size(), 2u);
    if (lesson_first) std::swap(jobs[0], jobs[1]);
    for (const Job& job : jobs) update(window, *answer_to(job));
    EXPECT_EQ(window.run->judged.scenario.name, "F06_pause_past_ttl");
    EXPECT_THAT(problem_of(window), HasSubstr("mine.md:"));
    want(window, Open{"F11"});
    EXPECT_TRUE(window.problem.empty()) << "of something that is past";
  }
}

TEST_F(OwnLessonFile, AStepWithAChangedRunLocksItsFutureAndIsNotTakenForAnotherRunOfTheStory) {
  std::string text = mine;
  text.replace(text.find("F06_pause_past_ttl"), 18, "F06 seed=5 set={ttl_ms=400}");
  text +=
      "\n## Third\n\n```lab\nscenario = \"F06_pause_past_ttl\"\nseek = \"end\"\n```\n\nPlain.\n";
  open(text);
  EXPECT_TRUE(predicts(model));
  const std::size_t events = model.cursor.events;
  want(model, GoToEnd{});
  EXPECT_EQ(model.cursor.events, events);
  want(model, Answer{1});
  want(model, GoToEnd{});
  EXPECT_GT(model.cursor.events, events);
  const std::string changed = model.run->judged.name;
  want(model, GoToStep{+1});
  EXPECT_EQ(model.run->judged.name, changed);
  want(model, GoToStep{+1});
  EXPECT_NE(model.run->judged.name, changed);
}

}  // namespace
}  // namespace locklab::app
