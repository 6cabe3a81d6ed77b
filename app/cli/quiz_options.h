// The arguments of `locklab quiz`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/quiz/quiz.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct QuizCommand {
  QuizTask task;
  std::string out, paper, answers, form;  ///< output files; empty for none
  std::string language = "en";
  bool force = false;

  std::string quiz;                   ///< grade: the quiz's file
  std::vector<std::string> students;  ///< grade: files with answers
  std::string result;                 ///< grade: a file for the results; empty for none
};

CLI::App* add_quiz(CLI::App& program, QuizCommand& command);

/// Draws a quiz, or grades the answers to one. Returns the exit status.
int quiz_command(const CLI::App& quiz, const sim::Library& library, QuizCommand& command);

}  // namespace locklab::app
