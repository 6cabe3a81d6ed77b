// `locklab quiz`: draws a quiz from runs and writes it for the window, for paper and for the
// teacher; `locklab quiz grade` judges students' answers.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "app/cli/argument_checks.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/output_files.h"
#include "app/cli/quiz_options.h"
#include "app/quiz/grade.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{4} << 20;

Language language_of(const QuizCommand& command) {
  return command.language == "zh" ? Language::chinese : Language::english;
}

std::optional<sim::Problem> written(const std::string& path, const std::string& text) {
  if (path.empty()) return std::nullopt;
  return sim::write_whole(path, {text});
}

int write_quiz(const sim::Library& library, const QuizCommand& command, const Quiz& quiz) {
  const Language language = quiz.task.language;
  const std::string lesson = quiz_lesson(library, quiz);
  for (const auto& [path, text] :
       {std::pair{command.out, lesson}, std::pair{command.paper, quiz_paper(library, quiz)},
        std::pair{command.answers, quiz_answers(library, quiz)},
        std::pair{command.form, quiz_form(library, quiz)}})
    if (const auto problem = written(path, text)) {
      complain(sim::sentence(*problem), language);
      return exit_missing;
    }
  if (command.out.empty() && command.paper.empty() && command.answers.empty() &&
      command.form.empty())
    print(lesson);
  complain(say("{} questions of {}", quiz.questions.size(), quiz.task.count), language);
  return quiz.questions.size() == quiz.task.count ? exit_as_expected : exit_not_as_expected;
}

std::variant<Quiz, sim::Problem> quiz_of_file(const sim::Library& library,
                                              const std::string& path) {
  const auto text = sim::read_whole(path, largest_file);
  if (const auto* problem = std::get_if<sim::Problem>(&text)) return *problem;
  const std::string& lesson = std::get<std::string>(text);
  auto task = read_quiz_task(lesson, path);
  if (auto* problem = std::get_if<sim::Problem>(&task)) return std::move(*problem);
  auto quiz = make_quiz(library, std::get<QuizTask>(task));
  if (const auto* made = std::get_if<Quiz>(&quiz))
    if (quiz_lesson(library, *made) != lesson)
      return sim::Problem{
          path, 0, 0, say("this quiz was changed by hand, or made by another version of the lab"),
          say("make it again with: locklab quiz --seed {} --out FILE.md",
              std::get<QuizTask>(task).seed)};
  return quiz;
}

int grade_answers(const sim::Library& library, const QuizCommand& command) {
  const Language asked = language_of(command);
  const auto made = quiz_of_file(library, command.quiz);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) return refuse(*problem, asked);
  const Quiz& quiz = std::get<Quiz>(made);
  std::vector<Result> results;
  for (const std::string& path : command.students) {
    const auto text = sim::read_whole(path, largest_file);
    if (const auto* problem = std::get_if<sim::Problem>(&text)) return refuse(*problem, asked);
    const auto student = read_answers(std::get<std::string>(text), path);
    if (const auto* problem = std::get_if<sim::Problem>(&student)) return refuse(*problem, asked);
    results.push_back(grade(library, quiz, std::get<StudentAnswers>(student)));
  }
  if (const auto problem = written(command.result, results_json(quiz, results))) {
    complain(sim::sentence(*problem), asked);
    return exit_missing;
  }
  print(results_table(quiz, results));
  return exit_as_expected;
}

}  // namespace

CLI::App* add_quiz(CLI::App& program, QuizCommand& command) {
  CLI::App* quiz = program.add_subcommand(
      "quiz", "A quiz that the lab draws from runs: for the window, on paper, graded");
  quiz->add_option("runs", command.task.runs,
                   "The runs to ask about (scenarios, or names of runs); all stories by default");
  quiz->add_option("--seed", command.task.seed, "The same seed gives the same quiz")
      ->check(whole_number("--seed"));
  quiz->add_option("--count", command.task.count, "How many questions")
      ->check(whole_number("--count", 1, most_questions));
  quiz->add_option("--out", command.out, "FILE.md: opens as a lesson; it contains the answers");
  quiz->add_option("--paper", command.paper, "FILE.html: a sheet to print, without the answers");
  quiz->add_option("--answers", command.answers, "FILE.html: the answers to the sheet");
  quiz->add_option("--form", command.form, "FILE.toml: a form for a student's answers");
  quiz->add_option("--language", command.language, "of the quiz: en or zh")
      ->check(one_of("--language", {"en", "zh"}));
  quiz->add_flag("--force", command.force, "Write over files that the lab has not written");
  CLI::App* grading = quiz->add_subcommand("grade", "Grade the answers of students to a quiz");
  grading->add_option("quiz", command.quiz, "The quiz, as --out wrote it")->required();
  grading->add_option("answers", command.students, "Filled-in forms, one for each student")
      ->required();
  grading->add_option("--out", command.result, "FILE.json: the results");
  grading->add_option("--language", command.language, "of messages: en or zh")
      ->check(one_of("--language", {"en", "zh"}));
  grading->add_flag("--force", command.force, "Write over files that the lab has not written");
  return quiz;
}

int quiz_command(const CLI::App& quiz, const sim::Library& library, QuizCommand& command) {
  OutputFiles outputs{{{"--out", command.out},
                       {"--paper", command.paper},
                       {"--answers", command.answers},
                       {"--form", command.form},
                       {"--out", command.result}},
                      command.students,
                      command.force};
  outputs.inputs.push_back(command.quiz);
  for (const std::string& run : command.task.runs)
    for (std::string& file : read_by(run)) outputs.inputs.push_back(std::move(file));
  if (const int status = check(outputs, language_of(command)); status != exit_as_expected)
    return status;
  if (quiz.got_subcommand("grade")) return grade_answers(library, command);
  command.task.language = language_of(command);
  const auto made = make_quiz(library, command.task);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return refuse(*problem, command.task.language);
  return write_quiz(library, command, std::get<Quiz>(made));
}

}  // namespace locklab::app
