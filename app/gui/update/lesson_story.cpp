#include "app/gui/update/lesson_story.h"

#include <algorithm>
#include <utility>

#include "app/gui/update/branches.h"
#include "app/gui/update/files.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/screens.h"
#include "app/lessons/lesson_list.h"
#include "app/lessons/seek.h"

namespace locklab::app {

std::optional<Job> open_lesson(Model& model, std::optional<std::size_t> lesson) {
  show_screen(model, Screen::lab);
  const bool coming = !model.lesson;
  model.lessons_listed = false;
  model.lesson = reader_place(model);
  if (lesson && *lesson < lessons(model.settings.language).size() &&
      *lesson != model.lesson->lesson) {
    model.lesson->lesson = *lesson;
    model.lesson->step = 0;
  }
  const bool unsaved = coming && is_unsaved(model);
  auto job = show_step(model);
  if (!unsaved || !job) return job;
  // A lesson without a question must not discard changes made by hand.
  model.leave_for = std::exchange(model.pending, std::nullopt)->name;
  return std::nullopt;
}

std::optional<Job> show_step(Model& model, bool again) {
  if (!step_at(model)) return std::nullopt;
  std::size_t& read = model.lesson->read[model.lesson->lesson];
  read = std::max(read, model.lesson->step + 1);
  const std::string story = story_of_step(model);
  model.showing = true;
  // The reader may have changed the story; a step needs it unchanged.
  const bool there = model.run && model.branch == 0 && model.run->judged.scenario.name == story;
  if (story.empty() || there) {
    seek_for_step(model, again);
    return std::nullopt;
  }
  return make_run(model, story, std::nullopt);
}

void seek_for_step(Model& model, bool again) {
  model.showing = false;
  const LessonStep* step = step_at(model);
  if (!step || !model.run) return;
  const Showing* own = step->showing ? &*step->showing : nullptr;
  const Showing* moment = again ? moment_of_step(model) : own;
  std::optional<std::size_t> events;
  if (moment) events = events_at(*moment, *model.run);
  if (again && !moment && !story_of_step(model).empty()) events = 0;
  if (events) {
    model.playing = false;
    stand_after(model, *events);
    select_event(model, event_at_cursor(model));
  }
  if (own) select_lane_for_tool(model, *own);
}

void stay_for_now(Model& model) {
  if (model.showing && model.lesson && !model.pending)
    model.left = std::exchange(model.lesson, std::nullopt);
  model.showing = false;
}

}  // namespace locklab::app
