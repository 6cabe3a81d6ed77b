// The order of a quiz: from easy to hard, with what is needed for an answer.
#include <gmock/gmock.h>

#include <algorithm>
#include <iterator>

#include "app/quiz/quiz.h"
#include "tests/support/opened_run.h"
#include "tests/support/read.h"

namespace locklab::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Regression: a quiz began with the hardest kind of question, on a run of 346 events.
TEST(QuizOrder, GoesFromWhatIsSeenToWhatHasToBeSearched) {
  constexpr QuizKind from_easy[] = {QuizKind::inside, QuizKind::next,    QuizKind::key,
                                    QuizKind::reply,  QuizKind::promise, QuizKind::fault,
                                    QuizKind::lease};
  const auto rank = [&](QuizKind kind) {
    return std::find(std::begin(from_easy), std::end(from_easy), kind) - std::begin(from_easy);
  };
  for (const std::uint64_t seed : {7, 11, 12}) {
    const QuizTask task{.seed = seed, .count = 10};
    const Quiz quiz = sim::value_of(make_quiz(sim::Library(), task));
    ASSERT_EQ(quiz.questions.size(), 10u);
    EXPECT_EQ(quiz.questions.front().kind, QuizKind::inside);
    for (std::size_t i = 1; i < 10; ++i)
      EXPECT_LE(rank(quiz.questions[i - 1].kind), rank(quiz.questions[i].kind)) << seed;
    std::size_t few = 0;
    for (const QuizQuestion& question : quiz.questions)
      few += test::opened(question.run)->trace().size() <= 150;
    EXPECT_GE(few, 8u) << "where there are runs of few events, they are asked about: " << seed;
  }
}

TEST(QuizOrder, AStepSaysBesideItsQuestionWhatHasHappened) {
  const QuizTask task{.seed = 11, .count = 3};
  EXPECT_THAT(quiz_lesson(sim::Library(), sim::value_of(make_quiz(sim::Library(), task))),
              AllOf(HasSubstr("Lock: "), HasSubstr("What happened so far"),
                    Not(HasSubstr("strikes any more"))));
}

}  // namespace
}  // namespace locklab::app
