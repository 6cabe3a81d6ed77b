#include "app/gui/update/open_answers.h"

#include <charconv>
#include <utility>

#include "app/changes/added_faults.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_story.h"
#include "sim/scenario/run_name.h"

namespace locklab::app {

namespace {

/// A canonical name for the run.
std::string one_name(const std::string& name) {
  const auto read = sim::parse_run_name(name);
  const auto* run = std::get_if<sim::RunName>(&read);
  return run ? sim::to_string(*run) : name;
}

void give(Model& model, const StepId& step, bool right) {
  // If the lesson has been closed meanwhile, the answer is stored for later.
  std::optional<LessonPlace>& place = model.lesson ? model.lesson : model.left;
  if (!place) return;
  place->answers.try_emplace(step, right ? 0 : 1);
  if (model.lesson && model.lesson->id() == step) reveal(model);
}

std::optional<Job> judge_lease(Model& model) {
  const std::string& text = model.lesson->written[model.lesson->id()];
  std::uint64_t ms = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
  if (error != std::errc() || rest != text.data() + text.size()) {
    model.wrong_field = {"open answer", text, say("write a whole number of milliseconds")};
    return std::nullopt;
  }
  model.wrong_field.reset();
  model.judging = {++model.jobs, model.lesson->id()};
  return Job{model.jobs, work::JudgeLease{model.branches[0].run, ms}};
}

}  // namespace

bool is_branch_to_judge(const Model& model) {
  if (!predicts(model) || model.branch == 0 || model.run->recorded) return false;
  const std::size_t faults = added_faults(*model.run).size();
  return faults > 0 && one_name(without_fault(*model.run, faults - 1)) ==
                           one_name(model.branches[0].run->judged.name);
}

std::optional<Job> change_lesson(Model& model, const intent::WriteAnswer& answer) {
  const LessonQuestion* asked = open_question(model);
  if (!asked || asked->open != OpenAnswer::lease) return std::nullopt;
  model.lesson->written[model.lesson->id()] = answer.text;
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::CheckAnswer&) {
  const LessonQuestion* asked = open_question(model);
  if (!asked || !predicts(model) || model.judging) return std::nullopt;
  if (asked->open == OpenAnswer::lease) return judge_lease(model);
  if (asked->open != OpenAnswer::fault || !is_branch_to_judge(model)) return std::nullopt;
  give(model, model.lesson->id(), breaks_a_promise(model.run->judged));
  return std::nullopt;
}

std::optional<Job> change_lesson(Model& model, const intent::AnswerJudged& judged) {
  if (!model.judging || model.judging->first != judged.job) return std::nullopt;
  const StepId step = std::exchange(model.judging, std::nullopt)->second;
  give(model, step, judged.right);
  return std::nullopt;
}

}  // namespace locklab::app
