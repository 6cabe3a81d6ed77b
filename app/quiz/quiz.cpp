#include "app/quiz/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "app/quiz/dice.h"
#include "app/quiz/draw.h"
#include "app/runs/judged_run.h"
#include "sim/scenario/toml_value.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::Problem;
using sim::Value;

/// The order of kinds; an open question takes longer, so it comes less often.
constexpr std::array order{QuizKind::inside,  QuizKind::key,    QuizKind::reply, QuizKind::next,
                           QuizKind::promise, QuizKind::inside, QuizKind::lease, QuizKind::reply,
                           QuizKind::next,    QuizKind::fault,  QuizKind::key,   QuizKind::promise};
constexpr std::size_t tries = 4;         ///< attempts at another question of a kind on the same run
constexpr std::size_t few_events = 150;  ///< shorter runs come first, as they are easily surveyed
constexpr std::size_t most_events = 5000;  ///< longer runs are too long for questions

/// Easier kinds have lower numbers: what is shown, then what follows from it, then what has to be
/// searched for.
int difficulty(QuizKind kind) {
  switch (kind) {
    case QuizKind::inside:
      return 0;
    case QuizKind::next:
      return 1;
    case QuizKind::key:
      return 2;
    case QuizKind::reply:
      return 3;
    case QuizKind::promise:
      return 4;
    case QuizKind::fault:
      return 5;
    default:
      return 6;
  }
}

class Making {
 public:
  Making(const sim::Library& library, const QuizTask& task)
      : library_(library), quiz_{task, {}}, dice_(task.seed) {}

  std::variant<Quiz, Problem> make() {
    names_ = quiz_.task.runs;
    for (const std::string& name : names_) {
      const auto opened = open_named(library_, name);
      if (const auto* problem = std::get_if<Problem>(&opened)) return *problem;
    }
    if (names_.empty())
      for (const sim::ScenarioEntry& entry : library_.list())
        if (!entry.problem) names_.push_back(entry.name);
    dice_.shuffle(names_);
    const std::size_t first = dice_.below(order.size());
    for (std::size_t i = 0; quiz_.questions.size() < quiz_.task.count; ++i) {
      // Every kind has been tried on every run since the last question was found.
      if (i - found_at_ > order.size()) break;
      if (ask(order[(first + i) % order.size()])) found_at_ = i;
    }
    std::stable_sort(quiz_.questions.begin(), quiz_.questions.end(),
                     [](const QuizQuestion& a, const QuizQuestion& b) {
                       return difficulty(a.kind) < difficulty(b.kind);
                     });
    return std::move(quiz_);
  }

 private:
  /// Asks a question of this kind on the next run that offers one; returns false if none does.
  bool ask(QuizKind kind) { return ask(kind, few_events) || ask(kind, most_events); }

  bool ask(QuizKind kind, std::size_t most) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::string& name = names_[next_run_++ % names_.size()];
      const ShownRunPtr run = run_of(name);
      if (!run || run->trace().size() > most) continue;
      for (std::size_t attempt = 0; attempt < (is_open(kind) ? 1 : tries); ++attempt) {
        auto drawn = draw_question(library_, *run, kind, dice_);
        if (!drawn || !asked_.insert(identity(*drawn)).second) continue;
        quiz_.questions.push_back(std::move(*drawn));
        return true;
      }
    }
    return false;
  }

  static std::string identity(const QuizQuestion& question) {
    return fmt::format("{} {} {} {} {} {}", question.run, name(question.kind),
                       question.words.english(), question.client, question.node, question.nth);
  }

  ShownRunPtr run_of(const std::string& name) {
    const auto known = runs_.find(name);
    if (known != runs_.end()) return known->second;
    ShownRunPtr run;
    auto made = make_shown_run(library_, name);
    if (auto* shown = std::get_if<ShownRunPtr>(&made))
      if ((*shown)->trace().size() <= most_events) run = *shown;
    return runs_[name] = run;
  }

  const sim::Library& library_;
  Quiz quiz_;
  Dice dice_;
  std::vector<std::string> names_;
  std::map<std::string, ShownRunPtr> runs_;
  std::set<std::string> asked_;
  std::size_t next_run_ = 0;
  std::size_t found_at_ = 0;
};

}  // namespace

std::variant<Quiz, Problem> make_quiz(const sim::Library& library, const QuizTask& task) {
  return Making(library, task).make();
}

std::variant<QuizTask, Problem> read_quiz_task(std::string_view lesson, std::string_view file) {
  constexpr std::string_view begin = "\n```quiz\n";
  constexpr std::string_view end = "\n```";
  const std::size_t at = lesson.find(begin);
  const std::size_t to = at == lesson.npos ? at : lesson.find(end, at + begin.size() - 1);
  const Problem no_quiz{std::string(file), 0, 0, say("this file is not a quiz"),
                        say("make one with: locklab quiz --out FILE.md")};
  if (to == lesson.npos) return no_quiz;
  const auto line = static_cast<std::uint32_t>(
      std::count(lesson.begin(), lesson.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 2);
  const std::string_view block = lesson.substr(at + begin.size(), to + 1 - at - begin.size());
  auto toml = sim::parse_toml(block, file, 0);
  if (auto* problem = std::get_if<Problem>(&toml)) {
    problem->line += line;
    return std::move(*problem);
  }
  const Value& table = std::get<Value>(toml);
  QuizTask task;
  const Value* seed = table.find("seed");
  const Value* count = table.find("count");
  const Value* runs = table.find("runs");
  const Value* language = table.find("language");
  const auto is_number = [](const Value* value) {
    return value && value->kind == Value::Kind::integer && value->integer >= 0;
  };
  if (!is_number(seed) || !is_number(count) || count->integer > most_questions) return no_quiz;
  task.seed = static_cast<std::uint64_t>(seed->integer);
  task.count = static_cast<std::uint32_t>(count->integer);
  if (runs && runs->is_array())
    for (const Value& run : runs->items) task.runs.push_back(run.text);
  if (language && language->text == "zh") task.language = Language::chinese;
  return task;
}

}  // namespace locklab::app
