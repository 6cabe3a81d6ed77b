// Moving through the lessons.
#pragma once

#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// Where the reader is in the lessons, or was when they were closed.
LessonPlace reader_place(const Model& model);

/// How much of a lesson a reader has done.
struct LessonProgress {
  std::size_t steps = 0, read = 0;
  std::size_t questions = 0, answered = 0, right = 0;
};
LessonProgress progress_of(const LessonPlace& place, std::size_t number, const Lesson& lesson);

/// The step that is read; null: no lesson is open.
const LessonStep* step_at(const Model& model);

/// Whether the step's question waits for its answer while its story stands as it is told: what has
/// not happened yet at the cursor is not shown, for it is the answer. A branch is the reader's own.
bool predicts(const Model& model);
/// Whether a verdict of the run that is shown may be seen: it may once it has been broken.
bool is_told(const Model& model, const sim::Verdict& verdict);

/// The step before or after, over the borders of lessons; at the first and the last nothing
/// happens.
void move_step(LessonPlace& place, int by, const std::vector<Lesson>& all);

/// The story of the step that is read: its own, or that of the last step before it that names one.
/// Empty: none does.
std::string story_of_step(const Model& model);

/// Where in that story it is told: its own moment, or that of the last step before it that has one.
/// Null: none has.
const Showing* moment_of_step(const Model& model);

/// A tool of the palette that the step points at is there for a lane that is selected: that of the
/// step to which it can be done.
void select_lane_for_tool(Model& model, const Showing& showing);

}  // namespace locklab::app
