// An open question and its surroundings give no answer away: the headline repeats the question, and
// list and explanation end at the cursor.
#include <gmock/gmock.h>

#include "app/gui/update/headline.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/tale.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_list.h"
#include "app/quiz/quiz.h"
#include "tests/support/read.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Checks the open question of the current step. Returns false if there is none about a run.
bool check_open_question(const Model& model) {
  const LessonQuestion* const question = open_question(model);
  if (!question || !predicts(model)) return false;
  const LessonStep& step = *step_at(model);
  const Headline headline = headline_of(model);
  const std::string said = told(headline.now, model.settings.language);
  std::string asked;
  for (const TextRun& run : question->question) asked += run.text;
  EXPECT_EQ(said, asked) << step.title;
  EXPECT_FALSE(headline.broken) << step.title;
  EXPECT_EQ(headline.title, "") << step.title;
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    if (verdict.kept == sim::Kept::broken) {
      EXPECT_THAT(said, Not(HasSubstr(told(verdict.sentence, model.settings.language))));
    }
  const ToldRows rows(model);
  for (std::size_t row = 0; row < rows.size(); ++row)
    EXPECT_LT(rows.event(row), model.cursor.events) << step.title;
  for (const WhyStep& cause : why_shown(model))
    EXPECT_LT(cause.event, model.cursor.events) << step.title;
  return true;
}

TEST(OpenQuestion, OfALessonIsNotAnsweredByWhatStandsAboveIt) {
  for (const Language language : {Language::english, Language::chinese}) {
    std::size_t checked = 0;
    for (std::size_t lesson = 0; lesson < lessons(language).size(); ++lesson) {
      Model model;
      model.settings.language = language;
      want(model, intent::OpenLesson{lesson});
      for (std::size_t step = 0; step < lessons(language)[lesson].steps.size(); ++step) {
        if (step > 0) want(model, intent::GoToStep{+1});
        checked += check_open_question(model);
        if (open_question(model)) want(model, intent::Answer{open_question(model)->right});
      }
    }
    EXPECT_GT(checked, 25u);
  }
}

TEST(OpenQuestion, OfAQuizIsNotAnsweredByWhatStandsAboveIt) {
  for (const Language language : {Language::english, Language::chinese})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const QuizTask task{.seed = seed, .count = 4, .language = language};
      const Quiz quiz = sim::value_of(make_quiz(sim::Library(), task));
      const Lesson lesson =
          sim::value_of(read_lesson(quiz_lesson(sim::Library(), quiz), "quiz.md"));
      Model model;
      model.settings.language = language;
      model.own_lessons.push_back({"quiz.md", std::make_shared<Lesson>(lesson)});
      want(model, intent::OpenLesson{lessons_of(model).size() - 1});
      std::size_t checked = 0;
      for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        if (step > 0) want(model, intent::GoToStep{+1});
        checked += check_open_question(model);
      }
      EXPECT_GT(checked, 0u) << seed;
    }
}

TEST(OpenQuestion, OnceAnsweredTheHeadlineTellsAgain) {
  Model model;
  want(model, intent::OpenLesson{0});
  while (!(open_question(model) && predicts(model) && model.cursor.events > 0))
    want(model, intent::GoToStep{+1});
  const std::string title = headline_of(model).now.english();
  want(model, intent::Answer{0});
  EXPECT_NE(headline_of(model).now.english(), title);
}

}  // namespace
}  // namespace locklab::app
