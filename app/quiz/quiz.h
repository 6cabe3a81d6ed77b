// A quiz: questions drawn from runs with a seed. A plain value: the same task gives a
// byte-identical quiz, so a grader draws it again instead of trusting a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/quiz/question.h"
#include "app/words/language.h"
#include "sim/scenario/library.h"
#include "sim/trace/problem.h"

namespace locklab::app {

struct QuizTask {
  std::vector<std::string> runs;  ///< names; empty for every valid scenario in the library
  std::uint64_t seed = 1;
  std::uint32_t count = 10;
  Language language = Language::english;
  bool operator==(const QuizTask&) const = default;
};

inline constexpr std::uint32_t most_questions = 100;

struct Quiz {
  QuizTask task;
  std::vector<QuizQuestion> questions;  ///< fewer than requested if the runs offer no more
};

std::variant<Quiz, sim::Problem> make_quiz(const sim::Library& library, const QuizTask& task);

/// The quiz as a lesson for students: Markdown that the window opens. Contains the answers.
std::string quiz_lesson(const sim::Library& library, const Quiz& quiz);
/// A printable sheet without answers, and a sheet with only the answers.
std::string quiz_paper(const sim::Library& library, const Quiz& quiz);
std::string quiz_answers(const sim::Library& library, const Quiz& quiz);
/// A form for a student's answers, which read_answers() reads once filled in.
std::string quiz_form(const sim::Library& library, const Quiz& quiz);

/// The task from which a quiz's lesson was made.
std::variant<QuizTask, sim::Problem> read_quiz_task(std::string_view lesson, std::string_view file);

}  // namespace locklab::app
