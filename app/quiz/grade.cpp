#include "app/quiz/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/quiz/judge_answer.h"
#include "app/words/display_text.h"
#include "app/words/generator.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using nlohmann::ordered_json;
using sim::Problem;
using sim::Value;

std::string stripped(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == text.npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(blank) + 1 - begin));
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size() ? std::optional(number)
                                                                   : std::nullopt;
}

/// The answer selected by a letter, which a bracket or a full stop may follow; nullopt if none is.
std::optional<std::size_t> choice_in(std::string_view text, std::size_t answers) {
  if (text.ends_with(')') || text.ends_with('.')) text.remove_suffix(1);
  if (text.size() != 1) return std::nullopt;
  const char c =
      text[0] >= 'A' && text[0] <= 'Z' ? static_cast<char>(text[0] - 'A' + 'a') : text[0];
  if (c < 'a' || static_cast<std::size_t>(c - 'a') >= answers) return std::nullopt;
  return static_cast<std::size_t>(c - 'a');
}

class Grader {
 public:
  Grader(const sim::Library& library, const Quiz& quiz) : library_(library), quiz_(quiz) {}

  Grade of(const QuizQuestion& question, const std::string& given) const {
    Grade grade;
    grade.given = given;
    grade.answered = !given.empty();
    if (!grade.answered) return grade;
    if (!is_open(question.kind)) {
      const auto choice = choice_in(given, question.answers.size());
      grade.right = choice == question.right;
      if (!choice) note(grade, say("not one of the letters"));
      return grade;
    }
    auto made = make_shown_run(library_, question.run);
    const auto* run = std::get_if<ShownRunPtr>(&made);
    if (!run) return grade;
    if (question.kind == QuizKind::lease) {
      const auto ms = number_in<std::uint64_t>(given);
      grade.right = ms && is_least_lease(library_, **run, *ms);
      if (!ms) note(grade, say("not a whole number"));
      return grade;
    }
    const auto broken = breaks_lock(library_, **run, given);
    if (const auto* problem = std::get_if<Problem>(&broken)) {
      note(grade, sim::sentence(*problem));
    } else {
      grade.right = std::get<bool>(broken);
    }
    return grade;
  }

 private:
  void note(Grade& grade, const Sentence& why) const {
    grade.note = told(why, quiz_.task.language);
  }

  const sim::Library& library_;
  const Quiz& quiz_;
};

}  // namespace

std::variant<StudentAnswers, Problem> read_answers(std::string_view text, std::string_view file) {
  if (!is_utf8(text))
    return Problem{std::string(file), 0, 0, say("the text is not UTF-8"),
                   say("save the file as UTF-8 in your editor")};
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  auto toml = sim::parse_toml(text, file, 0);
  if (auto* problem = std::get_if<Problem>(&toml)) return std::move(*problem);
  StudentAnswers student{std::string(file), {}, {}};
  for (const Value& field : std::get<Value>(toml).items) {
    const std::string given = field.kind == Value::Kind::integer ? fmt::format("{}", field.integer)
                              : field.is_table()                 ? sim::to_toml(field)
                                                                 : stripped(field.text);
    if (field.key == "name") {
      student.name = given;
    } else if (const auto number = number_in<std::size_t>(field.key)) {
      student.answers[*number] = given;
    } else {
      return Problem{std::string(file), field.key_at.line, field.key_at.column,
                     say("'{}' is not the number of a question", field.key),
                     say("write lines such as {}", "1 = \"b\"")};
    }
  }
  return student;
}

std::size_t Result::right() const {
  return static_cast<std::size_t>(
      std::count_if(grades.begin(), grades.end(), [](const Grade& one) { return one.right; }));
}

Result grade(const sim::Library& library, const Quiz& quiz, const StudentAnswers& student) {
  const Grader grader(library, quiz);
  Result result{student, {}};
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) {
    const auto given = student.answers.find(i + 1);
    result.grades.push_back(grader.of(
        quiz.questions[i], given == student.answers.end() ? std::string() : given->second));
  }
  return result;
}

std::string results_json(const Quiz& quiz, const std::vector<Result>& results) {
  ordered_json all;
  all["generator"] = generator;
  all["seed"] = quiz.task.seed;
  all["questions"] = ordered_json::array();
  for (const QuizQuestion& question : quiz.questions)
    all["questions"].push_back(
        {{"kind", name(question.kind)},
         {"run", question.run},
         {"question", told(question.words, quiz.task.language)},
         {"right", question.answers.empty()
                       ? question.sample
                       : std::string(1, static_cast<char>('a' + question.right))}});
  all["students"] = ordered_json::array();
  for (const Result& result : results) {
    ordered_json one{{"name", result.student.name},
                     {"file", result.student.file},
                     {"right", result.right()},
                     {"of", result.grades.size()},
                     {"answers", ordered_json::array()}};
    for (const Grade& each : result.grades)
      one["answers"].push_back({{"given", each.given}, {"right", each.right}, {"note", each.note}});
    all["students"].push_back(std::move(one));
  }
  return json_text(all, 2) + "\n";
}

std::string results_table(const Quiz& quiz, const std::vector<Result>& results) {
  std::size_t width = 8;
  const auto name_of = [](const Result& result) {
    return printable(result.student.name.empty() ? result.student.file : result.student.name);
  };
  for (const Result& result : results) width = std::max(width, display_width(name_of(result)));
  std::string text = pad("", width);
  for (std::size_t i = 0; i < quiz.questions.size(); ++i) text += fmt::format(" {:>3}", i + 1);
  text += "\n";
  std::vector<std::size_t> by_question(quiz.questions.size());
  for (const Result& result : results) {
    text += pad(name_of(result), width);
    for (std::size_t i = 0; i < result.grades.size(); ++i) {
      const Grade& one = result.grades[i];
      by_question[i] += one.right;
      text += fmt::format("   {}", one.right ? "✓" : one.answered ? "×" : "–");
    }
    text += fmt::format("   {} / {}\n", result.right(), result.grades.size());
  }
  text += pad(told(say("right"), quiz.task.language), width);
  for (const std::size_t right : by_question) text += fmt::format(" {:>3}", right);
  text += "\n";
  for (const Result& result : results)
    for (std::size_t i = 0; i < result.grades.size(); ++i)
      if (!result.grades[i].note.empty())
        text +=
            fmt::format("{} {}: {}\n", name_of(result), i + 1, printable(result.grades[i].note));
  return text;
}

}  // namespace locklab::app
