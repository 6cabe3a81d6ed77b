// Intents in a lesson: reading it, answering its questions, counting the votes of a class, and
// resetting the answers for the next class.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/any_of.h"

namespace locklab::app {

namespace intent {

struct OpenLesson {
  std::optional<std::size_t> lesson;
};  ///< nullopt for the reader's last place
struct ListLessons {
  bool shown;
};
struct CloseLesson {};
struct GoToStep {
  int by;
};
struct Answer {
  std::size_t choice;
};
struct ShowAgain {};  ///< shows the step as the reader first saw it

/// Sets whether a letter is a vote for an answer rather than the reader's own answer.
struct CountVotes {
  bool on;
};
/// Changes the votes for an answer by `by`, or sets them to the number typed before.
struct Vote {
  std::size_t choice;
  int by = 1;
};
struct TypeVotes {
  std::optional<int> digit;  ///< nullopt removes the last digit
};
struct ShowTruth {};  ///< ends the vote and reveals the right answer

/// Sets the text written so far as the answer to an open question.
struct WriteAnswer {
  std::string text;
};
/// Has the written answer judged or, for a question about a fault, the branch on screen.
struct CheckAnswer {};
struct AnswerJudged {
  std::uint64_t job;
  bool right;
};

/// Clears the answers, the votes, the progress and the branches.
struct ResetAnswers {
  std::optional<std::size_t> lesson;  ///< nullopt for all lessons
};
struct BringAnswersBack {};  ///< undoes the last reset

}  // namespace intent

using LessonIntents =
    TypeList<intent::OpenLesson, intent::ListLessons, intent::CloseLesson, intent::GoToStep,
             intent::Answer, intent::ShowAgain, intent::CountVotes, intent::Vote, intent::TypeVotes,
             intent::ShowTruth, intent::WriteAnswer, intent::CheckAnswer, intent::AnswerJudged,
             intent::ResetAnswers, intent::BringAnswersBack>;

template <class One>
concept ChangesLesson = std::same_as<One, intent::CountVotes> || std::same_as<One, intent::Vote> ||
    std::same_as<One, intent::TypeVotes> || std::same_as<One, intent::ShowTruth> ||
    std::same_as<One, intent::WriteAnswer> || std::same_as<One, intent::CheckAnswer> ||
    std::same_as<One, intent::AnswerJudged> || std::same_as<One, intent::ResetAnswers> ||
    std::same_as<One, intent::BringAnswersBack>;

}  // namespace locklab::app
