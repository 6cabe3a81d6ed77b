#include "app/gui/update/lesson_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/changes/fault_tools.h"
#include "app/changes/spot.h"
#include "app/gui/update/step_story.h"
#include "app/lessons/lesson_list.h"
#include "app/lessons/seek.h"

namespace locklab::app {

namespace {

/// Whether promises broken so far are shown next to an open question. Often they are the answer;
/// but a reader looking for a fault must see its effect.
bool tells_verdicts(const Model& model) { return open_question(model)->open == OpenAnswer::fault; }

/// The story of a lesson's step, or of the last step before it that has one; empty if none.
std::string story_at(const Lesson& lesson, std::size_t step) {
  for (std::size_t i = step + 1; i-- > 0;)
    if (lesson.steps[i].showing && !lesson.steps[i].showing->scenario.empty())
      return lesson.steps[i].showing->scenario;
  return {};
}

bool points_at(const LessonStep& step, const sim::Verdict& verdict) {
  const auto& points = step.showing->point;
  return std::find(points.begin(), points.end(),
                   fmt::format("verdict {}", name(verdict.property))) != points.end();
}

/// The moment of a step, or of the last step before it with a moment in the same story; null if
/// none.
const Showing* moment_at(const Lesson& lesson, std::size_t step) {
  for (std::size_t i = step + 1; i-- > 0;) {
    const auto& showing = lesson.steps[i].showing;
    if (showing && (!showing->seek.empty() || showing->seek_ms)) return &*showing;
    if (showing && !showing->scenario.empty()) return nullptr;
  }
  return nullptr;
}

/// The cursor of the next unanswered question that a later step asks about the current step's run,
/// not before the current step's moment; nullopt if none.
std::optional<Cursor> asked_next(const Model& model) {
  const Lesson& lesson = lessons_of(model)[model.lesson->lesson];
  const std::size_t now = model.lesson->step;
  const std::string story = story_at(lesson, now);
  const ShownRun& run = *model.branches[0].run;
  if (story.empty() || !is_run_of_step(run, story)) return std::nullopt;
  for (std::size_t later = now + 1; later < lesson.steps.size(); ++later) {
    if (!lesson.steps[later].question || story_at(lesson, later) != story ||
        model.lesson->answers.contains({model.lesson->lesson, later}))
      continue;
    const Showing* moment = moment_at(lesson, later);
    const auto events = moment ? events_at(*moment, run) : std::nullopt;
    if (!events || *events < model.asked_at.events) continue;
    const double at_us = *events == 0 ? 0 : static_cast<double>(run.trace()[*events - 1].at);
    return {{*events, at_us}};
  }
  return std::nullopt;
}

}  // namespace

bool is_broken_at_cursor(const Model& model, const sim::Verdict& verdict) {
  return verdict.kept == sim::Kept::broken && verdict.event && *verdict.event < model.cursor.events;
}

std::optional<std::size_t> LessonShelf::neighbour(std::size_t lesson, int by) const {
  if (is_own(lesson) || (by < 0 && lesson == 0)) return std::nullopt;
  const std::size_t next = by > 0 ? lesson + 1 : lesson - 1;
  return next < shipped ? std::optional(next) : std::nullopt;
}

LessonShelf lessons_of(const Model& model) {
  LessonShelf shelf;
  for (const Lesson& lesson : lessons(model.settings.language)) shelf.all.push_back(&lesson);
  shelf.shipped = shelf.all.size();
  for (const OwnLesson& own : model.own_lessons) shelf.all.push_back(own.lesson.get());
  return shelf;
}

LessonPlace reader_place(const Model& model) {
  if (model.lesson) return *model.lesson;
  return model.left.value_or(LessonPlace{});
}

LessonProgress progress_of(const LessonPlace& place, std::size_t number, const Lesson& lesson) {
  LessonProgress progress;
  progress.steps = lesson.steps.size();
  const auto read = place.read.find(number);
  if (read != place.read.end()) progress.read = std::min(read->second, progress.steps);
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    if (!lesson.steps[step].question) continue;
    ++progress.questions;
    const auto answer = place.answers.find({number, step});
    if (answer == place.answers.end()) continue;
    ++progress.answered;
    progress.right += answer->second == lesson.steps[step].question->right;
  }
  return progress;
}

const LessonStep* step_at(const Model& model) {
  if (!model.lesson) return nullptr;
  const LessonShelf shelf = lessons_of(model);
  if (model.lesson->lesson >= shelf.size()) return nullptr;
  const Lesson& lesson = shelf[model.lesson->lesson];
  return model.lesson->step < lesson.steps.size() ? &lesson.steps[model.lesson->step] : nullptr;
}

const LessonQuestion* open_question(const Model& model) {
  const LessonStep* step = step_at(model);
  return step && step->question && !model.lesson->answer() ? &*step->question : nullptr;
}

bool predicts(const Model& model) {
  if (!open_question(model) || !model.run || model.branches.empty()) return false;
  return is_run_of_step(*model.branches[0].run, story_of_step(model));
}

std::optional<Cursor> told_until(const Model& model) {
  if (predicts(model)) return model.cursor;
  const LessonStep* step = step_at(model);
  if (!step || open_question(model) || !model.run || model.branches.empty()) return std::nullopt;
  const std::optional<Cursor> asked = asked_next(model);
  if (!asked) return std::nullopt;
  if (!step->question) return model.cursor;
  // After an answer the run is shown up to the point where it would answer another question.
  if (asked->events <= model.asked_at.events) return std::nullopt;
  Cursor until = *asked;
  if (model.branch != 0)
    until.events = events_until(model.run->trace(), static_cast<std::int64_t>(until.at_us));
  return {{std::max(until.events, model.cursor.events), std::max(until.at_us, model.cursor.at_us)}};
}

bool holds_future(const Model& model) { return told_until(model).has_value(); }

bool hides_title(const Model& model) {
  if (!holds_future(model)) return false;
  const Lesson& lesson = lessons_of(model)[model.lesson->lesson];
  const std::string story = story_of_step(model);
  for (std::size_t step = 0; step <= model.lesson->step; ++step)
    if (lesson.steps[step].question && story_at(lesson, step) == story &&
        model.lesson->answers.contains({model.lesson->lesson, step}))
      return false;
  return true;
}

Cursor last_told(const Model& model) {
  if (model.branch == 0) return model.asked_at;
  const double at_us = model.asked_at.at_us;
  return {events_until(model.run->trace(), static_cast<std::int64_t>(at_us)), at_us};
}

bool is_told(const Model& model, const sim::Verdict& verdict) {
  if (predicts(model)) return tells_verdicts(model) && is_broken_at_cursor(model, verdict);
  const std::optional<Cursor> until = told_until(model);
  if (!until || until->events == model.run->trace().size()) return true;
  const LessonStep& step = *step_at(model);
  if (verdict.kept != sim::Kept::broken) return step.showing && points_at(step, verdict);
  return verdict.event && *verdict.event < until->events;
}

std::optional<std::uint16_t> pointed_verdict(const Model& model) {
  const LessonStep* step = step_at(model);
  if (!model.run || !step || !step->showing) return std::nullopt;
  const std::vector<sim::Verdict>& verdicts = model.run->judged.verdicts;
  for (const std::string& point : step->showing->point)
    for (std::size_t i = 0; i < verdicts.size(); ++i)
      if (point == fmt::format("verdict {}", name(verdicts[i].property)) &&
          is_broken_at_cursor(model, verdicts[i]) && is_told(model, verdicts[i]))
        return static_cast<std::uint16_t>(i);
  return std::nullopt;
}

std::optional<TimelineOptions::Told> told_part(const Model& model) {
  const std::optional<Cursor> until = told_until(model);
  if (!until) return std::nullopt;
  return TimelineOptions::Told{until->events, until->at_us,
                               !predicts(model) || tells_verdicts(model)};
}

void move_step(LessonPlace& place, int by, const LessonShelf& shelf) {
  if (by > 0 && place.step + 1 < shelf[place.lesson].steps.size()) {
    ++place.step;
  } else if (by < 0 && place.step > 0) {
    --place.step;
  } else if (const auto next = shelf.neighbour(place.lesson, by)) {
    place.lesson = *next;
    place.step = by > 0 ? 0 : shelf[*next].steps.size() - 1;
  }
}

std::string story_of_step(const Model& model) {
  if (!step_at(model)) return {};
  return story_at(lessons_of(model)[model.lesson->lesson], model.lesson->step);
}

const Showing* moment_of_step(const Model& model) {
  if (!step_at(model)) return nullptr;
  return moment_at(lessons_of(model)[model.lesson->lesson], model.lesson->step);
}

void select_lane_for_tool(Model& model, const Showing& showing) {
  const auto named = [](const std::string& point, std::string_view kind, std::string_view name) {
    return point.starts_with(kind) && std::string_view(point).substr(kind.size()) == name;
  };
  const std::vector<Lane>& lanes = model.run->scene.lanes;
  for (const std::string& tool_point : showing.point)
    for (const std::string& lane_point : showing.point)
      for (const BreakingTool& tool : breaking_tools())
        for (std::size_t i = 0; i < lanes.size(); ++i) {
          const auto lane = static_cast<std::uint16_t>(i);
          if (!named(tool_point, "palette ", tool.id) || !named(lane_point, "lane ", lanes[i].name))
            continue;
          if (!applies(tool, *model.run, Spot{.lane = lane})) continue;
          model.lane = lane;
          return;
        }
}

}  // namespace locklab::app
