// Grades a student's answers to a quiz: multiple choice by the quiz, open answers by the simulator.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/quiz/quiz.h"
#include "app/words/language.h"
#include "sim/trace/problem.h"

namespace locklab::app {

struct StudentAnswers {
  std::string file;
  std::string name;
  std::map<std::size_t, std::string> answers;  ///< by question number, from 1
};
/// Reads a filled-in form: TOML with `name`, and the answers by question number.
std::variant<StudentAnswers, sim::Problem> read_answers(std::string_view text,
                                                        std::string_view file);

struct Grade {
  std::string given;  ///< as the student wrote it
  bool answered = false, right = false;
  std::string note;  ///< why a given answer does not count; may be empty
};
struct Result {
  StudentAnswers student;
  std::vector<Grade> grades;  ///< by question
  std::size_t right() const;
};
Result grade(const sim::Library& library, const Quiz& quiz, const StudentAnswers& student);

/// The results for a teacher, as JSON and as a table.
std::string results_json(const Quiz& quiz, const std::vector<Result>& results);
std::string results_table(const Quiz& quiz, const std::vector<Result>& results);

}  // namespace locklab::app
