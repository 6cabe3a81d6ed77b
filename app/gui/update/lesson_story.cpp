#include "app/gui/update/lesson_story.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/files.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/lesson_work.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/step_story.h"
#include "app/lessons/seek.h"

namespace locklab::app {

namespace {

/// Shows the time span that the step names, or the whole run.
void show_zoom(Model& model, const Showing& showing) {
  const auto zoom = zoom_of(showing, *model.run);
  model.view = zoom ? view_around(model, zoom->from, zoom->to) : whole_view(model);
}

/// The number of events until the answer to the step's question can be seen: until the moment of
/// the next step, if it continues the story, or until the next broken promise; otherwise all.
std::size_t events_of_answer(const Model& model) {
  const Lesson& lesson = lessons_of(model)[model.lesson->lesson];
  const std::size_t next = model.lesson->step + 1;
  const Showing* moment = nullptr;
  if (next < lesson.steps.size() && lesson.steps[next].showing)
    moment = &*lesson.steps[next].showing;
  if (moment && moment->scenario.empty())
    if (const auto events = events_at(*moment, *model.run); events > model.asked_at.events)
      return *events;
  std::size_t first = model.run->trace().size();
  for (const sim::Verdict& verdict : model.run->judged.verdicts)
    if (verdict.kept == sim::Kept::broken && verdict.event && is_told(model, verdict) &&
        *verdict.event >= model.asked_at.events)
      first = std::min(first, *verdict.event + 1);
  return first;
}

/// Opens the set-up form if the step highlights it; the next step closes it.
void open_set_up(Model& model, const Showing* showing) {
  model.setting_up = showing && std::find(showing->point.begin(), showing->point.end(), "set_up") !=
                                    showing->point.end();
}

}  // namespace

std::optional<Job> open_lesson(Model& model, std::optional<std::size_t> lesson) {
  show_screen(model, Screen::lab);
  model.lessons_listed = false;
  model.lesson = reader_place(model);
  if (lesson && *lesson < lessons_of(model).size() && *lesson != model.lesson->lesson) {
    model.lesson->lesson = *lesson;
    model.lesson->step = 0;
  }
  return show_step(model);
}

std::optional<Job> show_step(Model& model, bool again) {
  if (!step_at(model)) return std::nullopt;
  std::size_t& read = model.lesson->read[model.lesson->lesson];
  read = std::max(read, model.lesson->step + 1);
  const std::string story = story_of_step(model);
  model.showing = true;
  model.typed_votes.clear();
  model.comparison.reset();
  // A step's branches are kept with it. Other branches must not be discarded without asking.
  const bool unsaved = !model.shown_step && is_unsaved(model);
  const bool there = !model.branches.empty() && is_run_of_step(*model.branches[0].run, story);
  if (story.empty() || (there && !unsaved)) {
    seek_for_step(model, again);
    return std::nullopt;
  }
  if (!unsaved) return make_run(model, story, std::nullopt);
  model.leave_for = story;
  return std::nullopt;
}

std::optional<Job> reset_step(Model& model) {
  if (!step_at(model)) return std::nullopt;
  const bool moved = model.branch != 0 || !(model.cursor == model.asked_at);
  if (model.shown_step == model.lesson->id() && moved) remember_for_undo(model);
  return show_step(model, true);
}

void seek_for_step(Model& model, bool again) {
  model.showing = false;
  const LessonStep* step = step_at(model);
  if (!step || !model.run) return;
  if (story_of_step(model).empty()) {
    leave_step(model);
  } else {
    take_up_work(model);
    if (model.branch != 0) show_branch(model, 0);
  }
  const Showing* own = step->showing ? &*step->showing : nullptr;
  const Showing* moment = again ? moment_of_step(model) : own;
  std::optional<std::size_t> events;
  if (moment) events = events_at(*moment, *model.run);
  if (again && !moment && !story_of_step(model).empty()) events = 0;
  if (events) {
    model.playing = false;
    stand_at_moment(model, moment ? *moment : Showing{}, *events);
    select_event(model, event_at_cursor(model));
  }
  // A step opened directly shows the time span of the step that it continues.
  if (own || moment) show_zoom(model, own ? *own : *moment);
  model.asked_at = model.cursor;
  // The headline is about the promise that the step highlights.
  model.verdict = pointed_verdict(model);
  open_set_up(model, own);
  if (own) select_lane_for_tool(model, *own);
}

void reveal(Model& model) {
  const LessonStep* step = step_at(model);
  if (!model.run || !step || !step->showing || step->showing->zoom.empty()) return;
  const std::size_t events = events_of_answer(model);
  const sim::Trace& trace = model.run->trace();
  if (events == trace.size()) {
    model.view = whole_view(model);
    return;
  }
  const Axis axis = axis_of(model);
  const double answer = axis.position(trace[events - 1].at, static_cast<std::uint32_t>(events - 1));
  if (model.view.from <= answer && answer <= model.view.to) return;
  model.view = around(std::min(model.view.from, cursor_position(model)),
                      std::max(model.view.to, answer), axis.end());
}

void stay_for_now(Model& model) {
  if (model.showing && model.lesson && (!model.pending || model.pending->live))
    model.left = std::exchange(model.lesson, std::nullopt);
  model.showing = false;
}

void stay(Model& model) {
  model.leave_for.reset();
  if (std::exchange(model.first_strike, false)) model.tool.reset();  // it belonged to the example
  model.at_violation.reset();
  model.instead.clear();
  model.stress.wanted.reset();
  model.notebook.going.reset();
  stay_for_now(model);
}

void keep_future_hidden(Model& model, const ShownRunPtr& run, const TimeView& view) {
  if (!predicts(model)) return;
  const Cursor last = last_told(model);
  if (model.cursor.events <= last.events && model.cursor.at_us <= last.at_us) return;
  model.playing = false;
  model.cursor = last;
  select_event(model, event_at_cursor(model));
  if (model.verdict && !is_told(model, model.run->judged.verdicts[*model.verdict]))
    model.verdict.reset();
  if (run == model.run) model.view = view;
}

}  // namespace locklab::app
