// How a quiz is put together: from easy to hard, and with what somebody needs to answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "app/quiz/quiz.h"
#include "app/runs/judged_run.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t events_of(const std::string& run) {
  const auto made = make_shown_run(sim::Library(), run);
  const auto* shown = std::get_if<ShownRunPtr>(&made);
  return shown ? (*shown)->trace().size() : 0;
}

// The first question of a quiz was the hardest kind, on a run of 346 events.
TEST(QuizOrder, GoesFromWhatIsSeenToWhatHasToBeSearched) {
  constexpr QuizKind from_easy[] = {QuizKind::inside, QuizKind::next,    QuizKind::key,
                                    QuizKind::reply,  QuizKind::promise, QuizKind::fault,
                                    QuizKind::lease};
  const auto rank = [&](QuizKind kind) {
    return std::find(std::begin(from_easy), std::end(from_easy), kind) - std::begin(from_easy);
  };
  for (const std::uint64_t seed : {7, 11, 12}) {
    QuizTask task;
    task.seed = seed;
    task.count = 10;
    const auto made = make_quiz(sim::Library(), task);
    const auto* quiz = std::get_if<Quiz>(&made);
    ASSERT_TRUE(quiz);
    ASSERT_EQ(quiz->questions.size(), 10u);
    EXPECT_EQ(quiz->questions.front().kind, QuizKind::inside);
    for (std::size_t i = 1; i < 10; ++i)
      EXPECT_LE(rank(quiz->questions[i - 1].kind), rank(quiz->questions[i].kind)) << seed;
    std::size_t few = 0;
    for (const QuizQuestion& question : quiz->questions) few += events_of(question.run) <= 150;
    EXPECT_GE(few, 8u) << "where there are runs of few events, they are asked about: " << seed;
  }
}

TEST(QuizOrder, AStepSaysBesideItsQuestionWhatHasHappened) {
  QuizTask task;
  task.seed = 11;
  task.count = 3;
  const auto made = make_quiz(sim::Library(), task);
  const std::string lesson = quiz_lesson(sim::Library(), std::get<Quiz>(made));
  EXPECT_THAT(lesson, HasSubstr("Lock: "));
  EXPECT_THAT(lesson, HasSubstr("What happened so far"));
  EXPECT_THAT(lesson, Not(HasSubstr("strikes any more")));
}

}  // namespace
}  // namespace locklab::app
