// A quiz: questions drawn from runs with a seed. It is a value, and the same task gives the same
// quiz to the byte, so that a grader makes it again instead of trusting a file.
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
  std::vector<std::string> runs;  ///< names; empty: all shipped stories
  std::uint64_t seed = 1;
  std::uint32_t count = 10;
  Language language = Language::english;
  bool operator==(const QuizTask&) const = default;
};

inline constexpr std::uint32_t most_questions = 100;

struct Quiz {
  QuizTask task;
  std::vector<QuizQuestion> questions;  ///< fewer than asked for, if the runs give no more
};

std::variant<Quiz, sim::Problem> make_quiz(const sim::Library& library, const QuizTask& task);

/// The quiz as a lesson for students: Markdown that the window opens. It contains the answers.
std::string quiz_lesson(const sim::Library& library, const Quiz& quiz);
/// A sheet to print: without answers, or the answers to it alone.
std::string quiz_paper(const sim::Library& library, const Quiz& quiz);
std::string quiz_answers(const sim::Library& library, const Quiz& quiz);
/// A form for a student's answers, which read_answers() reads once it is filled in.
std::string quiz_form(const sim::Library& library, const Quiz& quiz);

/// The task that a quiz's lesson was made by.
std::variant<QuizTask, sim::Problem> read_quiz_task(std::string_view lesson, std::string_view file);

}  // namespace locklab::app
